// Runs the unit tests of the core: all of them, or those that are named. Exit code 1 when one fails.
#include <cstdio>
#include <cstring>
#include <exception>

#include "check.hpp"

int main(int count, char** names) {
    int run = 0, failures = 0;
    for (const Test& test : all_tests()) {
        bool wanted = count < 2;
        for (int i = 1; i < count; ++i) wanted |= std::strcmp(names[i], test.name) == 0;
        if (!wanted) continue;
        ++run;
        try {
            test.run();
            std::printf("ok %s\n", test.name);
        } catch (const std::exception& error) {
            ++failures;
            std::printf("FAILED %s: %s\n", test.name, error.what());
        }
        std::fflush(stdout);
    }
    std::printf("%d tests, %d failures\n", run, failures);
    return failures || !run ? 1 : 0;
}
