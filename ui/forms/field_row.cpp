// SPDX-License-Identifier: GPL-3.0-or-later
#include "forms/field_row.h"

#include "forms/controls.h"
#include "forms/spin_boxes.h"
#include "type/math_text.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QPushButton>

namespace headscope {

namespace {
constexpr int labelWidth = 84;
constexpr int innerGap = 4;
} // namespace

FieldRow::FieldRow(QWidget* control, LabelPlace place, QWidget* parent)
    : QWidget(parent)
    , m_control(control)
    , m_label(new QLabel(this))
    , m_errorArea(new QWidget(this))
    , m_errorLabel(noteLabel(m_errorArea, QPalette::BrightText))
    , m_offers(new QHBoxLayout) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(innerGap);
    m_label->setFont(textFont(13));
    m_label->setBuddy(control);
    if (place == LabelPlace::Beside) {
        auto* row = new QHBoxLayout;
        row->setSpacing(0);
        m_label->setFixedWidth(labelWidth);
        row->addWidget(m_label);
        row->addWidget(control, 1);
        rows->addLayout(row);
    } else {
        auto* row = new QHBoxLayout;
        m_note = new QLabel(this);
        m_note->setFont(textFont(12));
        m_note->setForegroundRole(QPalette::PlaceholderText);
        row->addWidget(m_label, 1);
        row->addWidget(m_note);
        rows->addLayout(row);
        rows->addWidget(control);
    }

    auto* errorRows = new QVBoxLayout(m_errorArea);
    errorRows->setContentsMargins(0, 0, 0, innerGap);
    errorRows->setSpacing(innerGap);
    errorRows->addWidget(m_errorLabel);
    m_offers->setSpacing(8);
    errorRows->addLayout(m_offers);
    m_errorArea->hide();
    rows->addWidget(m_errorArea);
    if (FieldCheck* const check = FieldCheck::of(control))
        connect(check, &FieldCheck::changed, this, [this](const QString& sentence) {
            sentence.isEmpty() ? clearError() : showError(sentence);
        });
}

void markRefused(QWidget& control, bool refused, const QPalette& colours) {
    QPalette own;
    if (refused) {
        const QColor error = colours.color(QPalette::BrightText);
        own.setColor(QPalette::Dark, error);
        own.setColor(QPalette::Highlight, error);
        own.setColor(QPalette::HighlightedText, colours.color(QPalette::Base));
    }
    control.setPalette(own);
}

void FieldRow::setTexts(const QString& label, const QString& name, const QString& explanation) {
    m_label->setText(mathHtml(label));
    m_label->setToolTip(explanation);
    m_control->setAccessibleName(name);
    m_control->setToolTip(explanation);
    m_control->setAccessibleDescription(hasError() ? m_sentence : explanation);
}

void FieldRow::setLabelWidth(int width) {
    m_label->setFixedWidth(width);
}

void FieldRow::setNote(const QString& note) {
    if (m_note)
        m_note->setText(note);
}

void FieldRow::showError(const QString& sentence, const std::vector<int>& offers) {
    clearError();
    m_sentence = sentence;
    m_errorLabel->setText(sentence);
    QWidget* before = m_control;
    for (const int value : offers) {
        auto* button = new QPushButton(tr("Use %1").arg(value), m_errorArea);
        button->setFont(textFont(12));
        button->setAccessibleDescription(sentence);
        connect(button, &QPushButton::clicked, this, [this, value] { Q_EMIT offerTaken(value); });
        m_offers->addWidget(button);
        setTabOrder(before,
                    button); // Tab goes to what is offered, not to the window's last control
        before = button;
    }
    if (!offers.empty())
        m_offers->addStretch(1);
    m_control->setAccessibleDescription(sentence);
    m_errorArea->show();
    markControl();
}

void FieldRow::clearError() {
    if (!hasError())
        return;
    m_sentence.clear();
    m_errorLabel->clear();
    while (QLayoutItem* item = m_offers->takeAt(0)) {
        // A button may be the sender of what clears the error.
        if (QWidget* button = item->widget()) {
            button->hide();
            button->deleteLater();
        }
        delete item;
    }
    m_control->setAccessibleDescription(m_control->toolTip());
    m_errorArea->hide();
    markControl();
}

void FieldRow::markControl() {
    m_marking = true;
    markRefused(*m_control, hasError(), palette());
    m_marking = false;
}

void FieldRow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && !m_marking)
        markControl();
    QWidget::changeEvent(event);
}

} // namespace headscope
