// SPDX-License-Identifier: GPL-3.0-or-later
#include "cells/number_editor.h"

#include "cells/cell_table.h"
#include "forms/number_input.h"
#include "type/fonts.h"
#include "words/error_text.h"

#include <QFocusEvent>
#include <QKeyEvent>
#include <QLabel>

#include <algorithm>
#include <cmath>

namespace headscope {

NumberEditor::NumberEditor(QWidget* parent)
    : QLineEdit(parent)
    , m_sentence(new QLabel(parent)) {
    setAlignment(Qt::AlignCenter);
    setTextMargins(0, 0, 0, 0);
    m_sentence->setAutoFillBackground(true);
    m_sentence->setForegroundRole(QPalette::BrightText); // that of errors
    m_sentence->setBackgroundRole(QPalette::Window);
    m_sentence->setFrameShape(QFrame::Box);
    m_sentence->setMargin(6);
    m_sentence->setWordWrap(true);
    m_sentence->hide();
    hide();
    connect(this, &QLineEdit::textEdited, this, [this] { refuse({}); });
}

void NumberEditor::open(const QRectF& cell, double pixels, const QString& text,
                        const QString& name) {
    m_open = true;
    m_cell = cell;
    m_before = text;
    setFont(numberFont(pixels, QFont::DemiBold));
    setAccessibleName(name);
    setText(text);
    selectAll();
    refuse({});
    place();
    show();
    raise();
    setFocus(Qt::OtherFocusReason);
}

void NumberEditor::moveTo(const QRectF& cell) {
    m_cell = cell;
    place();
}

void NumberEditor::leave() {
    m_open = false;
    refuse({});
    if (hasFocus())
        parentWidget()->setFocus(Qt::OtherFocusReason);
    hide();
}

QString NumberEditor::sentence() const {
    return m_sentence->isHidden() ? QString() : m_sentence->text();
}

bool NumberEditor::take() {
    if (text() == m_before) {
        leave();
        return true;
    }
    const Result<float> value = parseNumber(text());
    if (!value) {
        refuse(translated(value.error()));
        return false;
    }
    leave();
    Q_EMIT typed(*value);
    return true;
}

void NumberEditor::refuse(const QString& sentence) {
    sayOf(*this, sentence);
    m_sentence->setVisible(!sentence.isEmpty());
    if (sentence.isEmpty())
        return;
    m_sentence->setFont(textFont(12));
    m_sentence->setText(sentence);
    place();
    m_sentence->raise();
}

void NumberEditor::place() {
    // Wide enough for a number with its sign, over neighbours where cells are small.
    const double digit = fontMetrics().horizontalAdvance(u'0');
    const double width = std::max(
        {m_cell.width(), 9.0 * digit, fontMetrics().horizontalAdvance(m_before) + 3.0 * digit});
    const double height = std::max(m_cell.height(), fontMetrics().height() + 8.0);
    QRect where(0, 0, static_cast<int>(std::ceil(width)), static_cast<int>(std::ceil(height)));
    where.moveCenter(m_cell.center().toPoint());
    const QRect room = parentWidget()->rect();
    where.moveLeft(std::clamp(where.left(), 0, std::max(0, room.width() - where.width())));
    where.moveTop(std::clamp(where.top(), 0, std::max(0, room.height() - where.height())));
    setGeometry(where);
    const int most = std::min(280, room.width());
    const QSize wanted(most, m_sentence->heightForWidth(most));
    QRect below(where.left(), where.bottom() + 3, wanted.width(), wanted.height());
    below.moveLeft(std::clamp(below.left(), 0, std::max(0, room.width() - below.width())));
    if (below.bottom() > room.bottom())
        below.moveBottom(where.top() - 3);
    m_sentence->setGeometry(below);
}

bool NumberEditor::event(QEvent* event) {
    // Tab would go to the next widget before keyPressEvent() saw it.
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Tab || key->key() == Qt::Key_Backtab) {
            const bool back =
                key->key() == Qt::Key_Backtab || (key->modifiers() & Qt::ShiftModifier);
            const int by = back ? -1 : 1;
            if (take())
                Q_EMIT movedOn(by);
            return true;
        }
    }
    // Escape, Home and Space are the editor's while it is open.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (!(key->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) &&
            (key->key() < Qt::Key_F1 || key->key() > Qt::Key_F35)) {
            event->accept();
            return true;
        }
    }
    return QLineEdit::event(event);
}

void NumberEditor::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Escape: leave(); return;
    case Qt::Key_Return:
    case Qt::Key_Enter: (void)take(); return;
    default: break;
    }
    QLineEdit::keyPressEvent(event);
    event->accept(); // no key of the matrix below
}

void NumberEditor::focusOutEvent(QFocusEvent* event) {
    QLineEdit::focusOutEvent(event);
    const bool elsewhere =
        event->reason() != Qt::ActiveWindowFocusReason && event->reason() != Qt::PopupFocusReason;
    if (m_open && elsewhere && !take())
        leave();
}

} // namespace headscope
