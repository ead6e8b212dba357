// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QtTest>

#include <string_view>

/// Several tests are one program, because what they include and link costs more than they do: it
/// runs the one by whose name it is started (a link to it), or that its first argument names.
namespace headscope::testing {

struct TestEntry {
    std::string_view source; ///< its name is the test's
    int (*run)(int argc, char** argv);
};

/// Makes it known to main(); always true.
bool addTest(TestEntry entry);

/// In the place of an application where a test needs none.
struct NoApplication {
    NoApplication(int&, char**) {}
};

template <class Test, class Application> int runTest(int argc, char** argv) {
    const Application application(argc, argv);
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi, true);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace headscope::testing

/// At the end of a test's source: QApplication, QCoreApplication or NoApplication stands around it.
#define HEADSCOPE_TEST(Test, Application)                                                          \
    [[maybe_unused]] static const bool Test##IsKnown =                                             \
        headscope::testing::addTest({__FILE__, headscope::testing::runTest<Test, Application>});
