// The work queue: tasks of a search that are to be done on other machines.
//
// With a cluster, a thread that reaches a set worth sending puts it into the queue as a task and waits for the value. The
// client of the queue (treegen/optimal/cluster.py) takes tasks, has them searched, and completes them. It rejects tasks that
// turn out to be too large: the thread then searches the set itself and queues the smaller sets that it reaches. A task
// whose value no longer matters is cancelled by the thread that waits for it. So all decisions about the tree are made in
// the search, and the queue determines only where the work is done.
//
// Invariants: a task is in exactly one of three states: queued, taken, or gone; `waiting_` holds those queued and taken.
// Every wait ends: with an answer, with reject_all(), or because is_useless() says so, which is asked every 20 ms.
// complete() returns false for a task that is gone. Results are checked by the caller, not here. One mutex guards
// everything; tasks take at least milliseconds, so it is not a bottleneck.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "value.hpp"

namespace guesstree {

// A set of candidates to search, or some first guesses at one. The set is named by the guesses that lead to it and the
// feedbacks to them; costs are absolute.
struct Task {
    uint64_t id = 0;             // given by the queue
    int n = 0;                   // candidates
    int depth = 0;               // guesses made
    std::vector<int> guesses;    // that lead to the set
    std::vector<int> feedbacks;  // to these guesses
    Cost upper_bound = kNever;   // only a cost less than this is of interest
    std::vector<int> only;       // the first guesses to try, rising; none: all
    double queued_at = 0;        // given by the queue: in seconds of the steady clock
};

// The tasks of one search.
class WorkQueue {
public:
    // Queues sets of `least` to `most` candidates from now on (none if most < least), and of larger sets `guesses` guesses
    // at a time, if there is an incumbent (0: none).
    void set_range(int least, int most, int guesses) { least_.store(least), most_.store(most), guesses_.store(guesses); }
    // How many guesses at a set of n candidates make a task; 0: they are not queued.
    int guesses_per_task(int n) const {
        return is_open() && n > most_.load(std::memory_order_relaxed) ? guesses_.load(std::memory_order_relaxed) : 0;
    }
    // Whether sets of n candidates are queued.
    bool wants(int n) const { return n <= most_.load(std::memory_order_relaxed) && n >= least_.load(std::memory_order_relaxed); }
    // Whether anything is queued.
    bool is_open() const { return most_.load(std::memory_order_relaxed) >= least_.load(std::memory_order_relaxed); }

    // What became of a task.
    enum class Outcome { completed, rejected, cancelled };
    // Queues a task and waits. When it was completed, `value` is its value. When is_useless() says that the value does not
    // matter any more, the task is cancelled.
    template <class IsUseless>
    Outcome run(Task task, Value& value, const IsUseless& is_useless) {
        std::unique_lock lock(mutex_);
        Waiting mine;
        const uint64_t id = task.id = ++last_;
        task.queued_at = std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
        waiting_[id] = &mine;
        queued_.push_back(std::move(task));
        while (mine.state == State::open) {
            mine.change.wait_for(lock, std::chrono::milliseconds(20));
            if (mine.state != State::open) break;
            lock.unlock();
            const bool over = is_useless();
            lock.lock();
            if (over && mine.state == State::open) {
                waiting_.erase(id);
                if (!std::erase_if(queued_, [&](const Task& t) { return t.id == id; })) cancelled_.push_back(id);
                return Outcome::cancelled;
            }
        }
        value = mine.value;
        return mine.state == State::completed ? Outcome::completed : Outcome::rejected;
    }

    // Up to `most` tasks that nobody has taken yet, the oldest first.
    std::vector<Task> take(size_t most) {
        const std::lock_guard lock(mutex_);
        std::vector<Task> tasks;
        while (!queued_.empty() && tasks.size() < most) tasks.push_back(std::move(queued_.front())), queued_.pop_front();
        return tasks;
    }
    // The ids of the tasks that were taken and have been cancelled since the last call.
    std::vector<uint64_t> cancelled() {
        const std::lock_guard lock(mutex_);
        return std::exchange(cancelled_, {});
    }
    // Sets the value of a task; false if no thread waits for it any more.
    bool complete(uint64_t id, Value value) { return settle(id, State::completed, value); }
    // The thread that waits searches the set, and queues smaller sets instead; false if no thread waits for it.
    bool reject(uint64_t id) { return settle(id, State::rejected, {}); }
    // Rejects all tasks and queues nothing any more.
    void reject_all() {
        set_range(1, 0, 0);
        const std::lock_guard lock(mutex_);
        for (auto& [id, mine] : waiting_) mine->state = State::rejected, mine->change.notify_one();
        waiting_.clear(), queued_.clear();
    }

private:
    // open: queued or taken.
    enum class State { open, completed, rejected };
    // A thread that waits for its task; it is on the stack of that thread.
    struct Waiting {
        State state = State::open;       // of the task
        Value value;                     // when completed
        std::condition_variable change;  // of the state
    };
    bool settle(uint64_t id, State state, Value value) {
        const std::lock_guard lock(mutex_);
        const auto at = waiting_.find(id);
        if (at == waiting_.end()) return false;
        at->second->state = state, at->second->value = value;
        at->second->change.notify_one();
        waiting_.erase(at);
        return true;
    }
    std::atomic<int> least_{1};             // candidates of sets that are queued
    std::atomic<int> most_{0};              // likewise
    std::atomic<int> guesses_{0};           // at larger sets, per task
    std::mutex mutex_;                      // guards the rest
    uint64_t last_ = 0;                     // id given
    std::map<uint64_t, Waiting*> waiting_;  // by id: tasks that are queued or taken
    std::deque<Task> queued_;               // not taken yet, the oldest first
    std::vector<uint64_t> cancelled_;       // taken, and of no use any more
};

}  // namespace guesstree
