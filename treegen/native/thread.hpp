// Threads with large stacks, which a std::thread cannot have. The search needs them because its recursion is as deep as the tree, which can
// have a level for each secret. If the system cannot start a thread, std::bad_alloc is thrown, because usually the memory for its stack is
// missing. WebAssembly has no threads here: the body runs while the Thread is constructed, on the stack of the caller.
#pragma once
#ifndef __wasm__
#include <pthread.h>
#endif

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <utility>

namespace guesstree {

// One thread.
class Thread {
public:
    // Starts the body on a stack with this number of bytes.
#ifdef __wasm__
    Thread(size_t, std::function<void()> body) : body_(std::move(body)) { start(this); }
#else
    Thread(size_t stack, std::function<void()> body) : body_(std::move(body)) {
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        pthread_attr_setstacksize(&attributes, stack);
        is_running_ = !pthread_create(&thread_, &attributes, &Thread::start, this);
        pthread_attr_destroy(&attributes);
        if (!is_running_) throw std::bad_alloc();
    }
#endif
    // Starts a thread and returns it, or returns null if the system cannot start one.
    static std::unique_ptr<Thread> if_granted([[maybe_unused]] size_t stack, [[maybe_unused]] std::function<void()> body) {
#ifndef __wasm__
        try {
            return std::make_unique<Thread>(stack, std::move(body));
        } catch (const std::bad_alloc&) {
        }
#endif
        return nullptr;
    }
    // Waits for the end of the body, and ignores its exception.
    ~Thread() { wait(); }
    Thread(const Thread&) = delete;
    Thread& operator=(const Thread&) = delete;
    // Waits for the end of the body, and throws its exception again.
    void join() {
        wait();
        if (error_) std::rethrow_exception(error_);
    }

private:
    void wait() {
#ifndef __wasm__
        if (std::exchange(is_running_, false)) pthread_join(thread_, nullptr);
#endif
    }
    static void* start(void* self) {
        Thread& thread = *static_cast<Thread*>(self);
        try {
            thread.body_();
        } catch (...) {
            thread.error_ = std::current_exception();
        }
        return nullptr;
    }
    std::function<void()> body_;  // the function that the thread runs
    std::exception_ptr error_;    // the exception that the body threw, or null
#ifndef __wasm__
    pthread_t thread_;         // the handle of the thread
    bool is_running_ = false;  // whether there is a thread to wait for
#endif
};

}  // namespace guesstree
