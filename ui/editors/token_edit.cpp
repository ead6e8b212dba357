// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/token_edit.h"

#include "type/fonts.h"

#include <QFocusEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QTextBlock>

#include <cmath>
#include <utility>

namespace headscope {

TokenEdit::TokenEdit(QWidget* parent)
    : QPlainTextEdit(parent) {
    setFont(textFont(14));
    setTabChangesFocus(true);
    // Its height is set: a row around it takes no room that is left.
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    connect(this, &QPlainTextEdit::textChanged, this, &TokenEdit::fitHeight);
    fitHeight();
}

void TokenEdit::fitHeight() {
    // Measured, because a line with Chinese is higher than the font says.
    double text = 0;
    int lines = 0;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        text += blockBoundingRect(block).height();
        lines += qMax(1, block.lineCount());
    }
    const double line = qMax(text / qMax(1, lines), QFontMetricsF(textFont(14)).lineSpacing());
    const int shown = qBound(2, lines, 4);
    const double margins = 2 * (document()->documentMargin() + frameWidth());
    const int height = static_cast<int>(std::ceil(shown * line + margins)) + 1;
    if (height != maximumHeight() || height != minimumHeight())
        setFixedHeight(height);
}

bool TokenEdit::canInsertFromMimeData(const QMimeData* source) const {
    return source && source->hasText() && !source->hasUrls();
}

void TokenEdit::insertFromMimeData(const QMimeData* source) {
    // Not Qt's own: in 6.4 it reads the first format of data that has none, such as those
    // of an empty clipboard.
    if (!canInsertFromMimeData(source))
        return;
    insertPlainText(source->text());
    ensureCursorVisible();
}

void TokenEdit::await() {
    setFocus(Qt::ShortcutFocusReason);
    selectAll();
    m_awaited = true;
}

void TokenEdit::end() {
    if (std::exchange(m_awaited, false))
        Q_EMIT typed();
}

void TokenEdit::keyPressEvent(QKeyEvent* event) {
    if (m_awaited && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        return end();
    QPlainTextEdit::keyPressEvent(event);
}

void TokenEdit::focusOutEvent(QFocusEvent* event) {
    QPlainTextEdit::focusOutEvent(event);
    // Another window, or a menu, gives the keyboard back.
    if (event->reason() != Qt::ActiveWindowFocusReason && event->reason() != Qt::PopupFocusReason)
        end();
}

void TokenEdit::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        fitHeight();
}

} // namespace headscope
