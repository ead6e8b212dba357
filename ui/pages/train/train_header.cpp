// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/train_header.h"

#include "controls/segmented_control.h"
#include "forms/controls.h"
#include "pages/train/train_words.h"
#include "type/fonts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>

#include <algorithm>

namespace headscope {

TrainHeader::TrainHeader(QWidget* parent)
    : QWidget(parent)
    , m_layers(new SegmentedControl(this))
    , m_values(new QComboBox(this))
    , m_follow(new QCheckBox(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    m_values->setFont(textFont(13));
    row->addWidget(m_layers);
    row->addWidget(m_values);
    row->addWidget(m_follow);
    // Copies: the scopes are others when the answer comes back, before these return.
    const auto ask = [this](std::string scope) {
        Q_EMIT attentionAsked(scope, chosen<TrainValues>(m_values));
    };
    connect(m_layers, &SegmentedControl::chosen, this,
            [=, this](int layer) { ask(m_layerScopes[static_cast<std::size_t>(layer)]); });
    connect(m_values, &QComboBox::activated, this, [=, this] { ask(m_scope); });
    connect(m_follow, &QCheckBox::clicked, this, &TrainHeader::followAsked);
    retranslate();
}

void TrainHeader::setScene(const TrainScene& scene) {
    m_scope = scene.scope;
    m_layerScopes.clear();
    QStringList names;
    for (const WatchedAttention& attention : scene.at().attentions) {
        if (!sameKind(attention.scope, scene.scope))
            continue;
        m_layerScopes.push_back(attention.scope);
        names << attentionName(attention.scope, scene.moment);
    }
    // With many layers the numbers alone: the strip says which attention it is.
    if (names.size() > 3) {
        for (qsizetype i = 0; i < names.size(); ++i)
            names[i] = QString::number(i + 1);
    }
    m_layers->setVisible(names.size() > 1 && !scene.stop);
    m_layers->setChoices(names);
    m_layers->setCurrent(
        static_cast<int>(std::ranges::find(m_layerScopes, scene.scope) - m_layerScopes.begin()));
    choose(m_values, scene.values);
    m_follow->setChecked(scene.follow);
}

void TrainHeader::setPageWidth(int width) {
    m_pageWidth = width;
    showFollow();
}

void TrainHeader::showFollow() {
    constexpr int narrow = 780;
    const QString whole = tr("follow the newest step");
    const QString text = m_pageWidth < narrow ? tr("follow") : whole;
    if (m_follow->text() != text)
        m_follow->setText(text);
    m_follow->setToolTip(whole);
    m_follow->setAccessibleName(whole);
}

void TrainHeader::retranslate() {
    showFollow();
    setEntries<TrainValues>(m_values,
                            {{TrainText::values(TrainValues::Weights), TrainValues::Weights},
                             {TrainText::values(TrainValues::Scores), TrainValues::Scores},
                             {TrainText::values(TrainValues::Gradient), TrainValues::Gradient}});
    m_values->setAccessibleName(tr("What of the heads is shown"));
    m_layers->setAccessibleName(tr("Which layer"));
}

void TrainHeader::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace headscope
