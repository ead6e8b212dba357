// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/heads_off_panel.h"

#include "controls/click_list.h"
#include "controls/segmented_control.h"
#include "forms/controls.h"
#include "type/fonts.h"
#include "words/off_text.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QPushButton>

namespace headscope {

namespace {

constexpr int mostOffRows = 6; ///< of the list, before it scrolls

} // namespace

HeadsOffPanel::HeadsOffPanel(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_change(new QLabel(this))
    , m_list(new ClickList(this))
    , m_by(new SegmentedControl(this))
    , m_allOn(new QPushButton(this)) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(rowGap);
    m_title->setFont(textFont(12, QFont::DemiBold));
    m_title->setForegroundRole(QPalette::PlaceholderText);
    m_change->setFont(textFont(13));
    m_change->setTextFormat(Qt::PlainText);
    m_change->setWordWrap(true);
    m_list->setFont(textFont(13));
    m_allOn->setFont(textFont(13));
    auto* under = new QHBoxLayout;
    under->setSpacing(8);
    under->addWidget(m_by);
    under->addWidget(m_allOn);
    under->addStretch();
    rows->addWidget(m_title);
    rows->addWidget(m_change);
    rows->addWidget(m_list);
    rows->addLayout(under);
    connect(m_list, &ClickList::chosen, this, [this](const QListWidgetItem* item) {
        const auto row = static_cast<std::size_t>(item->data(Qt::UserRole).toInt());
        Q_EMIT asked(want::SwitchHeads{{m_off.heads[row]}, false});
    });
    connect(m_by, &SegmentedControl::chosen, this,
            [this](int by) { Q_EMIT asked(want::SwitchBy{static_cast<OffBy>(by)}); });
    connect(m_allOn, &QPushButton::clicked, this, [this] {
        Q_EMIT asked(want::SwitchHeads{m_off.heads, false});
    });
    retranslate();
    hide();
}

void HeadsOffPanel::show(const ModelSourcePointer& source, const QString& change) {
    setVisible(source && source->off.any());
    m_change->setText(change);
    m_change->setVisible(!change.isEmpty());
    if (!source || source->off == m_off)
        return;
    m_off = source->off;
    fill();
}

void HeadsOffPanel::fill() {
    m_list->clear();
    for (std::size_t i = 0; i < m_off.heads.size(); ++i) {
        auto* item = new QListWidgetItem(QStringLiteral("✕  ") + headName(m_off.heads[i]), m_list);
        item->setData(Qt::UserRole, static_cast<int>(i));
    }
    m_list->fitHeight(mostOffRows);
    m_by->setCurrent(static_cast<int>(m_off.by));
    m_title->setText(tr("%n heads switched off", nullptr, static_cast<int>(m_off.heads.size())));
}

void HeadsOffPanel::retranslate() {
    m_by->setChoices({tr("by 0"), tr("by the mean")});
    m_by->setToolTip(tr("What stands in the place of what these heads give: nothing, or at every "
                        "token its mean over the text"));
    m_list->setAccessibleName(tr("Heads switched off"));
    m_list->setToolTip(tr("A click or Enter switches the head on again."));
    m_allOn->setText(tr("All on"));
    m_allOn->setAccessibleName(m_allOn->text());
    fill();
}

void HeadsOffPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace headscope
