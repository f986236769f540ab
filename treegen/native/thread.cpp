#include "thread.hpp"

#include <new>
#include <utility>

namespace guesstree {

#ifdef __wasm__
// There are no threads: the body runs at once, on the caller's stack, and nobody else is granted one.
Thread::Thread(size_t, std::function<void()> body) : body_(std::move(body)) {
    start(this);
}

std::unique_ptr<Thread> Thread::if_granted(size_t, std::function<void()>) {
    return nullptr;
}

Thread::~Thread() = default;

void Thread::join() {
    if (error_) std::rethrow_exception(error_);
}
#else
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

void Thread::join() {
    pthread_join(thread_, nullptr);
    running_ = false;
    if (error_) std::rethrow_exception(error_);
}
#endif

void* Thread::start(void* self) {
    Thread& thread = *static_cast<Thread*>(self);
    try {
        thread.body_();
    } catch (...) {
        thread.error_ = std::current_exception();
    }
    return nullptr;
}

}  // namespace guesstree
