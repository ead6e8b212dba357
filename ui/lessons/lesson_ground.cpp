// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_ground.h"

#include "examples/examples.h"
#include "files/carried_models.h"
#include "lessons/lesson_state.h"
#include "lessons/lesson_words.h"

namespace headscope {

namespace {

/// Whether what somebody had is just what a lesson is played on otherwise.
bool isSameGround(const Source& a, const Source& b) {
    if (a.experiment() && b.experiment())
        return isUnedited(*a.experiment()) && a.experiment()->example == b.experiment()->example;
    return a.model() && b.model() && a.model()->text == b.model()->text &&
           carriedModelOf(*a.model()->model) &&
           carriedModelOf(*a.model()->model) == carriedModelOf(*b.model()->model);
}

} // namespace

const char* titleOfUntouched(const Source& source) {
    if (const auto experiment = source.experiment()) {
        const Example* const example =
            isUnedited(*experiment) ? findExample(experiment->example) : nullptr;
        return example ? example->title : nullptr;
    }
    const ModelSourcePointer model = source.model();
    const CarriedModel* const carried =
        model && *model == modelSource(model->model) ? carriedModelOf(*model->model) : nullptr;
    return carried ? carried->title : nullptr;
}

Result<LessonGround> LessonGround::of(const Lesson& lesson, const Source& own, Index sequence) {
    LessonGround ground;
    if (lesson.model.name.empty()) {
        ground.m_example = findExample(lesson.example, currentLanguage());
        if (!ground.m_example)
            return makeError(HEADSCOPE_MESSAGE("Message", "there is no example “%1” for the lesson "
                                                          "to begin on"),
                             lesson.example);
        ground.m_source = ground.m_example->source();
    } else {
        ground.m_model = findCarriedModel(lesson.model.name);
        if (!ground.m_model)
            return makeError(HEADSCOPE_MESSAGE("Message", "there is no model “%1” for the lesson "
                                                          "to begin on"),
                             lesson.model.name);
        auto model = openCarried(*ground.m_model);
        if (!model)
            return model.error();
        ModelSource source = modelSource(std::move(*model));
        source.text = lesson.model.text;
        ground.m_source = std::make_shared<const ModelSource>(std::move(source));
        ground.m_meaning = lesson.model.meaning;
    }
    ground.m_isInPlaceOfOther = !isSameGround(own, ground.m_source);
    if (!ground.m_isInPlaceOfOther)
        return ground;
    ground.m_otherTitle = titleOfUntouched(own);
    if (!ground.m_otherTitle || !own.experiment()) {
        if (const auto suits = lessonStart(lesson, own, sequence); !suits)
            ground.m_unsuited = suits.error();
    }
    return ground;
}

QString LessonGround::titleOfOther() const {
    return m_otherTitle ? QCoreApplication::translate("Example", m_otherTitle) : QString();
}

QString LessonGround::words(bool asksForScale) const {
    if (!m_isInPlaceOfOther)
        return {};
    if (m_example)
        return asksForScale ? tr("For this lesson: an example.")
                            : tr("For this lesson: example “%1”.").arg(exampleTitle(*m_example));
    QString words = tr("For this lesson: “%1” reads “%2”.")
                        .arg(QCoreApplication::translate("Example", m_model->title),
                             QString::fromStdString(m_source.model()->text));
    if (!m_meaning.isEmpty())
        words += sentenceGap();
    for (const TextPiece& piece : m_meaning.in(currentLanguage()))
        words += QString::fromStdString(piece.words);
    return words;
}

} // namespace headscope
