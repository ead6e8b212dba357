// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/view_header.h"

#include "controls/segmented_control.h"
#include "scene/fonts.h"
#include "scene/statements.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QTabBar>

#include <algorithm>

namespace headscope {

bool hasView(const Scene& scene, View view) {
    switch (view) {
    case View::Heads: break;
    case View::Shapes: return scene.kind() == ScopeKind::Attention;
    case View::Layers:
        return scene.isModel() && std::ranges::count(scene.blocks->scopes, ScopeKind::Attention,
                                                     &TraceScope::kind) > 1;
    }
    return true;
}

ViewHeader::ViewHeader(QWidget* parent)
    : QWidget(parent) {
    setFixedHeight(40);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 0, 24, 0);
    row->setSpacing(16);
    m_tabs = new QTabBar(this);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(false); // three short words always fit
    m_tabs->setFocusPolicy(Qt::StrongFocus);
    for (int view = 0; view <= static_cast<int>(View::Layers); ++view)
        m_tabs->addTab(QString());
    m_tabs->setTabVisible(static_cast<int>(View::Layers), false);
    row->addWidget(m_tabs, 0, Qt::AlignBottom);
    m_sentence = new QLabel(this);
    m_sentence->setFont(textFont(16, QFont::DemiBold));
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_sentence->setMinimumWidth(10);
    m_sentence->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    // A hidden label leaves no stretch behind, and the controls belong to the right.
    row->addStretch(1);
    row->addWidget(m_sentence, 1000);
    m_tensor = new SegmentedControl(this);
    m_values = new QCheckBox(this);
    m_orientation = new SegmentedControl(this);
    row->addWidget(m_tensor);
    row->addWidget(m_values);
    row->addWidget(m_orientation);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        showControls();
        Q_EMIT viewChosen(static_cast<View>(index));
    });
    connect(m_tensor, &SegmentedControl::chosen, this,
            [this](int index) { Q_EMIT tensorChosen(static_cast<std::size_t>(index)); });
    connect(m_values, &QCheckBox::toggled, this, &ViewHeader::valuesToggled);
    connect(m_orientation, &SegmentedControl::chosen, this,
            [this](int index) { Q_EMIT rowsAreKeysChosen(index == 1); });
    retranslate();
}

View ViewHeader::currentView() const {
    return static_cast<View>(m_tabs->currentIndex());
}

void ViewHeader::setCurrentView(View view) {
    if (m_tabs->isTabVisible(static_cast<int>(view)))
        m_tabs->setCurrentIndex(static_cast<int>(view));
}

void ViewHeader::nameTabs() {
    m_tabs->setTabText(static_cast<int>(View::Heads), m_kind == ScopeKind::Attention ? tr("Heads")
                                                      : m_kind == ScopeKind::Norm    ? tr("Norm")
                                                                                  : tr("Matrix"));
    m_tabs->setTabText(static_cast<int>(View::Shapes), tr("Shapes"));
    m_tabs->setTabToolTip(static_cast<int>(View::Shapes),
                          tr("What splitting and merging the heads does to the memory"));
    m_tabs->setTabText(static_cast<int>(View::Layers), tr("Layers"));
    m_tabs->setTabToolTip(static_cast<int>(View::Layers), tr("Every head of every layer at once"));
}

void ViewHeader::setScene(const Scene& scene) {
    const bool shapes = hasView(scene, View::Shapes);
    const bool layers = hasView(scene, View::Layers);
    // While nothing is shown between two runs, the chosen view stays.
    const bool between = scene.isEmpty() && m_hadScene;
    m_hadScene = m_hadScene || !scene.isEmpty();
    if (!between && (layers != m_tabs->isTabVisible(static_cast<int>(View::Layers)) ||
                     shapes != m_tabs->isTabVisible(static_cast<int>(View::Shapes)))) {
        // Not the neighbour of a view that has nothing to show any more.
        if ((currentView() == View::Shapes && !shapes) ||
            (currentView() == View::Layers && !layers))
            m_tabs->setCurrentIndex(static_cast<int>(View::Heads));
        m_tabs->setTabVisible(static_cast<int>(View::Shapes), shapes);
        m_tabs->setTabVisible(static_cast<int>(View::Layers), layers);
        m_tabs->updateGeometry(); // the bar keeps its old width otherwise
        layout()->invalidate();
    }
    if (std::exchange(m_kind, scene.kind()) != scene.kind())
        nameTabs();
    QStringList symbols;
    if (scene.trace) {
        for (const TensorName name : tensorsOf(scene.selection.stage, *scene.trace)) {
            QString symbol = statementOf(scene, name).name();
            symbols << symbol.remove(QStringLiteral("_{")).remove(u'}');
        }
    }
    m_severalTensors = symbols.size() > 1;
    m_pairs = isQueryKeyStage(scene.selection.stage);
    showControls();
    if (m_severalTensors) {
        m_tensor->setChoices(symbols);
        m_tensor->setCurrent(static_cast<int>(scene.selection.tensor));
    }
    const QSignalBlocker quiet(m_values);
    m_values->setChecked(scene.display.valuesInCells);
    m_orientation->setCurrent(scene.display.rowsAreKeys ? 1 : 0);
}

void ViewHeader::setValuesFit(bool fit) {
    if (m_values->isEnabled() == fit)
        return;
    m_values->setEnabled(fit);
    explainValues();
}

void ViewHeader::explainValues() {
    m_values->setToolTip(m_values->isEnabled()
                             ? tr("Write the numbers into the cells, where they fit")
                             : tr("The cells are too small for numbers"));
}

void ViewHeader::setSentence(const QString& sentence) {
    // A label that changes asks for a new layout: not for every frame.
    if (m_sentence->text() == sentence)
        return;
    m_sentence->setText(sentence);
    m_sentence->setToolTip(sentence);
}

void ViewHeader::showControls() {
    const View view = currentView();
    m_tensor->setVisible(view == View::Heads && m_severalTensors);
    m_values->setVisible(view == View::Heads);
    m_orientation->setVisible(view == View::Layers || (view == View::Heads && m_pairs));
    m_sentence->setVisible(view == View::Shapes);
}

void ViewHeader::retranslate() {
    nameTabs();
    m_tabs->setAccessibleName(tr("View"));
    m_tensor->setAccessibleName(tr("Which tensor of this stage"));
    m_values->setText(tr("values in cells"));
    m_values->setAccessibleName(tr("Values in cells"));
    explainValues();
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
