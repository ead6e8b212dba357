// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_text_view.h"

#include "type/fonts.h"

#include <QEvent>
#include <QKeyEvent>
#include <QResizeEvent>
#include <QTextBlock>
#include <QTextDocument>
#include <QWheelEvent>

#include <cmath>

namespace headscope {

namespace {
QString markOf(const QUrl& url) {
    return url.scheme() == QStringLiteral("mark") ? url.path() : QString();
}
} // namespace

LessonTextView::LessonTextView(int pixels, int line, QWidget* parent)
    : QTextBrowser(parent)
    , m_pixels(pixels)
    , m_line(line) {
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setOpenExternalLinks(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    viewport()->setAutoFillBackground(false);
    document()->setDocumentMargin(0);
    setFont(textFont(pixels)); // of the document, too, whenever it is polished
    connect(this, &QTextBrowser::highlighted, this,
            [this](const QUrl& url) { Q_EMIT pointed(markOf(url)); });
    connect(this, &QTextBrowser::anchorClicked, this,
            [this](const QUrl& url) { Q_EMIT clicked(markOf(url)); });
}

void LessonTextView::setText(const QString& html, const QString& plain) {
    setAccessibleName(plain);
    if (html == m_html)
        return;
    m_html = html;
    restyle();
}

void LessonTextView::setQuiet(bool quiet) {
    if (quiet == m_quiet)
        return;
    m_quiet = quiet;
    restyle();
}

void LessonTextView::setHeld(const QString& mark) {
    if (mark == m_held)
        return;
    m_held = mark;
    restyle();
}

void LessonTextView::restyle() {
    const QPalette& colours = palette();
    document()->setHtml(m_html);
    QTextCursor all(document());
    all.select(QTextCursor::Document);
    QTextBlockFormat lines;
    lines.setLineHeight(m_line, QTextBlockFormat::FixedHeight);
    all.mergeBlockFormat(lines);
    QTextCharFormat colour;
    colour.setForeground(colours.color(m_quiet ? QPalette::PlaceholderText : QPalette::WindowText));
    all.mergeCharFormat(colour);
    const QColor accent = colours.color(QPalette::Highlight);
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        std::vector<std::pair<int, int>> places;
        std::vector<bool> held;
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            const QTextFragment fragment = part.fragment();
            if (!fragment.charFormat().isAnchor())
                continue;
            places.emplace_back(fragment.position(), fragment.position() + fragment.length());
            held.push_back(!m_held.isEmpty() &&
                           markOf(QUrl(fragment.charFormat().anchorHref())) == m_held);
        }
        for (std::size_t i = 0; i < places.size(); ++i) {
            QTextCursor cursor(document());
            cursor.setPosition(places[i].first);
            cursor.setPosition(places[i].second, QTextCursor::KeepAnchor);
            QTextCharFormat mark;
            mark.setForeground(accent);
            mark.setUnderlineColor(accent);
            mark.setUnderlineStyle(held[i] ? QTextCharFormat::SingleUnderline
                                           : QTextCharFormat::DotLine);
            if (held[i])
                mark.setBackground(colours.color(QPalette::AlternateBase));
            cursor.mergeCharFormat(mark);
        }
    }
    m_measured.reset(document()->clone());
    updateGeometry();
}

int LessonTextView::heightForWidth(int width) const {
    if (!m_measured)
        return m_line;
    if (m_measured->textWidth() != width)
        m_measured->setTextWidth(width);
    return static_cast<int>(std::ceil(m_measured->size().height())) + 2;
}

void LessonTextView::resizeEvent(QResizeEvent* event) {
    QTextBrowser::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        updateGeometry();
}

QSize LessonTextView::sizeHint() const {
    constexpr int usual = 280;
    return {usual, heightForWidth(usual)};
}

void LessonTextView::changeEvent(QEvent* event) {
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        restyle();
}

void LessonTextView::leaveEvent(QEvent* event) {
    QTextBrowser::leaveEvent(event);
    Q_EMIT pointed({});
}

void LessonTextView::focusOutEvent(QFocusEvent* event) {
    QTextBrowser::focusOutEvent(event);
    Q_EMIT pointed({});
}

void LessonTextView::wheelEvent(QWheelEvent* event) {
    event->ignore(); // the column scrolls, not the paragraph
}

void LessonTextView::keyPressEvent(QKeyEvent* event) {
    // Esc releases a mark, Page Down scrolls the column: both are for others.
    if (event->key() == Qt::Key_Escape || event->key() == Qt::Key_PageDown ||
        event->key() == Qt::Key_PageUp || event->key() == Qt::Key_Space)
        return event->ignore();
    QTextBrowser::keyPressEvent(event);
}

} // namespace headscope
