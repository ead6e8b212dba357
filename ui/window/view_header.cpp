// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/view_header.h"

#include "controls/headline.h"
#include "controls/segmented_control.h"
#include "scene/fonts.h"
#include "scene/statements.h"
#include "window/style.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QTabBar>

namespace headscope {

namespace {

constexpr int brief = 3;   ///< from here on the controls stand closer
constexpr int closest = 5; ///< the tabs, too
constexpr int fewest = 6;  ///< what the menu View has as well is there alone
constexpr int briefest = fewest;

QMargins marginsFor(int brevity) {
    return brevity >= brief ? QMargins(8, 0, 8, 0) : QMargins(16, 0, 24, 0);
}

int spacingFor(int brevity) {
    return brevity >= brief ? 6 : 16;
}

} // namespace

ViewHeader::ViewHeader(PageStack& pages, QWidget* parent)
    : QWidget(parent)
    , m_pages(pages)
    , m_row(new QHBoxLayout(this)) {
    setFixedHeight(40);
    QHBoxLayout* row = m_row;
    row->setContentsMargins(marginsFor(0));
    row->setSpacing(spacingFor(0));
    m_tabs = new QTabBar(this);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(false); // a few short words always fit
    m_tabs->setFocusPolicy(Qt::TabFocus);
    for (std::size_t tab = 0; tab < pages.tabs().size(); ++tab)
        m_tabs->addTab(QString());
    row->addWidget(m_tabs, 0, Qt::AlignBottom);
    m_sentence = new Headline(this);
    m_sentence->setFont(textFont(16, QFont::DemiBold));
    m_sentence->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    // A hidden label leaves no stretch behind, and the controls belong to the right.
    row->addStretch(1);
    row->addWidget(m_sentence, 1000);
    m_tensor = new SegmentedControl(this);
    m_values = new QCheckBox(this);
    m_orientation = new SegmentedControl(this);
    row->addWidget(m_tensor);
    row->addWidget(m_values);
    row->addWidget(m_orientation);
    connect(m_tabs, &QTabBar::currentChanged, &m_pages, &PageStack::openTab);
    // Who opens a page by a click goes on with the keys of that page.
    connect(
        m_tabs, &QTabBar::tabBarClicked, this, [this] { m_pages.page().keyboard().setFocus(); },
        Qt::QueuedConnection);
    connect(m_tensor, &SegmentedControl::chosen, this,
            [this](int index) { Q_EMIT tensorChosen(static_cast<std::size_t>(index)); });
    connect(m_values, &QCheckBox::toggled, this, &ViewHeader::valuesToggled);
    connect(m_orientation, &SegmentedControl::chosen, this,
            [this](int index) { Q_EMIT rowsAreKeysChosen(index == 1); });
    retranslate();
}

void ViewHeader::showTabs() {
    const QSignalBlocker quiet(m_tabs);
    const std::vector<PageStack::Tab> tabs = m_pages.tabs();
    bool other = false;
    for (std::size_t i = 0; i < tabs.size(); ++i) {
        const auto tab = static_cast<int>(i);
        if (m_tabs->tabText(tab) != tabs[i].name)
            m_tabs->setTabText(tab, tabs[i].name);
        m_tabs->setTabToolTip(tab, tabs[i].toolTip);
        if (m_tabs->isTabVisible(tab) == tabs[i].open)
            continue; // to be told what it knows, QTabBar takes as "nothing is to be laid out"
        m_tabs->setTabVisible(tab, tabs[i].open);
        other = true;
    }
    m_tabs->setCurrentIndex(m_pages.currentTab());
    if (!other)
        return;
    m_tabs->updateGeometry(); // the bar keeps its old width otherwise
    layout()->invalidate();
}

void ViewHeader::setScene(const Scene& scene) {
    QStringList symbols;
    if (scene.trace) {
        for (const TensorName name : tensorsOf(scene.selection.stage, *scene.trace)) {
            QString symbol = statementOf(scene, name).name();
            symbols << symbol.remove(QStringLiteral("_{")).remove(u'}');
        }
    }
    m_severalTensors = symbols.size() > 1;
    if (m_severalTensors) {
        m_tensor->setChoices(symbols);
        m_tensor->setCurrent(static_cast<int>(scene.selection.tensor));
    }
    const QSignalBlocker quiet(m_values);
    m_values->setChecked(scene.display.valuesInCells);
    m_orientation->setCurrent(scene.display.rowsAreKeys ? 1 : 0);
}

void ViewHeader::setMayTurn(bool may) {
    if (std::exchange(m_mayTurn, may) != may)
        showPage();
}

void ViewHeader::showPage() {
    showTabs();
    const PageControls controls = m_pages.page().controls();
    m_tensor->setVisible(controls.tensors && m_severalTensors);
    m_hasValues = controls.values;
    if (m_values->isEnabled() != controls.valuesFit) {
        m_values->setEnabled(controls.valuesFit);
        explainValues();
    }
    m_hasOrientation = controls.rowsAreKeys && m_mayTurn;
    showOptions();
    // A label that changes asks for a new layout: not for every frame.
    if (m_sentence->text() != controls.sentence) {
        m_sentence->setText(controls.sentence);
        m_sentence->setToolTip(controls.sentence);
    }
    m_sentence->setVisible(!controls.sentence.isEmpty());
    QWidget* own = m_pages.page().surroundings().header;
    if (own != m_own) {
        if (m_own)
            m_own->hide();
        m_own = own;
        if (own) {
            m_row->addWidget(own);
            own->show();
        }
    }
    fitWords();
}

int ViewHeader::neededWidth(int brevity) const {
    const Widths& widths = m_widths[static_cast<std::size_t>(brevity)];
    int needed = marginsFor(brevity).left() + marginsFor(brevity).right();
    int tabs = 0;
    for (int tab = 0; tab < m_tabs->count(); ++tab)
        tabs += m_tabs->isTabVisible(tab) ? 1 : 0;
    const int closer = (brevity >= closest ? 1 : 0) - (m_brevity >= closest ? 1 : 0);
    for (const auto& [part, wide] :
         {std::pair<const QWidget*, int>(m_tabs,
                                         m_tabs->sizeHint().width() - closer * closerTabs * tabs),
          {m_tensor, m_tensor->sizeHint().width()},
          {brevity < fewest && m_hasValues ? m_values : nullptr, widths.values},
          {brevity < fewest && m_hasOrientation ? m_orientation : nullptr, widths.orientation},
          {m_own, m_own ? m_own->sizeHint().width() : 0}}) {
        const bool optional = part == m_values || part == m_orientation;
        if (part && (optional || part->isVisibleTo(this)))
            needed += wide + spacingFor(brevity);
    }
    return needed;
}

void ViewHeader::showOptions() {
    m_values->setVisible(m_hasValues && m_brevity < fewest);
    m_orientation->setVisible(m_hasOrientation && m_brevity < fewest);
}

void ViewHeader::write(int brevity) {
    m_brevity = brevity;
    showOptions();
    m_values->setText(brevity > brief ? QString()
                      : brevity > 0   ? tr("values")
                                      : tr("values in cells"));
    m_orientation->setChoices(brevity > brief
                                  ? QStringList{QStringLiteral("Q ↓"), QStringLiteral("K ↓")}
                              : brevity > 1 ? QStringList{tr("queries ↓"), tr("keys ↓")}
                                            : QStringList{tr("rows = queries"), tr("rows = keys")});
    m_row->setContentsMargins(marginsFor(brevity));
    m_row->setSpacing(spacingFor(brevity));
    if (m_tabs->property(closeTabs).toBool() == (brevity >= closest))
        return;
    m_tabs->setProperty(closeTabs, brevity >= closest);
    QEvent other(QEvent::StyleChange); // else the bar keeps the sizes that it knows
    QCoreApplication::sendEvent(m_tabs, &other);
    m_tabs->updateGeometry();
}

void ViewHeader::fitWords() {
    if (!isVisible())
        return;
    for (int brevity = static_cast<int>(m_widths.size()); brevity <= briefest; ++brevity) {
        write(brevity);
        m_widths.push_back({m_values->sizeHint().width(), m_orientation->sizeHint().width()});
    }
    int wanted = 0;
    while (wanted < briefest && neededWidth(wanted) > width())
        ++wanted;
    if (wanted != m_brevity)
        write(wanted);
}

void ViewHeader::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitWords();
}

void ViewHeader::explainValues() {
    m_values->setToolTip(m_values->isEnabled()
                             ? tr("Write the numbers into the cells, where they fit")
                             : tr("The cells are too small for numbers"));
}

void ViewHeader::retranslate() {
    write(0);
    m_widths.clear();
    showPage();
    m_tabs->setAccessibleName(tr("View"));
    m_tensor->setAccessibleName(tr("Which tensor of this stage"));
    m_values->setAccessibleName(tr("Values in cells"));
    explainValues();
    m_orientation->setAccessibleName(tr("What the rows are"));
    m_orientation->setToolTip(
        tr("Draw the matrices transposed, for people who learnt it the other way round"));
}

void ViewHeader::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

bool ViewHeader::event(QEvent* event) {
    // What a page brings may get other words, and so another width, after all else has them.
    if (event->type() == QEvent::LayoutRequest)
        fitWords();
    return QWidget::event(event);
}

void ViewHeader::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().base());
    painter.fillRect(QRect(0, height() - 1, width(), 1), palette().mid());
    painter.fillRect(QRect(0, 0, width(), 1), palette().mid());
}

} // namespace headscope
