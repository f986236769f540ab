#include "pool.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "worker.hpp"

namespace guesstree {

Thread::Thread(size_t stack, std::function<void()> body) : body_(std::move(body)) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack);
    const int failed = pthread_create(&thread_, &attributes, &Thread::start, this);
    pthread_attr_destroy(&attributes);
    if (failed) throw std::bad_alloc();
    running_ = true;
}

std::unique_ptr<Thread> Thread::if_granted(size_t stack, std::function<void()> body) {
    try {
        return std::make_unique<Thread>(stack, std::move(body));
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

Thread::~Thread() {
    if (running_) pthread_join(thread_, nullptr);
}

void* Thread::start(void* self) {
    Thread& thread = *static_cast<Thread*>(self);
    try {
        thread.body_();
    } catch (...) {
        thread.error_ = std::current_exception();
    }
    return nullptr;
}

void Thread::join() {
    pthread_join(thread_, nullptr);
    running_ = false;
    if (error_) std::rethrow_exception(error_);
}

// Takes one turn of the outermost loop inside `within`; false if there is none.
bool Pool::turn(std::unique_lock<std::mutex>& lock, Worker& worker, const Loop* within) {
    const auto found = std::find_if(loops_.begin(), loops_.end(), [&](const Loop* l) { return l->inside(within); });
    if (found == loops_.end()) return false;
    Loop& loop = **found;
    const int i = loop.next++;
    if (loop.next == loop.turns) loops_.erase(found);
    ++loop.running;
    lock.unlock();
    std::exception_ptr error;
    const Loop* const before = std::exchange(worker.loop, &loop);
    try {
        if (!loop.over()) loop.body(worker, i, loop);
    } catch (const Needless&) {
        if (!loop.needless.load()) error = std::current_exception();
    } catch (...) {
        error = std::current_exception();
    }
    worker.loop = before;
    lock.lock();
    if (error) {
        if (!loop.error) loop.error = error;
        if (loop.next < loop.turns) loop.next = loop.turns, std::erase(loops_, &loop);
    }
    if (--loop.running == 0 && loop.next == loop.turns) change_.notify_all();
    return true;
}

void Pool::run(Worker& worker, const Loop* outer, int turns, std::function<void(Worker&, int, Loop&)> body) {
    if (turns <= 0) return;
    Loop loop{outer, turns, std::move(body), 0, 0, nullptr, false};
    std::unique_lock lock(mutex_);
    loops_.push_back(&loop);
    change_.notify_all();
    while (loop.next < loop.turns || loop.running)
        if (!turn(lock, worker, &loop)) change_.wait(lock);
    lock.unlock();
    if (outer && outer->over()) throw Needless{};   // some turns were left out
    if (loop.error) std::rethrow_exception(loop.error);
}

void Pool::serve(Worker& worker) {
    std::unique_lock lock(mutex_);
    while (!closed_)
        if (!turn(lock, worker, nullptr)) change_.wait(lock);
}

void Pool::close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    change_.notify_all();
}

}  // namespace guesstree
