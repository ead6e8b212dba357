// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/layers/layers_bar.h"

#include "controls/segmented_control.h"
#include "forms/controls.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "words/error_text.h"
#include "words/measure_text.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QStyleOptionComboBox>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace headscope {

namespace {

constexpr int margin = 24;
constexpr int noMeasure = -1;
constexpr int controlHeight = 26;

LayersLook lookOf(int measure, LayersOrder order) {
    if (measure == noMeasure)
        return {std::nullopt, order};
    return {static_cast<Measure>(measure), order};
}

/// In which every entry is whole. The size hint of a box is of the entries that it had first, and
/// one that follows them moves the box a moment later, whatever place it was given.
int widthOfEntries(const QComboBox& box) {
    QStyleOptionComboBox option;
    option.initFrom(&box);
    int widest = 0;
    for (int entry = 0; entry < box.count(); ++entry)
        widest = std::max(widest, option.fontMetrics.horizontalAdvance(box.itemText(entry)));
    const QSize entry(widest, option.fontMetrics.height());
    return box.style()->sizeFromContents(QStyle::CT_ComboBox, &option, entry, &box).width();
}

} // namespace

LayersBar::LayersBar(QWidget* parent)
    : QWidget(parent)
    , m_states(new QWidget(this))
    , m_controls(new CompareControls(m_states))
    , m_measureLabel(new QLabel(this))
    , m_measure(new QComboBox(this))
    , m_orderLabel(new QLabel(this))
    , m_order(new QComboBox(this))
    , m_partLabel(new QLabel(this))
    , m_part(new SegmentedControl(this)) {
    m_states->hide();
    m_states->lower();
    m_measureLabel->setBuddy(m_measure);
    m_orderLabel->setBuddy(m_order);
    const auto ask = [this] {
        const int measure = m_measure->currentData().toInt();
        Q_EMIT asked(want::Layers{lookOf(measure, chosen<LayersOrder>(m_order))});
    };
    connect(m_measure, &QComboBox::activated, this, ask);
    connect(m_order, &QComboBox::activated, this, ask);
    connect(m_controls, &CompareControls::asked, this, &LayersBar::asked);
    connect(m_part, &SegmentedControl::chosen, this,
            [this](int part) { Q_EMIT partAsked(static_cast<ComparedPart>(part)); });
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    retranslate();
    setPart(ComparedPart::Difference);
}

void LayersBar::setFonts() {
    const QFont font = textFont(px(13));
    for (QWidget* widget : std::initializer_list<QWidget*>{m_measureLabel, m_orderLabel,
                                                           m_partLabel, m_measure, m_order})
        widget->setFont(font);
    for (QWidget* button : m_part->findChildren<QWidget*>())
        button->setFont(font);
}

void LayersBar::retranslate() {
    const QSignalBlocker quiet(m_measure);
    m_measure->clear();
    m_measure->addItem(tr("nothing"), noMeasure);
    for (const Measure measure : allMeasures)
        m_measure->addItem(measureQuestion(measure), static_cast<int>(measure));
    m_measureLabel->setText(tr("Under each head"));
    m_measure->setAccessibleName(m_measureLabel->text());
    m_measure->setToolTip(tr("A bar under every head, on its whole possible range; the mark is "
                             "where an even spread would be"));
    setEntries<LayersOrder>(m_order, {{tr("by their numbers"), LayersOrder::Number},
                                      {tr("layers by their means"), LayersOrder::Layers},
                                      {tr("heads by their means"), LayersOrder::Heads},
                                      {tr("layers and heads"), LayersOrder::LayersAndHeads},
                                      {tr("within each layer"), LayersOrder::Within}});
    m_orderLabel->setText(tr("Order"));
    m_order->setAccessibleName(m_orderLabel->text());
    m_order->setToolTip(tr("By what stands under the heads, the largest first. Heads of one "
                           "number have nothing else in common from layer to layer: within each "
                           "layer they can stand in an order of their own"));
    m_partLabel->setText(tr("Large"));
    m_part->setChoices({QStringLiteral("A"), QStringLiteral("B"), QStringLiteral("B − A")});
    m_part->setToolTip(tr("What is shown large; hold A to see A"));
    m_controls->retranslate();
    showLook();
    setFonts();
    arrange();
}

