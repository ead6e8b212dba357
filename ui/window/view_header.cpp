// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/view_header.h"

#include "scene/fonts.h"
#include "scene/stage_text.h"
#include "window/segmented_control.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QTabBar>

namespace headscope {

ViewHeader::ViewHeader(QWidget* parent)
    : QWidget(parent) {
    setFixedHeight(40);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 0, 24, 0);
    row->setSpacing(16);
    m_tabs = new QTabBar(this);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setFocusPolicy(Qt::StrongFocus);
    for (int view = HeadsTab; view <= ShapesTab; ++view)
        m_tabs->addTab(QString());
    row->addWidget(m_tabs, 0, Qt::AlignBottom);
    m_sentence = new QLabel(this);
    m_sentence->setFont(textFont(16, QFont::DemiBold));
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_sentence->setMinimumWidth(10);
    m_sentence->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(m_sentence, 1);
    m_tensor = new SegmentedControl(this);
    m_values = new QCheckBox(this);
    m_orientation = new SegmentedControl(this);
    row->addWidget(m_tensor);
    row->addWidget(m_values);
    row->addWidget(m_orientation);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int view) {
        showControls();
        Q_EMIT viewChosen(view);
    });
    connect(m_tensor, &SegmentedControl::chosen, this,
            [this](int index) { Q_EMIT tensorChosen(static_cast<std::size_t>(index)); });
    connect(m_values, &QCheckBox::toggled, this, &ViewHeader::valuesToggled);
    connect(m_orientation, &SegmentedControl::chosen, this,
            [this](int index) { Q_EMIT rowsAreKeysChosen(index == 1); });
    retranslate();
    showControls();
}

int ViewHeader::currentView() const {
    return m_tabs->currentIndex();
}

void ViewHeader::setCurrentView(int index) {
    m_tabs->setCurrentIndex(index);
}

void ViewHeader::setScene(const Scene& scene) {
    QStringList symbols;
    if (scene.trace) {
        for (const TensorName name : tensorsOf(scene.selection.stage, *scene.trace)) {
            QString symbol = tensorSymbol(name);
            if (symbol.isEmpty())
                symbol = tensorTitle(name);
            symbols << symbol.remove(QStringLiteral("_{")).remove(u'}');
        }
    }
    m_severalTensors = symbols.size() > 1;
    showControls();
    if (m_severalTensors) {
        m_tensor->setChoices(symbols);
        m_tensor->setCurrent(static_cast<int>(scene.selection.tensor));
    }
    const QSignalBlocker quiet(m_values);
    m_values->setChecked(scene.display.valuesInCells);
    m_orientation->setCurrent(scene.display.rowsAreKeys ? 1 : 0);
}

void ViewHeader::setSentence(const QString& sentence) {
    // A label that changes asks for a new layout: not for every frame.
    if (m_sentence->text() != sentence)
        m_sentence->setText(sentence);
}

void ViewHeader::showControls() {
    const bool heads = currentView() == HeadsTab;
    m_tensor->setVisible(heads && m_severalTensors);
    m_values->setVisible(heads);
    m_orientation->setVisible(heads);
}

void ViewHeader::retranslate() {
    m_tabs->setTabText(HeadsTab, tr("Heads"));
    m_tabs->setTabText(ShapesTab, tr("Shapes"));
    m_tabs->setAccessibleName(tr("View"));
    m_tensor->setAccessibleName(tr("Which tensor of this stage"));
    m_values->setText(tr("values in cells"));
    m_values->setAccessibleName(tr("Values in cells"));
    m_values->setToolTip(tr("Write the numbers into the cells, where they fit"));
    m_orientation->setChoices({tr("rows = queries"), tr("rows = keys")});
    m_orientation->setAccessibleName(tr("What the rows are"));
    m_orientation->setToolTip(
        tr("Draw the matrices transposed, for people who learnt it the other way round"));
}

void ViewHeader::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void ViewHeader::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().base());
    painter.fillRect(QRect(0, height() - 1, width(), 1), palette().mid());
    painter.fillRect(QRect(0, 0, width(), 1), palette().mid());
}

} // namespace headscope
