#include "thread_pool.hpp"

#include <algorithm>
#include <utility>

#include "searcher.hpp"

namespace guesstree {

// Wakes the threads that wait for a change; the mutex must be locked.
void ThreadPool::notify() {
    changes_.fetch_add(1, std::memory_order_relaxed);
    change_.notify_all();
}

// Waits for a change. Most changes come sooner than a thread could fall asleep and wake up, so the thread first looks for changes.
void ThreadPool::wait(std::unique_lock<std::mutex>& lock) {
    const int seen = changes_.load(std::memory_order_relaxed);
    lock.unlock();
    for (int i = 0; i < kLooks && changes_.load(std::memory_order_relaxed) == seen; ++i) continue;
    lock.lock();
    if (changes_.load(std::memory_order_relaxed) == seen) change_.wait(lock);
}

// Runs one iteration of the outermost open loop inside `within`; returns false if there is no such loop.
bool ThreadPool::run_one(std::unique_lock<std::mutex>& lock, Searcher& searcher, const Loop* within) {
    const auto found = std::find_if(loops_.begin(), loops_.end(), [&](const Loop* l) { return l->is_inside(within); });
    if (found == loops_.end()) return false;
    Loop& loop = **found;
    const int i = loop.next++;
    if (loop.next == loop.iterations) loops_.erase(found);
    ++loop.running;
    lock.unlock();
    std::exception_ptr error;
    const Loop* const before = std::exchange(searcher.loop, &loop);
    try {
        if (!loop.is_cancelled()) loop.body(searcher, i, loop);
    } catch (const Cancelled&) {
        if (!loop.cancelled.load()) error = std::current_exception();
    } catch (...) {
        error = std::current_exception();
    }
    searcher.loop = before;
    lock.lock();
    if (error && !loop.error) loop.error = error;
    if (error || loop.ended.load(std::memory_order_relaxed) || loop.is_cancelled()) {  // then no other iteration begins
        if (loop.next < loop.iterations) loop.next = loop.iterations, std::erase(loops_, &loop);
    }
    if (--loop.running == 0 && loop.next == loop.iterations) notify();
    return true;
}

void ThreadPool::parallel_for(Searcher& searcher, const Loop* outer, int iterations, std::function<void(Searcher&, int, Loop&)> body) {
    if (iterations <= 0) return;
    Loop loop{.outer = outer, .iterations = iterations, .body = std::move(body)};
    std::unique_lock lock(mutex_);
    loops_.push_back(&loop);
    notify();
    while (loop.next < loop.iterations || loop.running)
        if (!run_one(lock, searcher, &loop)) wait(lock);
    lock.unlock();
    if (outer && outer->is_cancelled()) throw Cancelled{};  // some iterations were skipped
    if (loop.error) std::rethrow_exception(loop.error);
}

void ThreadPool::serve(Searcher& searcher) {
    std::unique_lock lock(mutex_);
    while (!closed_)
        if (!run_one(lock, searcher, nullptr)) wait(lock);
}

void ThreadPool::close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    notify();
}

}  // namespace guesstree