void LayersBar::showLook() {
    const QSignalBlocker quietMeasure(m_measure);
    const QSignalBlocker quietOrder(m_order);
    const LayersLook& look = m_scene.display.layers;
    m_measure->setCurrentIndex(
        m_measure->findData(look.measure ? static_cast<int>(*look.measure) : noMeasure));
    headscope::choose(m_order, look.order);
    // Without anything under the heads there is nothing to put them in order by.
    m_order->setEnabled(m_comparing || look.measure);
}

void LayersBar::setScene(const Scene& scene, bool comparing) {
    const bool otherStates = scene.compared != m_scene.compared || comparing != m_comparing;
    const bool otherLook = scene.display != m_scene.display || comparing != m_comparing;
    m_scene = scene;
    m_comparing = comparing;
    if (otherStates)
        m_controls->setScene(scene);
    if (otherLook) {
        showLook();
        setFonts();
        arrange();
        updateGeometry();
    }
    update();
}

void LayersBar::setComparison(const LayersComparison* comparison) {
    m_answer = comparison ? comparison->title : QString();
    m_detail = comparison ? comparison->detail : QString();
    m_said = comparison ? comparison->measure : QString();
    m_controls->setEdits(comparison ? comparison->edits : std::vector<CompareEdit>());
    m_anyEdits = comparison && !comparison->edits.empty();
    arrange();
    updateGeometry();
    update();
}

void LayersBar::setPart(ComparedPart part) {
    m_part->setCurrent(static_cast<int>(part));
}

void LayersBar::setLarge(bool large) {
    if (std::exchange(m_large, large) == large)
        return;
    arrange();
    updateGeometry();
}

void LayersBar::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && m_title.contains(event->position()))
        Q_EMIT answerAsked();
    QWidget::mousePressEvent(event);
}

LayersBar::Places LayersBar::placesIn(int width) const {
    const auto line = static_cast<int>(px(34));
    const auto high = static_cast<int>(px(controlHeight));
    const int right = std::max(width - margin, margin + 100);
    Places places;
    int top = 4;
    int statesRight = 0;
    if (m_comparing) {
        places.title = QRectF(margin, top, right - margin - (m_anyEdits ? 0 : px(200)), line);
        // Without edits the pin stands beside the answer.
        const int edits = m_anyEdits ? line : 0;
        places.states = QRect(0, top, width, 2 * line + edits);
        const double menu = (std::min<double>(right - margin, px(760)) - px(96)) / 2;
        const double y = line + edits + px(3);
        const double badge = px(22);
        const QRectF a(margin, y + px(2), badge, badge);
        CompareControls::Places& compared = places.compared;
        compared.edits = QRectF(margin, edits + px(2), right - margin - px(200), line - px(4));
        compared.pin = QRectF(right - px(200), edits + px(2), px(200), line - px(4));
        compared.choiceA = QRectF(a.right() + px(8), y, menu, high);
        compared.swap = QRectF(compared.choiceA.right() + px(4), y, px(28), high);
        const QRectF b(compared.swap.right() + px(4), y + px(2), badge, badge);
        compared.choiceB = QRectF(b.right() + px(8), y, menu, high);
        places.badgeA = a.translated(0, top);
        places.badgeB = b.translated(0, top);
        statesRight = static_cast<int>(compared.choiceB.right());
        top += places.states.height();
    }
    // The measure and the order, or what is large and the order: beside the states, in a line, or
    // below each other.
    const int gap = static_cast<int>(px(8));
    const bool anyFirst = !m_comparing || m_large;
    const auto widthOf = [&](const QWidget* widget) {
        const auto* box = qobject_cast<const QComboBox*>(widget);
        return box ? widthOfEntries(*box) : widget->sizeHint().width();
    };
    const int firstWidth = anyFirst ? widthOf(firstLabel()) + gap + widthOf(first()) : 0;
    const int secondWidth = widthOf(m_orderLabel) + gap + widthOf(m_order);
    const int both = (anyFirst ? firstWidth + 3 * gap : 0) + secondWidth;
    int x = margin;
    if (m_comparing && statesRight + 3 * gap + both <= right) {
        x = right - both;
        top -= line;
    }
    const auto next = [&](const QWidget* widget) {
        const QRect place(x, top + (line - high) / 2, std::min(widthOf(widget), right - x), high);
        x += place.width() + gap;
        return place;
    };
    if (anyFirst) {
        places.firstLabel = next(firstLabel());
        places.first = next(first());
        if (margin + both > right) {
            top += line;
            x = margin;
        } else {
            x += 2 * gap;
        }
    }
    places.orderLabel = next(m_orderLabel);
    places.order = next(m_order);
    places.height = top + line + 2;
    return places;
}

