// Threads with deep stacks, which a std::thread cannot have: a tree can be as deep as it has secrets, and the search recurses with
// it. If the system does not grant a thread, std::bad_alloc is thrown, because usually the memory for its stack is missing.
// WebAssembly has no threads here: the body runs when the Thread is made, on the stack that there is.
#pragma once
#ifndef __wasm__
#include <pthread.h>
#endif

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>

namespace guesstree {

// One thread.
class Thread {
public:
    // Starts the body on a stack of this many bytes.
    Thread(size_t stack, std::function<void()> body);
    // The same, but null where no thread is granted.
    static std::unique_ptr<Thread> if_granted(size_t stack, std::function<void()> body);
    // Waits for the end of the body, and ignores its exception.
    ~Thread();
    Thread(const Thread&) = delete;
    Thread& operator=(const Thread&) = delete;
    // Waits for the end of the body, and throws its exception again.
    void join();

private:
    static void* start(void* self);
    std::function<void()> body_;  // what it runs
    std::exception_ptr error_;    // what the body threw
#ifndef __wasm__
    pthread_t thread_;      // the system's name of it
    bool running_ = false;  // whether there is a thread to wait for
#endif
};

}  // namespace guesstree
