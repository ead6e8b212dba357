// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_next_words.h"

#include "checkpoint/model_source.h"
#include "lessons/lesson_room.h"
#include "lessons/lesson_words.h"
#include "type/fonts.h"

#include <QPainter>

#include <algorithm>

namespace headscope {

namespace {

constexpr int nextWordsLine = 24; ///< of a row, in pixels
constexpr int nextWordsGap = 12;
constexpr std::size_t startWords = 3; ///< so many of the start; then the likeliest of now
constexpr int shareDecimals = 3;

} // namespace

LessonNextWords::LessonNextWords(const LessonSession& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session) {
    refresh();
}

void LessonNextWords::refresh() {
    const LessonState& state = *m_session.state();
    m_rows.clear();
    if (state.start().source.model()) {
        const std::vector<NextWord> before = saidWords(*state.start().run);
        // While answers are hidden nothing tells what came of an edit.
        const std::vector<NextWord> now =
            m_session.hidesAnswers() ? before : saidWords(*state.now().run);
        std::vector<Index> ids;
        for (std::size_t i = 0; i < std::min(startWords, before.size()); ++i)
            ids.push_back(before[i].id);
        if (!now.empty() && std::ranges::find(ids, now.front().id) == ids.end())
            ids.push_back(now.front().id);
        for (const Index id : ids)
            m_rows.push_back(
                {tokenWord(state, id), probabilityIn(before, id), probabilityIn(now, id)});
    }
    setVisible(!m_rows.empty());
    QStringList said;
    for (const Row& row : m_rows)
        said << row.token + u' ' + numbersOf(row);
    setAccessibleName(tr("Next token"));
    setAccessibleDescription(said.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

QString LessonNextWords::numbersOf(const Row& row) const {
    const QString before = lessonNumber(row.before, shareDecimals);
    const QString now = lessonNumber(row.now, shareDecimals);
    return before == now ? now : before + QStringLiteral(" → ") + now;
}

QSize LessonNextWords::sizeHint() const {
    return {200, nextWordsLine * (1 + static_cast<int>(m_rows.size())) + 4};
}

void LessonNextWords::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QFont text = textFont(lessonType);
    const QFont number = numberFont(lessonType);
    painter.setFont(textFont(lessonType, QFont::DemiBold));
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(QRect(0, 0, width(), nextWordsLine), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("Next token"));
    int words = 0;
    int numbers = 0;
    for (const Row& row : m_rows) {
        words = std::max(words, QFontMetrics(text).horizontalAdvance(row.token));
        numbers = std::max(numbers, QFontMetrics(number).horizontalAdvance(numbersOf(row)));
    }
    const int left = words + nextWordsGap;
    const double room = std::max(0, width() - left - numbers - nextWordsGap);
    int y = nextWordsLine;
    for (const Row& row : m_rows) {
        painter.setPen(palette().color(QPalette::WindowText));
        painter.setFont(text);
        painter.drawText(QRect(0, y, words, nextWordsLine), Qt::AlignLeft | Qt::AlignVCenter,
                         row.token);
        painter.setFont(number);
        painter.drawText(QRect(0, y, width(), nextWordsLine), Qt::AlignRight | Qt::AlignVCenter,
                         numbersOf(row));
        // A frame as long as the probability of the start, filled as far as that of now.
        const QRectF bar(left, y + 6, room, nextWordsLine - 12);
        painter.fillRect(QRectF(bar.topLeft(), QSizeF(room * row.now, bar.height())),
                         palette().color(QPalette::Highlight));
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
        painter.drawRect(QRectF(bar.left() + 0.5, bar.top() + 0.5,
                                std::max(1.0, room * row.before - 1), bar.height() - 1));
        y += nextWordsLine;
    }
}

} // namespace headscope
