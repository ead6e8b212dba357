// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/bias_boxes.h"

#include "type/fonts.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>

namespace headscope {

namespace {
constexpr std::array<const char*, projections.size()> letters = {"Q", "K", "V", "O"};
}

BiasBoxes::BiasBoxes(QWidget* parent)
    : QWidget(parent) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        m_boxes[i] = new QCheckBox(QString::fromLatin1(letters[i]), this);
        m_boxes[i]->setFont(textFont(13));
        row->addWidget(m_boxes[i]);
        connect(m_boxes[i], &QCheckBox::clicked, this,
                [this, i](bool on) { Q_EMIT toggled(projections[i].bias, on); });
    }
    row->addStretch(1);
    setFocusProxy(m_boxes[0]);
    retranslate();
}

void BiasBoxes::setWeights(const Parameters& weights, const Scope& scope) {
    for (std::size_t i = 0; i < m_boxes.size(); ++i)
        m_boxes[i]->setChecked(weights.find(projections[i].bias, scope) != nullptr);
}

void BiasBoxes::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void BiasBoxes::retranslate() {
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        const QLatin1String letter(letters[i]);
        m_boxes[i]->setAccessibleName(tr("Bias of %1").arg(letter));
        m_boxes[i]->setToolTip(
            tr("The projection with W_%1 adds a number to each of its columns").arg(letter));
    }
}

} // namespace headscope
