// Loops whose iterations are shared between the threads of one search.
//
// A thread that has independent pieces of work runs them as a parallel loop, and idle threads take iterations of it. A thread that waits
// for the last iterations of its loop takes only iterations of loops that began inside that loop. So its stack grows no deeper than the
// tree, and no two threads wait for each other. A loop lives on the stack of the thread that runs it.
//
// If one iteration makes the others unnecessary (the cells searched so far cost too much), the loop is cancelled: iterations that have not
// begun are skipped, and running iterations notice this at the next position and throw Cancelled. If the number of iterations is not known
// at first, the loop has kEndless iterations, and an iteration that finds nothing to do ends the loop.
#pragma once
#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <vector>

namespace guesstree {

class Searcher;

// A parallel loop while it runs.
struct Loop {
    static constexpr int kEndless = 1 << 30;          // the number of iterations of a loop that one iteration ends
    const Loop* outer = nullptr;                      // the loop of which an iteration runs this loop, or null
    int iterations = 0;                               // the number of iterations
    std::function<void(Searcher&, int, Loop&)> body;  // runs an iteration, with the searcher of the thread and the iteration's number
    int next = 0;                                     // the first iteration that has not begun
    int running = 0;                                  // the number of iterations that have begun, but not ended
    std::exception_ptr error = nullptr;               // the first exception of an iteration
    std::atomic<bool> ended{false};                   // true after an iteration found that no other iteration needs to begin
    std::atomic<bool> cancelled{false};               // true after an iteration made the results of all others useless

    // Returns whether this loop, or a loop around it, is cancelled.
    bool is_cancelled() const {
        for (const Loop* l = this; l; l = l->outer)
            if (l->cancelled.load(std::memory_order_relaxed)) return true;
        return false;
    }
    // Returns whether this is the loop `other` or a loop inside it; every loop is inside null.
    bool is_inside(const Loop* other) const {
        for (const Loop* l = this; l; l = l->outer)
            if (l == other) return true;
        return other == nullptr;
    }
};

// This exception leaves an iteration of a cancelled loop.
struct Cancelled : std::exception {
    const char* what() const noexcept override { return "the result does not matter any more"; }
};

// The open loops of a search, and the threads that wait for work.
class ThreadPool {
public:
    // Runs body(searcher, i, loop) for every i less than `iterations`, and returns when all have ended. If an iteration throws an
    // exception, those that have not begun are skipped, and the exception is thrown again, except for Cancelled if this loop itself is
    // cancelled.
    void parallel_for(Searcher& searcher, const Loop* outer, int iterations, std::function<void(Searcher&, int, Loop&)> body);
    // Takes iterations of any loop until close(); a thread without a loop of its own runs this.
    void serve(Searcher& searcher);
    // Makes serve() return.
    void close();

private:
    bool run_one(std::unique_lock<std::mutex>& lock, Searcher& searcher, const Loop* within);
    void notify();
    void wait(std::unique_lock<std::mutex>& lock);
    static constexpr int kLooks = 20000;  // before a thread sleeps, it looks for work this many times, within some microseconds
    std::mutex mutex_;                    // this guards the other fields, and `next` and `running` of the loops
    std::condition_variable change_;      // signalled after a change: a loop has begun or ended, or the pool is closed
    std::atomic<int> changes_ = 0;        // the number of changes
    std::vector<Loop*> loops_;            // the loops with iterations that have not begun, the outermost first
    bool closed_ = false;                 // whether serve() shall return
};

}  // namespace guesstree
