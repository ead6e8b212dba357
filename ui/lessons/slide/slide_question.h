// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_session.h"
#include "scene/palette.h"

#include <QCoreApplication>

class QPainter;

namespace headscope {

class SlideMatrix;

/// The right of a slide: which lesson, what is asked, what can be said, and once it is shown what
/// is right and why; below, the keys and what the colours stand for.
class SlideQuestion {
    Q_DECLARE_TR_FUNCTIONS(SlideQuestion)

public:
    /// A lesson must be open. `unit` is slideUnit().
    SlideQuestion(const LessonSession& session, ThemeKind theme, double unit);

    void paint(QPainter& painter, const QRectF& room, const SlideMatrix& matrix) const;

private:
    QString words(const LessonText& text) const; ///< with markup
    QString html(const LessonText& text) const;
    QString explanation() const; ///< as HTML
    /// What stands below what can be chosen, and how large it is where it has room.
    struct Below {
        QString html;
        double pixels;
    };
    Below said() const;
    double gapOfCards() const; ///< in units
    double leastCards() const; ///< how high what can be chosen is at least
    /// The parts of the card of an option; a long note has two lines and leaves the answer room.
    struct CardParts {
        QRectF badge;
        QRectF text;
        QRectF note;
    };
    CardParts cardParts(const QRectF& card, const QString& note) const;
    QFont cardFont(const QRectF& card) const; ///< one for all options
    // Each gives how high it became.
    double paintRich(QPainter& painter, const QRectF& room, const QString& html, const QFont& font,
                     const QColor& colour) const;
    void paintTitle(QPainter& painter, const QRectF& line) const;
    double paintHeading(QPainter& painter, const QRectF& room) const;
    double paintPrompt(QPainter& painter, const QRectF& room) const;
    double paintCards(QPainter& painter, const QRectF& room) const;
    void paintCard(QPainter& painter, const QRectF& card, std::size_t option,
                   const QFont& font) const;
    double paintPlace(QPainter& painter, const QRectF& room) const;
    double paintNumber(QPainter& painter, const QRectF& room) const;
    void paintKeys(QPainter& painter, const QRectF& room) const;
    void paintLegend(QPainter& painter, const QRectF& line, const SlideMatrix& matrix) const;

    const LessonSession& m_session;
    const LessonState& m_state;
    const std::size_t m_current;
    const LessonQuestion& m_question;
    const bool m_shown; ///< the answer
    const Theme& m_theme;
    const double m_unit;
};

} // namespace headscope
