// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/frame/colour_choices.h"

#include "forms/controls.h"
#include "words/numbers/range_words.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QSignalBlocker>
#include <QToolButton>

namespace headscope {

namespace {
/// Behind the modes: a range that is typed.
constexpr int typedEntry = -1;
} // namespace

ColourChoices::ColourChoices(QWidget* parent)
    : QWidget(parent)
    , m_map(new QComboBox(this))
    , m_range(new QComboBox(this))
    , m_root(new QToolButton(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(ColourPlace::gap);
    m_map->setFixedWidth(ColourPlace::mapWidth);
    m_root->setCheckable(true);
    m_root->setText(QStringLiteral("√"));
    m_root->setProperty("framed", true);
    m_root->setFixedSize(ColourPlace::rootWidth, ColourPlace::height);
    for (QWidget* control : std::initializer_list<QWidget*>{m_map, m_range, m_root}) {
        control->setFocusPolicy(Qt::StrongFocus);
        row->addWidget(control);
    }
    connect(m_map, &QComboBox::activated, this,
            [this] { Q_EMIT mapChosen(chosen<ColourMap>(m_map)); });
    const auto rangeTaken = [this] {
        if (m_range->currentData().toInt() == typedEntry)
            return askForRange();
        Q_EMIT rangeChosen({chosen<RangeMode>(m_range), m_root->isChecked()});
    };
    connect(m_range, &QComboBox::activated, this, rangeTaken);
    connect(m_root, &QToolButton::clicked, this, [this] {
        RangeChoice choice = m_shown;
        choice.squareRoot = m_root->isChecked();
        Q_EMIT rangeChosen(choice);
    });
    retranslate();
    hide();
}

void ColourChoices::setDisplay(const DisplayOptions& display) {
    choose(m_map, display.map);
    m_shown = display.range;
    m_range->setCurrentIndex(
        m_range->findData(m_shown.typed ? typedEntry : static_cast<int>(m_shown.mode)));
    m_root->setChecked(display.range.squareRoot);
    nameRanges();
}

void ColourChoices::askForRange() {
    const ValueRange now = m_shown.typed.value_or(m_place.shown ? *m_place.shown : ValueRange());
    RangeChoice choice = m_shown;
    choice.squareRoot = m_root->isChecked();
    const QString question = tr("From and to, such as 0:0.25");
    QString typed = typedRangeText(now);
    QString said = question;
    bool asked = true;
    std::optional<ValueRange> range;
    while (asked && !range) {
        typed = QInputDialog::getText(this, tr("Range of the colours"), said, QLineEdit::Normal,
                                      typed, &asked);
        range = typedRangeFrom(typed);
        said = tr("Two numbers are needed, the first below the second.") + u'\n' + question;
    }
    if (asked)
        choice.typed = range;
    if (choice.typed)
        Q_EMIT rangeChosen(choice);
    m_range->setCurrentIndex(
        m_range->findData(choice.typed ? typedEntry : static_cast<int>(choice.mode)));
    nameRanges();
}

void ColourChoices::setPlace(const ColourPlace& place) {
    if (place == m_place)
        return;
    m_place = place;
    if (place.on && parentWidget() != place.on)
        setParent(place.on);
    m_map->setVisible(place.map);
    m_range->setVisible(place.range);
    m_range->setFixedWidth(place.rangeWide);
    m_root->setVisible(place.spread);
    nameRanges();
    setGeometry(place.left, place.middle - ColourPlace::height / 2, place.width(),
                ColourPlace::height);
    setVisible(place.isOffered());
    raise();
}

void ColourChoices::nameRanges() {
    for (int i = 0; i < m_range->count(); ++i) {
        // The chosen one says what holds now, not what would hold elsewhere.
        QString name = m_rangeNames[i];
        if (m_place.shown && m_place.rangeWide == ColourPlace::rangeWidth &&
            i == m_range->currentIndex() && !m_place.shown->isPerRow())
            name = !m_place.spread &&
                           m_range->currentData().toInt() == static_cast<int>(RangeMode::PerRow)
                       ? rangeName(*m_place.shown)
                       : tr("%1: %2").arg(name, rangeName(*m_place.shown));
        if (m_range->itemText(i) != name)
            m_range->setItemText(i, name);
    }
    m_range->setToolTip(tr("What the two ends of the colour bar stand for") + QStringLiteral("\n") +
                        m_range->currentText());
}

void ColourChoices::retranslate() {
    m_map->setAccessibleName(tr("Colour map"));
    m_map->setToolTip(
        tr("Colour map; scores are drawn from blue to red around 0 unless it is grey, or paper, "
           "which is white and darker the more there is"));
    m_range->setAccessibleName(tr("Range of the colours"));
    const QSignalBlocker quiet(m_range);
    const int current = m_range->currentIndex();
    setEntries<ColourMap>(m_map, {{QStringLiteral("viridis"), ColourMap::Viridis},
                                  {QStringLiteral("cividis"), ColourMap::Cividis},
                                  {QStringLiteral("magma"), ColourMap::Magma},
                                  {tr("grey"), ColourMap::Grey},
                                  {tr("paper"), ColourMap::Paper}});
    setEntries<RangeMode>(m_range, {{tr("fixed"), RangeMode::Fixed},
                                    {tr("all heads"), RangeMode::AllHeads},
                                    {tr("per head"), RangeMode::PerHead},
                                    {tr("per row"), RangeMode::PerRow}});
    m_range->addItem(tr("typed …"), typedEntry);
    m_range->setCurrentIndex(std::max(0, current));
    m_rangeNames.clear();
    for (int entry = 0; entry < m_range->count(); ++entry)
        m_rangeNames << m_range->itemText(entry);
    m_root->setAccessibleName(tr("Square root"));
    m_root->setToolTip(tr("Colours by the square root: small weights are told apart. A quarter of "
                          "the range stands in the middle of the bar; around 0, at both sides."));
    nameRanges();
}

void ColourChoices::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace headscope
