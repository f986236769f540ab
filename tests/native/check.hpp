// What the unit tests of the core share: TEST makes a test, CHECK ends it with the place and the text of what does not hold.
#pragma once
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

// A test: its name as `core_tests NAME` takes it, and what it does.
struct Test {
    const char* name;
    void (*run)();
};

inline std::vector<Test>& all_tests() {
    static std::vector<Test> tests;
    return tests;
}

struct Registered {
    Registered(const char* name, void (*run)()) { all_tests().push_back({.name = name, .run = run}); }
};

inline void fail(const char* file, int line, const std::string& what) {
    std::ostringstream text;
    text << file << ":" << line << ": " << what;
    throw std::runtime_error(text.str());
}

#define TEST(name)                                           \
    static void name();                                      \
    static const Registered registered_##name(#name, &name); \
    static void name()

#define CHECK(condition)                                                               \
    do {                                                                               \
        if (!(condition)) fail(__FILE__, __LINE__, "this does not hold: " #condition); \
    } while (false)

#define CHECK_EQUAL(a, b)                                             \
    do {                                                              \
        const auto left = (a);                                        \
        const decltype(left) right = (b);                             \
        if (left != right) {                                          \
            std::ostringstream text;                                  \
            text << #a " is " << left << ", but " #b " is " << right; \
            fail(__FILE__, __LINE__, text.str());                     \
        }                                                             \
    } while (false)
