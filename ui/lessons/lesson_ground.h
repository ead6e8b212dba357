// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson.h"
#include "source/source.h"
#include "support/result.h"

#include <QCoreApplication>

namespace headscope {

struct CarriedModel;
struct Example;

/// What an example, or a model that comes along, is called that nobody touched; nullptr: somebody
/// did, or it is none. Who has that has nothing of their own: it stands there by chance.
const char* titleOfUntouched(const Source& source);

/// On what a lesson is played: on what the person has, or on the example or the trained model that
/// the lesson names, mostly in the place of what they have. A value.
class LessonGround {
    Q_DECLARE_TR_FUNCTIONS(LessonGround)

public:
    /// None: no lesson is played.
    LessonGround() = default;
    /// What the person has.
    explicit LessonGround(Source own)
        : m_source(std::move(own))
        , m_isOwn(true) {}
    /// What the lesson names, an example in the language of the interface, for who has `own`. An
    /// Error where there is nothing of that name. `sequence`: as of lessonStart().
    static Result<LessonGround> of(const Lesson& lesson, const Source& own, Index sequence);

    const Source& source() const { return m_source; }
    bool isOwn() const { return m_isOwn; }
    /// Whether it stands in the place of something else that the person has.
    bool isInPlaceOfOther() const { return m_isInPlaceOfOther; }
    /// What that is called, where it is an example or a model that nobody touched; else empty.
    QString titleOfOther() const;
    /// Why that does not suit the lesson; nothing: it does, or is an example that nobody touched.
    const std::optional<Error>& unsuited() const { return m_unsuited; }
    /// What only its run showed.
    void setUnsuited(Error why) { m_unsuited = std::move(why); }
    /// "For this lesson: example “Learnt: the ticket”."; empty: it stands in the place of nothing
    /// else. An example has no name while the lesson `asksForScale`: some are called by what their
    /// scores are divided by.
    QString words(bool asksForScale) const;

private:
    Source m_source;
    bool m_isOwn = false;
    bool m_isInPlaceOfOther = false;
    const char* m_otherTitle = nullptr;
    std::optional<Error> m_unsuited;
    const Example* m_example = nullptr;    ///< that it is
    const CarriedModel* m_model = nullptr; ///< that it is
    LessonText m_meaning;                  ///< of what the model reads
};

} // namespace headscope
