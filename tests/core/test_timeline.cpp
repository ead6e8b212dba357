// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/test_program.h"
#include "timeline/easing.h"
#include "timeline/playback_state.h"

#include <rapidcheck.h>

#include <QtTest>

#include <cmath>

using namespace headscope;
using namespace std::chrono_literals;

namespace {

constexpr Easing easings[] = {Easing::Linear, Easing::Smooth, Easing::EaseOut, Easing::Cut};

Time milliseconds(int from, int to) {
    return std::chrono::milliseconds(*rc::gen::inRange(from, to));
}

Timeline someTimeline() {
    std::vector<MoveTiming> moves;
    const int count = *rc::gen::inRange(1, 6);
    for (int i = 0; i < count; ++i) {
        // Moves without a lead, a move or a hold exist too.
        moves.push_back({*rc::gen::element(Time{0}, milliseconds(1, 900)),
                         *rc::gen::element(Time{0}, milliseconds(1, 3000)),
                         *rc::gen::element(Time{0}, milliseconds(1, 500))});
    }
    return Timeline(moves);
}

Timeline twoMoves() {
    const std::vector<MoveTiming> moves = {
        {0ms, 0ms, 500ms}, {200ms, 1000ms, 300ms}, {200ms, 2000ms, 300ms}};
    return Timeline(moves);
}

Time someTime(const Timeline& timeline) {
    return Time{*rc::gen::inRange<std::int64_t>(-1000, timeline.duration().count() + 1000)};
}

} // namespace

class TestTimeline : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void easings_begin_at_0_end_at_1_and_never_go_back();
    void cut_is_there_from_the_first_moment();
    void parts_move_one_after_another();
    void staggered_parts_cover_the_whole_time();
    void moves_follow_each_other();
    void reduced_motion_cuts();
    void position_of_a_time_of_a_position();
    void seeking_equals_playing();
    void progress_never_goes_back_within_a_move();
    void next_plays_one_move_and_stops();
    void back_goes_to_the_end_of_the_move_before();
    void play_from_the_end_begins_anew();
    void changing_the_speed_in_the_middle_does_not_jump();
    void longer_moves_for_more_parts();
};

void TestTimeline::easings_begin_at_0_end_at_1_and_never_go_back() {
    for (const Easing easing : easings) {
        QCOMPARE(eased(easing, 0), 0.0);
        QCOMPARE(eased(easing, 1), 1.0);
        QCOMPARE(eased(easing, -3), 0.0);
        QCOMPARE(eased(easing, 7), 1.0);
        double before = 0;
        for (int i = 0; i <= 1000; ++i) {
            const double now = eased(easing, i / 1000.0);
            QVERIFY(now >= before && now <= 1);
            before = now;
        }
    }
    QCOMPARE(eased(Easing::Smooth, 0.5), 0.5);
    QCOMPARE(eased(Easing::EaseOut, 0.5), 0.875);
}

void TestTimeline::cut_is_there_from_the_first_moment() {
    QCOMPARE(eased(Easing::Cut, 0.0), 0.0);
    QCOMPARE(eased(Easing::Cut, 1e-9), 1.0);
}

void TestTimeline::parts_move_one_after_another() {
    // Three heads: a third of the time each.
    QCOMPARE(staggered(0.5, 0, 3, 0.25), 1.0);
    QVERIFY(std::abs(staggered(0.5, 1, 3, 0.25) - 0.5) < 1e-12);
    QCOMPARE(staggered(0.5, 2, 3, 0.25), 0.0);
    // A crowd overlaps, so that each still takes a quarter of the time.
    QVERIFY(staggered(0.125, 0, 1000, 0.25) > 0.49);
    QVERIFY(staggered(0.125, 0, 1000, 0.25) < 0.51);
}