void LayersBar::arrange() {
    const Places places = placesIn(width());
    m_title = places.title;
    m_badgeA = places.badgeA;
    m_badgeB = places.badgeB;
    if (m_comparing) {
        m_states->setGeometry(places.states);
        m_controls->place(places.compared, m_scene.display.textScale);
    }
    if (!m_comparing || m_large) {
        firstLabel()->setGeometry(places.firstLabel);
        first()->setGeometry(places.first);
    }
    m_orderLabel->setGeometry(places.orderLabel);
    m_order->setGeometry(places.order);
    m_states->setVisible(m_comparing);
    m_measureLabel->setVisible(!m_comparing);
    m_measure->setVisible(!m_comparing);
    m_partLabel->setVisible(m_comparing && m_large);
    m_part->setVisible(m_comparing && m_large);
}

QRect LayersBar::lastControl() const {
    return placesIn(width()).order;
}

QWidget* LayersBar::firstLabel() const {
    return m_comparing ? m_partLabel : m_measureLabel;
}

QWidget* LayersBar::first() const {
    return m_comparing ? static_cast<QWidget*>(m_part) : m_measure;
}

int LayersBar::heightForWidth(int width) const {
    return placesIn(width).height;
}

void LayersBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void LayersBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

bool LayersBar::event(QEvent* event) {
    // What stands in it has its size only once it has been dressed.
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)
        arrange();
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (m_title.contains(help->pos()) && !m_answer.isEmpty())
            QToolTip::showText(help->globalPos(),
                               unmistaken(m_answer + u' ' + m_detail) + u'\n' +
                                   tr("Click to see that head large."),
                               this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

void LayersBar::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    const Theme& colours = theme(m_scene.display.theme);
    painter.fillRect(event->rect(), colours.base);
    if (!m_comparing)
        return;
    for (const auto& [badge, letter] : {std::pair(m_badgeA, u'A'), std::pair(m_badgeB, u'B')}) {
        painter.fillRect(badge, colours.text);
        painter.setPen(colours.base);
        painter.setFont(textFont(px(13), QFont::Bold));
        painter.drawText(badge, Qt::AlignCenter, QString(letter));
    }
    if (m_answer.isEmpty())
        return;
    QRectF line = m_title;
    painter.setFont(textFont(px(13)));
    painter.setPen(colours.secondary);
    const double said = QFontMetricsF(painter.font()).horizontalAdvance(m_said);
    if (said < 0.3 * line.width()) {
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, m_said);
        line.setRight(line.right() - said - 16);
    }
    painter.setPen(colours.text);
    painter.setFont(fittedFont(textFont(px(20), QFont::DemiBold), m_answer, line.width(), px(14)));
    drawElidedText(painter, line, Qt::AlignLeft | Qt::AlignVCenter, m_answer);
    line.setLeft(line.left() + QFontMetricsF(painter.font()).horizontalAdvance(m_answer) + 16);
    if (line.width() < 60)
        return;
    painter.setFont(textFont(px(14)));
    drawElidedText(painter, line, Qt::AlignLeft | Qt::AlignVCenter, m_detail);
}

} // namespace headscope
