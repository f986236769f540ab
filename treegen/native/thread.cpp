#include "thread.hpp"

#include <new>
#include <utility>

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

}  // namespace guesstree
