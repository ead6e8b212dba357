// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/notices/axes_bar.h"

#include "editors/attention_panel.h"
#include "type/fonts.h"
#include "words/error_text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QPushButton>

namespace headscope {

AxesBar::AxesBar(QWidget* parent)
    : NoticeBar(parent)
    , m_axes(new QComboBox(this))
    , m_right(new QPushButton(this)) {
    m_axes->setFont(textFont(13));
    m_axes->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    row().addWidget(m_axes);
    row().addWidget(m_right);
    connect(m_axes, &QComboBox::activated, this, [this](int index) {
        const auto axes = axesFrom(m_axes->itemData(index).toString().toStdString());
        auto next = std::make_shared<FileAttention>(*m_shown);
        if (axes)
            next->axes = *axes;
        next->axesSaid = true;
        // What does not fit is refused in the setup, which says why.
        if (checkAttention(*next))
            Q_EMIT chosen(next);
    });
    connect(m_right, &QPushButton::clicked, this, [this] {
        auto next = std::make_shared<FileAttention>(*m_shown);
        next->axesSaid = true;
        Q_EMIT chosen(next);
    });
    retranslate();
}

void AxesBar::show(const FileAttentionPointer& attention) {
    if (std::exchange(m_shown, attention) != attention && attention)
        retranslate();
    setVisible(attention && !attention->axesSaid && m_axes->count() > 1);
}

void AxesBar::retranslate() {
    m_right->setText(tr("That is right"));
    if (!m_shown)
        return;
    const QString name = visibleName(QString::fromStdString(m_shown->name));
    const QString sentence = tr("%1 could be read in several ways. It is read as").arg(name);
    say(tr("Read as (there are other ways):"), sentence);
    m_axes->setAccessibleName(sentence);
    std::vector<ArrayAxes> all = otherAxesOf(*m_shown);
    all.insert(all.begin(), m_shown->axes);
    m_axes->clear();
    for (const ArrayAxes& axes : all)
        m_axes->addItem(axesSentence(*m_shown, axes), QString::fromStdString(axesText(axes)));
}

} // namespace headscope
