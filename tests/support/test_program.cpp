// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/test_program.h"

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace headscope::testing {

namespace {

/// Filled before main() begins, in whatever order.
std::vector<TestEntry>& knownTests() {
    static std::vector<TestEntry> tests;
    return tests;
}

std::string nameOf(std::string_view path) {
    return std::filesystem::path(path).stem().string();
}

const TestEntry* findTest(const std::string& name) {
    for (const TestEntry& test : knownTests()) {
        if (nameOf(test.source) == name)
            return &test;
    }
    return nullptr;
}

} // namespace

bool addTest(TestEntry entry) {
    knownTests().push_back(entry);
    return true;
}

} // namespace headscope::testing

int main(int argc, char** argv) {
    using namespace headscope::testing;
    if (const TestEntry* const test = findTest(nameOf(argv[0])))
        return test->run(argc, argv);
    if (const TestEntry* const test = argc > 1 ? findTest(argv[1]) : nullptr)
        return test->run(argc - 1, argv + 1);
    std::fprintf(stderr, "Usage: %s TEST [arguments of Qt Test]\n", argv[0]);
    for (const TestEntry& test : knownTests())
        std::fprintf(stderr, "  %s\n", nameOf(test.source).c_str());
    return 2;
}