void TestTimeline::staggered_parts_cover_the_whole_time() {
    QVERIFY(rc::check("staggered parts cover the whole time", [] {
        const auto count = *rc::gen::inRange<std::int64_t>(1, 5000);
        const auto index = *rc::gen::inRange<std::int64_t>(0, count);
        const double t = *rc::gen::inRange(0, 100001) / 100000.0;
        const double shortest = *rc::gen::element(0.0, 0.15, 0.25, 1.0);
        RC_ASSERT(staggered(0, index, count, shortest) == 0.0);
        RC_ASSERT(staggered(1, index, count, shortest) == 1.0);
        const double own = staggered(t, index, count, shortest);
        RC_ASSERT(own >= 0 && own <= 1);
        // A later part is never ahead of an earlier one.
        if (index > 0)
            RC_ASSERT(own <= staggered(t, index - 1, count, shortest) + 1e-12);
    }));
}

void TestTimeline::moves_follow_each_other() {
    const Timeline timeline = twoMoves();
    QCOMPARE(timeline.duration(), Time{4500ms});
    QCOMPARE(timeline.locate(0ms), (TimelinePosition{0, 1, 1}));
    QCOMPARE(timeline.locate(499ms), (TimelinePosition{0, 1, 1}));
    QCOMPARE(timeline.locate(500ms), (TimelinePosition{1, 0, 0}));
    QCOMPARE(timeline.locate(600ms), (TimelinePosition{1, 0.5, 0}));
    QCOMPARE(timeline.locate(700ms), (TimelinePosition{1, 1, 0}));
    QCOMPARE(timeline.locate(950ms), (TimelinePosition{1, 1, 0.25}));
    QCOMPARE(timeline.locate(1700ms), (TimelinePosition{1, 1, 1}));
    QCOMPARE(timeline.locate(1999ms), (TimelinePosition{1, 1, 1}));
    QCOMPARE(timeline.locate(2000ms), (TimelinePosition{2, 0, 0}));
    QCOMPARE(timeline.locate(4500ms), (TimelinePosition{2, 1, 1}));
    QCOMPARE(timeline.locate(99s), (TimelinePosition{2, 1, 1}));
    QCOMPARE(timeline.locate(-1s), (TimelinePosition{0, 1, 1}));
}

void TestTimeline::reduced_motion_cuts() {
    const Timeline timeline = twoMoves();
    QCOMPARE(timeline.locate(600ms, Motion::Reduced), (TimelinePosition{1, 1, 0}));
    QCOMPARE(timeline.locate(700ms, Motion::Reduced), (TimelinePosition{1, 1, 0}));
    QCOMPARE(timeline.locate(701ms, Motion::Reduced), (TimelinePosition{1, 1, 1}));
    QVERIFY(rc::check("reduced motion shows no progress in between", [] {
        const Timeline some = someTimeline();
        const TimelinePosition position = some.locate(someTime(some), Motion::Reduced);
        RC_ASSERT(position.progress == 0.0 || position.progress == 1.0);
        RC_ASSERT(position.lead == 1.0);
    }));
}

void TestTimeline::position_of_a_time_of_a_position() {
    QVERIFY(rc::check("the position of the time of a position is that position", [] {
        const Timeline timeline = someTimeline();
        const auto move = *rc::gen::inRange<std::size_t>(0, timeline.moveCount());
        // A move of no time at all is never located.
        RC_PRE(timeline.move(move).move > Time{0});
        const double progress = *rc::gen::inRange(0, 1000) / 1000.0;
        const TimelinePosition position = timeline.locate(timeline.timeOf(move, progress));
        RC_ASSERT(position.move == move);
        RC_ASSERT(std::abs(position.progress - progress) *
                      static_cast<double>(timeline.move(move).move.count()) <=
                  0.5001);
    }));
}

void TestTimeline::seeking_equals_playing() {
    QVERIFY(rc::check("seeking equals playing, whatever the ticks were", [] {
        const Timeline timeline = someTimeline();
        PlaybackState state;
        state.speed = *rc::gen::element(0.25, 0.5, 1.0, 2.0, 4.0);
        state = played(state, 0ms, timeline);
        // Frames at uneven moments; the clock counts from the beginning of play.
        Time elapsed{0};
        Time shown{0};
        const int frames = *rc::gen::inRange(1, 200);
        for (int i = 0; i < frames; ++i) {
            elapsed += Time{*rc::gen::inRange<std::int64_t>(1, 40000)};
            shown = timeAt(state, elapsed, timeline);
        }
        const PlaybackState sought = soughtTo(PlaybackState{}, shown, timeline);
        RC_ASSERT(timeAt(sought, 0ms, timeline) == shown);
        RC_ASSERT(timeline.locate(timeAt(sought, 99s, timeline)) == timeline.locate(shown));
        RC_ASSERT(shown <= timeline.duration());
    }));
}

