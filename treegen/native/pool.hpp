// Threads with deep stacks, and loops shared between the threads of one search.
#pragma once
#include <pthread.h>

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace guesstree {

class Worker;

// A thread with a stack of so many bytes: a tree can be as deep as it has secrets. std::thread has no say in that.
// An exception of the body is thrown again by join(). Where the system grants no thread, std::bad_alloc is thrown: it
// is the memory for the stack that is missing, or something of the kind.
class Thread {
public:
    Thread(size_t stack, std::function<void()> body);
    static std::unique_ptr<Thread> if_granted(size_t stack, std::function<void()> body);  // null where none is
    ~Thread();
    Thread(const Thread&) = delete;
    Thread& operator=(const Thread&) = delete;
    void join();

private:
    static void* start(void* self);
    std::function<void()> body_;
    std::exception_ptr error_;
    pthread_t thread_;
    bool running_ = false;
};

// A loop whose turns any thread may take. A thread that waits for the last turns of its loop takes turns only of loops
// begun inside it, so that its stack grows no deeper than the tree.
struct Loop {
    const Loop* outer;
    int turns;
    std::function<void(Worker&, int, Loop&)> body;
    int next = 0, running = 0;           // guarded by the pool's mutex
    std::exception_ptr error;
    std::atomic<bool> needless{false};   // set by a turn when the result of the others does not matter any more

    bool over() const {                  // of this loop or one around it
        for (const Loop* l = this; l; l = l->outer)
            if (l->needless.load(std::memory_order_relaxed)) return true;
        return false;
    }
    bool inside(const Loop* other) const {
        for (const Loop* l = this; l; l = l->outer)
            if (l == other) return true;
        return other == nullptr;
    }
};

struct Needless : std::exception {       // thrown out of a turn of a loop that is over
    const char* what() const noexcept override { return "the result does not matter any more"; }
};

class Pool {
public:
    // Runs body(worker, i, loop) for i below turns; returns when all are done. An exception in a turn skips those not
    // begun and is thrown again here, but for Needless where this loop is the one.
    void run(Worker& worker, const Loop* outer, int turns, std::function<void(Worker&, int, Loop&)> body);
    // What a thread without a loop of its own does until close().
    void serve(Worker& worker);
    void close();

private:
    bool turn(std::unique_lock<std::mutex>& lock, Worker& worker, const Loop* within);
    std::mutex mutex_;
    std::condition_variable change_;
    std::vector<Loop*> loops_;           // with turns not begun yet
    bool closed_ = false;
};

}  // namespace guesstree
