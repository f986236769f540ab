// Sets that a search hands out to be searched elsewhere: threads that come to one lay it on the desk and wait.
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

#include "bounds.hpp"
#include "memory.hpp"

namespace guesstree {

// A set of candidates, or some guesses at one, as the guesses that lead to it and the feedbacks to them; costs are absolute.
struct Request {
    uint64_t id;
    int n, depth;
    std::vector<int> guesses, feedbacks;
    Cost upper;
    std::vector<int> only;               // the guesses to try, rising; none: all
    double asked = 0;                    // when it was laid on the desk, in seconds of the steady clock
};

class Desk {
public:
    // Sets of `from` to `to` candidates are handed out; none when to < from.
    // Of larger ones so many guesses at once, for which there must be a limit.
    void set_range(int from, int to, int guesses) { from_.store(from), to_.store(to), guesses_.store(guesses); }
    int guesses_at_once(int n) const { return is_open() && n > to_.load(std::memory_order_relaxed) ? guesses_.load(std::memory_order_relaxed) : 0; }
    bool wants(int n) const { return n <= to_.load(std::memory_order_relaxed) && n >= from_.load(std::memory_order_relaxed); }

    bool is_open() const { return to_.load(std::memory_order_relaxed) >= from_.load(std::memory_order_relaxed); }

    enum class Reply { answered, refused, withdrawn };
    // Waits for the answer. `useless` is asked now and then; when it says so, the request is withdrawn.
    template <class Useless>
    Reply ask(Request request, Solved& answer, const Useless& useless) {
        std::unique_lock lock(mutex_);
        Waiting mine;
        const uint64_t id = request.id = ++last_;
        request.asked = std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
        waiting_[id] = &mine;
        open_.push_back(std::move(request));
        while (mine.state == State::open) {
            mine.change.wait_for(lock, std::chrono::milliseconds(20));
            if (mine.state != State::open) break;
            lock.unlock();
            const bool over = useless();
            lock.lock();
            if (over && mine.state == State::open) {
                waiting_.erase(id);
                if (!std::erase_if(open_, [&](const Request& r) { return r.id == id; })) withdrawn_.push_back(id);
                return Reply::withdrawn;
            }
        }
        answer = mine.answer;
        return mine.state == State::answered ? Reply::answered : Reply::refused;
    }

    // Up to so many requests that were not taken yet.
    std::vector<Request> take(size_t most) {
        const std::lock_guard lock(mutex_);
        std::vector<Request> some;
        while (!open_.empty() && some.size() < most) some.push_back(std::move(open_.front())), open_.pop_front();
        return some;
    }
    // Those taken that have become useless since the last call.
    std::vector<uint64_t> withdrawn() {
        const std::lock_guard lock(mutex_);
        return std::exchange(withdrawn_, {});
    }
    bool answer(uint64_t id, Solved solved) { return settle(id, State::answered, solved); }
    // The set is searched by the thread that waits, which hands out smaller sets instead.
    bool refuse(uint64_t id) { return settle(id, State::refused, {}); }
    void refuse_all() {
        set_range(1, 0, 0);
        const std::lock_guard lock(mutex_);
        for (auto& [id, mine] : waiting_) mine->state = State::refused, mine->change.notify_one();
        waiting_.clear(), open_.clear();
    }

private:
    enum class State { open, answered, refused };
    struct Waiting {
        State state = State::open;
        Solved answer;
        std::condition_variable change;
    };
    bool settle(uint64_t id, State state, Solved solved) {
        const std::lock_guard lock(mutex_);
        const auto at = waiting_.find(id);
        if (at == waiting_.end()) return false;
        at->second->state = state, at->second->answer = solved;
        at->second->change.notify_one();
        waiting_.erase(at);
        return true;
    }
    std::atomic<int> from_{1}, to_{0}, guesses_{0};
    std::mutex mutex_;
    uint64_t last_ = 0;
    std::map<uint64_t, Waiting*> waiting_;
    std::deque<Request> open_;
    std::vector<uint64_t> withdrawn_;
};

}  // namespace guesstree