void TestTimeline::progress_never_goes_back_within_a_move() {
    QVERIFY(rc::check("time never leads back", [] {
        const Timeline timeline = someTimeline();
        const Time earlier = someTime(timeline);
        const Time later = earlier + Time{*rc::gen::inRange<std::int64_t>(0, 1000000)};
        const TimelinePosition a = timeline.locate(earlier);
        const TimelinePosition b = timeline.locate(later);
        RC_ASSERT(a.move <= b.move);
        if (a.move == b.move) {
            RC_ASSERT(a.lead <= b.lead);
            RC_ASSERT(a.progress <= b.progress);
        }
    }));
}

void TestTimeline::next_plays_one_move_and_stops() {
    const Timeline timeline = twoMoves();
    PlaybackState state = steppedForward({}, 0ms, timeline);
    QVERIFY(state.playing);
    QCOMPARE(timeAt(state, 1s, timeline), Time{1000ms});
    QVERIFY(!hasArrived(state, 1s, timeline));
    QVERIFY(hasArrived(state, 1700ms, timeline));
    QCOMPARE(timeAt(state, 60s, timeline), Time{1700ms});
    QCOMPARE(timeline.locate(timeAt(state, 60s, timeline)), (TimelinePosition{1, 1, 1}));
    state = paused(state, 1700ms);
    state = steppedForward(state, 1700ms, timeline);
    QCOMPARE(timeAt(state, 60s, timeline), Time{4200ms});
    // Pressed in the middle of a move: that move is finished.
    QCOMPARE(*steppedForward({}, 1000ms, timeline).stopAt, Time{1700ms});
    // At the end there is nothing to play.
    QCOMPARE(timeAt(steppedForward({}, 4500ms, timeline), 9s, timeline), Time{4500ms});
    QVERIFY(!steppedForward({}, 4500ms, timeline).playing);
}

void TestTimeline::back_goes_to_the_end_of_the_move_before() {
    const Timeline timeline = twoMoves();
    QCOMPARE(steppedBack({}, 4500ms, timeline).from, Time{4200ms});
    QCOMPARE(steppedBack({}, 4200ms, timeline).from, Time{1700ms});
    QCOMPARE(steppedBack({}, 3000ms, timeline).from, Time{1700ms});
    QCOMPARE(steppedBack({}, 1700ms, timeline).from, Time{0ms});
    QCOMPARE(steppedBack({}, 0ms, timeline).from, Time{0ms});
    QVERIFY(!steppedBack(played({}, 3s, timeline), 3s, timeline).playing);
}

void TestTimeline::play_from_the_end_begins_anew() {
    const Timeline timeline = twoMoves();
    QCOMPARE(played({}, 4500ms, timeline).from, Time{0ms});
    QCOMPARE(played({}, 4499ms, timeline).from, Time{4499ms});
}

void TestTimeline::changing_the_speed_in_the_middle_does_not_jump() {
    const Timeline timeline = twoMoves();
    PlaybackState state = played({}, 0ms, timeline);
    const Time now = timeAt(state, 800ms, timeline);
    state = withSpeed(state, now, 0.25);
    QCOMPARE(timeAt(state, 0ms, timeline), now);
    QCOMPARE(timeAt(state, 400ms, timeline), now + Time{100ms});
    QCOMPARE(withSpeed(state, now, 100).speed, fastestPlayback);
    QCOMPARE(withSpeed(state, now, 0).speed, slowestPlayback);
}

void TestTimeline::longer_moves_for_more_parts() {
    QCOMPARE(moveTime(1), Time{850ms});
    QVERIFY(moveTime(3) > moveTime(1));
    QCOMPARE(moveTime(1'000'000), Time{4s});
    for (std::int64_t parts = 1; parts < 100; ++parts)
        QVERIFY(moveTime(parts) <= moveTime(parts + 1));
}

HEADSCOPE_TEST(TestTimeline, QCoreApplication)
#include "test_timeline.moc"
