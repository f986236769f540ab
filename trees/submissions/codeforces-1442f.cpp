// Codeforces 1442F, Differentiating Games.  Made by guesstree: treegen differentiate --to cpp
// Licence: 0BSD. Use it anywhere, for anything; no notice needed.
//
// A few question vertices, in reverse topological order, become a complete graph: their nim-values are 0, 1, 2, ...
// Every other vertex gets a loop, so that its value is infinite, and a different set K of question vertices that it has
// edges to.  A question is one vertex, of value g, say.  A secret with value g answers Lose, and with another finite
// value Win; an infinite one answers Win if g is in K, otherwise Draw.  So each question is asked at most once.
//
// Of the sets K that differ from the present edges in the fewest places, one of the first N is always unused.  With 20
// question vertices and N = 1000, they differ in at most 3 places, and the changes are at most 190 + 980 + 3 * 980 =
// 4110.  Fewer question vertices are tried first.
#include <algorithm>
#include <bitset>
#include <cstdio>
#include <cstring>
#include <map>
#include <vector>

const int MAX_VERTICES = 1000, MAX_CHANGES = 4242, MAX_QUESTIONS = 20;
typedef std::bitset<MAX_VERTICES> Set;

struct Change {
    char sign;
    int from, to;
};

int n, m, games;
std::vector<Set> edges;
std::vector<int> order;  // each vertex after all that it has edges to
std::vector<Change> changes;
std::vector<Set> win;  // by question: the secrets that answer Win

void sort_vertices() {
    std::vector<int> waiting(n);
    for (int vertex = 0; vertex < n; vertex++) {
        waiting[vertex] = static_cast<int>(edges[vertex].count());
        if (!waiting[vertex]) order.push_back(vertex);
    }
    for (std::size_t at = 0; at < order.size(); at++)
        for (int vertex = 0; vertex < n; vertex++)
            if (edges[vertex][order[at]] && !--waiting[vertex]) order.push_back(vertex);
}

// The first n subsets of so many elements, smaller ones first.
std::vector<int> subsets(int count) {
    std::vector<int> found(1, 0);
    for (int size = 1; size <= count; size++)
        for (int set = (1 << size) - 1; set < 1 << count && static_cast<int>(found.size()) < n;) {
            found.push_back(set);
            int low = set & -set, next = set + low;  // the next number with as many bits
            set = (set ^ next) / low >> 2 | next;
        }
    return found;
}

bool prepare(int count) {
    changes.clear();
    win.assign(count, Set());
    for (int high = 0; high < count; high++)
        for (int low = 0; low < count; low++) {
            if (high != low) win[low].set(order[high]);
            if (low < high && !edges[order[high]][order[low]]) changes.push_back({'+', order[high], order[low]});
        }
    std::map<int, std::vector<int>> alike;  // the other vertices, by their edges to question vertices
    for (int at = n; at-- > count;) {
        int vertex = order[at], present = 0;
        changes.push_back({'+', vertex, vertex});
        for (int bit = 0; bit < count; bit++) present |= edges[vertex][order[bit]] << bit;
        alike[present].push_back(vertex);
    }
    std::vector<char> is_used(1 << count);
    for (int flips : subsets(count)) {
        if (alike.empty() || changes.size() > MAX_CHANGES) break;
        for (auto row = alike.begin(); row != alike.end();) {
            int signature = row->first ^ flips;
            if (!is_used[signature]) {
                is_used[signature] = 1;
                int vertex = row->second.back();
                row->second.pop_back();
                for (int bit = 0; bit < count; bit++) {
                    if (signature >> bit & 1) win[bit].set(vertex);
                    if (flips >> bit & 1) changes.push_back({signature >> bit & 1 ? '+' : '-', vertex, order[bit]});
                }
            }
            row = row->second.empty() ? alike.erase(row) : std::next(row);
        }
    }
    return alike.empty() && changes.size() <= MAX_CHANGES;
}

// The question whose largest group of secrets with the same answer is smallest.
int choose(const Set& left) {
    std::size_t total = left.count(), least = total;
    int best = 0;
    for (std::size_t question = 0; question < win.size(); question++) {
        std::size_t wins = (left & win[question]).count(), draws = total - wins - left[order[question]];
        if (std::max(wins, draws) < least) {
            least = std::max(wins, draws);
            best = static_cast<int>(question);
        }
    }
    return best;
}

bool play() {
    char answer[16];
    Set left;
    for (int vertex = 0; vertex < n; vertex++) left.set(vertex);
    while (left.count() > 1) {
        int question = choose(left), vertex = order[question];
        std::printf("? 1 %d\n", vertex + 1);
        std::fflush(stdout);
        if (std::scanf("%15s", answer) != 1) return false;
        Set self;
        self.set(vertex);
        if (!std::strcmp(answer, "Win")) left &= win[question];
        else if (!std::strcmp(answer, "Draw")) left &= ~(win[question] | self);
        else if (!std::strcmp(answer, "Lose")) left &= self;
        else return false;
    }
    if (left.none()) return false;
    std::printf("! %d\n", static_cast<int>(left._Find_first()) + 1);
    std::fflush(stdout);
    return std::scanf("%15s", answer) == 1 && !std::strcmp(answer, "Correct");
}

int main() {
    if (std::scanf("%d %d %d", &n, &m, &games) != 3) return 0;
    edges.resize(n);
    for (int from, to; m--; edges[from - 1].set(to - 1))
        if (std::scanf("%d %d", &from, &to) != 2) return 0;
    sort_vertices();
    int count = 0;
    while ((1 << count) + count < n || (count < std::min(n, MAX_QUESTIONS) && !prepare(count))) count++;
    if (count == std::min(n, MAX_QUESTIONS)) prepare(count);
    std::printf("%d\n", static_cast<int>(changes.size()));
    for (const Change& change : changes) std::printf("%c %d %d\n", change.sign, change.from + 1, change.to + 1);
    std::fflush(stdout);
    while (games-- && play()) {}
}
