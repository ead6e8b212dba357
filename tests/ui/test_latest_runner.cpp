// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/latest_runner.h"
#include "support/test_program.h"

#include <QApplication>
#include <QtTest>

#include <atomic>
#include <semaphore>

using namespace headscope;

class TestLatestRunner : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void only_the_newest_is_delivered();
    void what_runs_is_cancelled_by_what_follows();
    void what_was_forgotten_is_not_delivered();
    void an_outcome_that_waits_gives_way_to_a_newer_request();
    void delivery_happens_in_the_thread_of_the_runner();
    void finish_delivers_at_once();
    void finish_waits_no_longer_than_it_may();
    void a_request_from_a_delivery_is_answered();
    void what_is_discarded_dies_in_the_worker();
    void the_end_waits_for_what_runs_and_delivers_nothing();
};

namespace {

/// Doubles numbers; holds every answer back until it is let go, or cancelled.
struct Slow {
    std::atomic<int> cancelled = 0;
    std::atomic<int> started = 0;
    std::counting_semaphore<> released{0};
    std::vector<int> delivered;
    LatestRunner<int, int> runner{[this](int number, const CancellationToken& token) {
                                      ++started;
                                      while (
                                          !released.try_acquire_for(std::chrono::milliseconds(1))) {
                                          if (!token.isCancelled())
                                              continue;
                                          ++cancelled;
                                          return -1;
                                      }
                                      return 2 * number;
                                  },
                                  [this](int outcome) { delivered.push_back(outcome); }};
};

} // namespace

void TestLatestRunner::only_the_newest_is_delivered() {
    std::vector<int> delivered;
    LatestRunner<int, int> runner([](int number, const CancellationToken&) { return number; },
                                  [&](int outcome) { delivered.push_back(outcome); });
    for (int i = 1; i <= 100; ++i)
        runner.request(i);
    runner.finish();
    QCOMPARE(delivered.back(), 100);
    QVERIFY(std::is_sorted(delivered.begin(), delivered.end()));
    QCoreApplication::processEvents();
    QCOMPARE(delivered, std::vector<int>{100}); // nobody was let into the event loop before
    QVERIFY(!runner.isBusy());
}

void TestLatestRunner::what_runs_is_cancelled_by_what_follows() {
    Slow slow;
    slow.runner.request(1);
    QTRY_COMPARE(slow.started.load(), 1);
    slow.runner.request(2);
    QTRY_COMPARE(slow.cancelled.load(), 1);
    slow.released.release();
    slow.runner.finish();
    QCOMPARE(slow.delivered, std::vector<int>{4});
}

void TestLatestRunner::what_was_forgotten_is_not_delivered() {
    Slow slow;
    slow.runner.request(1);
    QTRY_COMPARE(slow.started.load(), 1);
    slow.runner.forget();
    slow.runner.finish();
    QCoreApplication::processEvents();
    QCOMPARE(slow.cancelled.load(), 1);
    QVERIFY(slow.delivered.empty());
    QVERIFY(!slow.runner.isBusy());
}

void TestLatestRunner::an_outcome_that_waits_gives_way_to_a_newer_request() {
    Slow slow;
    slow.released.release();
    slow.runner.request(1);
    while (slow.started == 0)
        QThread::yieldCurrentThread(); // the event loop would deliver
    QTest::qSleep(20);                 // made, and its event waits in the loop
    slow.runner.request(2);
    QCoreApplication::processEvents();
    QVERIFY(slow.delivered.empty());
    QVERIFY(slow.runner.isBusy());
    slow.released.release();
    slow.runner.finish();
    QCOMPARE(slow.delivered, std::vector<int>{4});
}

void TestLatestRunner::delivery_happens_in_the_thread_of_the_runner() {
    QThread* worked = nullptr;
    QThread* delivered = nullptr;
    LatestRunner<int, int> runner(
        [&](int number, const CancellationToken&) {
            worked = QThread::currentThread();
            return number;
        },
        [&](int) { delivered = QThread::currentThread(); });
    runner.request(1);
    QTRY_VERIFY(delivered);
    QCOMPARE(delivered, QThread::currentThread());
    QVERIFY(worked != delivered);
}

void TestLatestRunner::finish_delivers_at_once() {
    Slow slow;
    slow.released.release();
    slow.runner.request(5);
    slow.runner.finish();
    QCOMPARE(slow.delivered, std::vector<int>{10});
    slow.runner.finish();
    QCoreApplication::processEvents();
    QCOMPARE(slow.delivered, std::vector<int>{10});
}

void TestLatestRunner::finish_waits_no_longer_than_it_may() {
    Slow slow;
    slow.runner.request(1);
    QVERIFY(!slow.runner.finishWithin(std::chrono::milliseconds(1)));
    QVERIFY(slow.delivered.empty());
    slow.released.release();
    while (!slow.runner.finishWithin(std::chrono::milliseconds(1)))
        ;
    QCOMPARE(slow.delivered, std::vector<int>{2});
    QVERIFY(slow.runner.finishWithin(std::chrono::milliseconds(0))); // nothing to wait for
}

void TestLatestRunner::a_request_from_a_delivery_is_answered() {
    std::vector<int> delivered;
    LatestRunner<int, int>* again = nullptr;
    LatestRunner<int, int> runner([](int number, const CancellationToken&) { return number; },
                                  [&](int outcome) {
                                      delivered.push_back(outcome);
                                      if (outcome < 3)
                                          again->request(outcome + 1);
                                  });
    again = &runner;
    runner.request(1);
    QTRY_COMPARE(delivered, (std::vector<int>{1, 2, 3}));
}

void TestLatestRunner::what_is_discarded_dies_in_the_worker() {
    std::atomic<QThread*> died = nullptr;
    LatestRunner<int, int> runner([](int number, const CancellationToken&) { return number; },
                                  [](int) {});
    runner.discard(std::shared_ptr<int>(new int(1), [&](int* thing) {
        delete thing;
        died = QThread::currentThread();
    }));
    QTRY_VERIFY(died.load());
    QVERIFY(died.load() != QThread::currentThread());
}

void TestLatestRunner::the_end_waits_for_what_runs_and_delivers_nothing() {
    std::vector<int> delivered;
    {
        Slow slow;
        slow.runner.request(1);
        QTRY_COMPARE(slow.started.load(), 1);
        slow.runner.request(2);
        delivered = slow.delivered;
    }
    QCoreApplication::processEvents();
    QVERIFY(delivered.empty());
}

HEADSCOPE_TEST(TestLatestRunner, QApplication)
#include "test_latest_runner.moc"
