// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/examples.h"
#include "experiment/experiment_run.h"
#include "lessons/lesson_state.h"
#include "lessons/lessons.h"
#include "transformer/run_model.h"

#include <cstdlib>

using namespace headscope;

namespace {

LessonMoment momentOf(const Experiment& experiment) {
    return {std::make_shared<const Experiment>(experiment),
            runOf(experiment,
                  std::make_shared<const Trace>(runModel(modelProblemOf(experiment)).value()), {}),
            0};
}

} // namespace

/// Whatever is accepted can be begun, or says why not, and every text of it can be said.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Result<Lesson> lesson = readLesson({reinterpret_cast<const char*>(data), size});
    if (!lesson) {
        if (lesson.error().text().empty())
            std::abort();
        return 0;
    }
    const Experiment ticket = findExample("ticket")->make();
    const Result<Source> start = lessonStart(*lesson, ticket);
    static const LessonMoment moment = momentOf(ticket);
    if (!start || !(*start->experiment() == ticket))
        return 0;
    Result<LessonState> state = LessonState::begin(std::make_shared<const Lesson>(*lesson), moment);
    if (!state)
        return 0;
    for (std::size_t i = 0; i < lesson->questions.size(); ++i) {
        state->predict(i, {});
        state->reveal(i, moment);
        for (const Language language : {Language::English, Language::Chinese}) {
            (void)state->text(language);
            (void)state->said(lesson->questions[i].heading, language, i);
            (void)state->explanation(i, language);
            (void)state->counterexample(i, language);
        }
    }
    return 0;
}
