// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/notices/page_run_bar.h"

#include <QHBoxLayout>
#include <QPushButton>

#include <utility>

namespace headscope {

PageRunBar::PageRunBar(QWidget* parent)
    : NoticeBar(parent)
    , m_back(new QPushButton(this)) {
    row().addWidget(m_back);
    connect(m_back, &QPushButton::clicked, this, &PageRunBar::backAsked);
    retranslate();
}

void PageRunBar::show(bool shown, const QString& name) {
    setVisible(shown);
    if (std::exchange(m_name, name) != name)
        retranslate();
}

void PageRunBar::retranslate() {
    const QString sentence = tr("Shown is %1, not the experiment.").arg(m_name);
    say(sentence, sentence);
    m_back->setText(tr("Back to the experiment"));
}

} // namespace headscope
