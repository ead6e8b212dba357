// SPDX-License-Identifier: GPL-3.0-or-later
#include "strip/pipeline_strip.h"

#include "cells/cell_table.h"
#include "comparison/compare_text.h"
#include "comparison/compared_block.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "words/numbers/formula.h"
#include "words/stage_text.h"
#include "words/statements.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace headscope {

namespace {
constexpr double mostRoom = 150; ///< from stop to stop
} // namespace

PipelineStrip::PipelineStrip(QWidget* parent)
    : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Stages of the computation"));
}

PipelineStrip::Measures PipelineStrip::measures() const {
    const double s = scale();
    // Those of 1920 × 1080; a subscript of 28 has 20 pixels.
    if (const double u = m_scene.display.presentedUnit(); m_scene.display.presentation)
        return {132 * u, 66 * u, 28 * u, 32 * u, 22 * u, 20 * u, 101 * u, 22 * u, 5 * u};
    const double more = m_shapeRows == 2 ? 10 * s : 0;
    return {80 * s + more, 38 * s, 14 * s, 16 * s, 12 * s, 12 * s, 59 * s, 12 * s, 3 * s};
}

QSize PipelineStrip::sizeHint() const {
    return {640, qRound(measures().height)};
}

QSize PipelineStrip::minimumSizeHint() const {
    return {320, qRound(measures().height)};
}

void PipelineStrip::setScene(const Scene& scene) {
    const bool same = scene.trace == m_scene.trace && scene.display == m_scene.display &&
                      scene.kind() == m_scene.kind() && scene.compared == m_scene.compared &&
                      scene.selection.scope == m_scene.selection.scope &&
                      tellsScale(scene.pointed) == tellsScale(m_scene.pointed);
    const bool resized = scene.display.textScale != m_scene.display.textScale;
    const bool moved = scene.selection.stage != m_scene.selection.stage;
    const bool otherTensor = moved || scene.selection.tensor != m_scene.selection.tensor;
    m_scene = scene;
    if (!same || otherTensor)
        rebuild();
    if (resized)
        updateGeometry();
    if (moved)
        sayOf(*this, stageName(scene.selection.stage));
    update();
}

void PipelineStrip::rebuild() {
    m_stops.clear();
    compareStages();
    // Before the first trace the stops stand there without their shapes.
    const auto all = stagesOf(m_scene.kind());
    if (m_scene.isEmpty()) {
        for (const Stage stage : all)
            addStop(stage);
        return chooseShapeSize();
    }
    // What only the other state of a comparison has stands there too.
    const std::vector<Stage> own = allStagesOf(m_scene.kind(), *m_scene.trace);
    for (const Stage stage : all) {
        if (std::ranges::find(own, stage) != own.end() || !onlyIn(stage).isEmpty())
            addStop(stage);
    }
    // Before a class what is computed has the room.
    for (const Stage stage : own) {
        if (isAnalysisStage(stage) &&
            (!m_scene.display.presentation || stage == m_scene.selection.stage))
            addStop(stage);
    }
    chooseShapeSize();
}

/// The stages of the block that a side of a comparison shows; nothing where it has none such. A
/// mask that forbids nothing is no stage.
std::optional<std::vector<Stage>> PipelineStrip::stagesOfSide(const Compared::Side& side) const {
    const std::optional<ComparedBlock> block = comparedBlock(side, m_scene.selection);
    if (!block)
        return std::nullopt;
    std::vector<Stage> stages = stagesOf(m_scene.kind(), *block->trace);
    const TraceStep* masked = block->trace->find(TensorName::MaskedScores);
    if (masked && masksNothing(*masked))
        std::erase(stages, Stage::Masked);
    std::ranges::sort(stages);
    return stages;
}

void PipelineStrip::compareStages() {
    m_onlyInA.clear();
    m_onlyInB.clear();
    if (!m_scene.compared || m_scene.isEmpty())
        return;
    const auto a = stagesOfSide(m_scene.compared->a);
    const auto b = stagesOfSide(m_scene.compared->b);
    if (!a || !b)
        return;
    std::ranges::set_difference(*a, *b, std::back_inserter(m_onlyInA));
    std::ranges::set_difference(*b, *a, std::back_inserter(m_onlyInB));
}

QString PipelineStrip::onlyIn(Stage stage) const {
    if (std::ranges::find(m_onlyInA, stage) != m_onlyInA.end())
        return CompareWords::tr("only in A");
    if (std::ranges::find(m_onlyInB, stage) != m_onlyInB.end())
        return CompareWords::tr("only in B");
    return {};
}

void PipelineStrip::addStop(Stage stage) {
    Stop stop;
    stop.stage = stage;
    stop.symbol = stageSymbol(stage, m_scene.trace.get());
    if (stage == Stage::Scaled && m_scene.trace && !tellsScale(m_scene.pointed))
        stop.symbol = scaleText(*m_scene.trace, 0, false);
    if (!m_scene.isEmpty()) {
        const Trace& trace = *m_scene.trace;
        const TraceStep* masked = trace.find(TensorName::MaskedScores);
        const std::vector<TensorName> tensors = tensorsOf(stage, trace);
        stop.word = onlyIn(stage);
        stop.active =
            (stage != Stage::Masked || !masked || !masksNothing(*masked)) && !tensors.empty();
        if (!tensors.empty() && !isAnalysisStage(stage)) {
            // Of the tensor that is shown, where a stage has several.
            const TensorName name =
                stage == m_scene.selection.stage ? *shownTensor(m_scene) : tensors.front();
            const Tensor& tensor = trace[name];
            stop.sizes = tensor.shape();
            for (const Axis axis : tensor.axes())
                stop.families.push_back(axisFamily(axis));
        }
        if (!stop.active && stop.word.isEmpty())
            stop.word = tr("none", "no mask");
    }
    m_stops.push_back(std::move(stop));
}

QString PipelineStrip::tipOf(Stage stage) const {
    QStringList lines = {stageName(stage).toHtmlEscaped()};
    if (!m_scene.isEmpty()) {
        for (const TensorName name : tensorsOf(stage, *m_scene.trace)) {
            const TensorStatement said = statementOf(m_scene, name);
            lines << mathHtml(said.equation() + QStringLiteral("  ") + said.shape);
            if (!said.aside.isEmpty())
                lines << said.aside.toHtmlEscaped();
        }
    }
    return QStringLiteral("<p style='white-space:pre'>%1</p>")
        .arg(lines.join(QStringLiteral("<br>")));
}

int PipelineStrip::placeOf(Stage stage) const {
    const auto found = std::ranges::find(m_stops, stage, &Stop::stage);
    return found == m_stops.end() ? -1 : static_cast<int>(found - m_stops.begin());
}

QPointF PipelineStrip::markAt(int place) const {
    // One stop alone, as of a finished attention, has room for its word at the edge, too.
    const double least = m_stops.size() < 4 ? 48 : 30;
    const double most = computedStops() < static_cast<int>(m_stops.size()) ? least : 52;
    const double margin = qBound(least, width() * 0.06, most) * scale();
    const double line = width() - 2 * margin;
    // What is told beside the computation has no shape, and needs less room.
    const auto gapsTo = [computed = computedStops()](int stop) {
        constexpr double ofAnalysis = 0.85;
        return stop - std::max(0, stop - computed + 1) * (1 - ofAnalysis);
    };
    const double gaps = std::max(1.0, gapsTo(static_cast<int>(m_stops.size()) - 1));
    // Few stops stand together at the left instead of being strewn over the row.
    const double step = std::min(line / gaps, mostRoom * scale());
    return {margin + gapsTo(place) * step, measures().mark};
}

QPointF PipelineStrip::markOf(Stage stage) const {
    return markAt(std::max(0, placeOf(stage)));
}

double PipelineStrip::room() const {
    return markAt(1).x() - markAt(0).x() - 4;
}

std::optional<Stage> PipelineStrip::stageAt(QPointF position) const {
    const auto away = [&](int place) { return std::abs(markAt(place).x() - position.x()); };
    int nearest = 0;
    for (int place = 1; place < static_cast<int>(m_stops.size()); ++place) {
        if (away(place) < away(nearest))
            nearest = place;
    }
    if (m_stops.empty() || away(nearest) > (markAt(1).x() - markAt(0).x()) / 2)
        return std::nullopt;
    return m_stops[static_cast<std::size_t>(nearest)].stage;
}

void PipelineStrip::paintEvent(QPaintEvent*) {
    const Theme& colours = theme(m_scene.display.theme);
    QPainter painter(this);
    painter.fillRect(rect(), colours.base);
    painter.setRenderHint(QPainter::Antialiasing);
    const Stage current = m_scene.selection.stage;
    const int count = static_cast<int>(m_stops.size());
    const int currentPlace = placeOf(current);
    const int computed = computedStops();
    const QPointF first = markAt(0);
    const QPointF last = markAt(std::max(0, computed - 1));
    const QPointF here = markOf(current);
    const double now = std::min(xNow(), last.x());
    const double s = scale();
    const Measures m = measures();

    double currentWidth = 0;
    if (currentPlace >= 0) {
        const QString symbol = fitting(m_stops[static_cast<std::size_t>(currentPlace)].symbol);
        currentWidth = mathTextWidth(symbol, fontFor(symbol, true, 1.5 * room()));
    }

    painter.fillRect(QRectF(first.x(), first.y() - s, last.x() - first.x(), 2 * s),
                     colours.hairline);
    painter.fillRect(QRectF(first.x(), first.y() - 1.5 * s, now - first.x(), 3 * s),
                     colours.accent);
    for (int i = 0; i < count; ++i) {
        const Stop& stop = m_stops[static_cast<std::size_t>(i)];
        const QPointF mark = markAt(i);
        const bool isCurrent = i == currentPlace;
        const bool done = i >= computed ? isCurrent
                          : m_place     ? mark.x() <= now + 0.5
                                        : i <= currentPlace;
        painter.setPen(QPen(done ? colours.accent : colours.controlBorder, 2 * s));
        painter.setBrush(done && stop.active ? colours.accent : colours.base);
        const double radius = (isCurrent ? 6 : 4.5) * s;
        painter.drawEllipse(mark, radius, radius);
        if (isCurrent && hasFocus()) {
            painter.setPen(QPen(colours.accent, 1.5 * s));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(mark, radius + 4 * s, radius + 4 * s);
        }
        if (std::ranges::find(m_scene.pointed, std::optional(stop.stage), &PointedAt::stage) !=
            m_scene.pointed.end()) {
            painter.setPen(QPen(colours.accent, 2 * s));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(mark, radius + 4 * s, radius + 4 * s);
        }
        const QString symbol = fitting(stop.symbol);
        // In a narrow strip the current one says what it is, and its neighbours give way.
        const double apart = std::abs(mark.x() - here.x());
        const double most =
            isCurrent ? 1.5 * room() : std::min(room(), 2 * apart - currentWidth - 4 * s);
        const QFont font = fontFor(symbol, isCurrent, most);
        paintShape(painter, i, isCurrent);
        if (!isCurrent && mathTextWidth(symbol, font) > most)
            continue;
        painter.setPen(isCurrent             ? colours.accent
                       : stop.active && done ? colours.text
                                             : colours.inactive);
        const double above = m.mark - 8 * s;
        drawMathText(painter,
                     QRectF(mark.x() - 60 * s, above - 1.9 * m.symbol, 120 * s, 1.9 * m.symbol),
                     Qt::AlignCenter, symbol, font);
    }
    if (m_place) {
        painter.setPen(QPen(colours.base, 2 * s));
        painter.setBrush(colours.accent);
        painter.drawEllipse(QPointF(now, m.mark), 7 * s, 7 * s);
    }
}

void PipelineStrip::setPlace(const std::optional<StripPlace>& place) {
    if (place == m_place)
        return;
    m_place = place;
    update();
}

int PipelineStrip::computedStops() const {
    return static_cast<int>(std::ranges::count_if(
        m_stops, [](const Stop& stop) { return !isAnalysisStage(stop.stage); }));
}

double PipelineStrip::xNow() const {
    if (!m_place)
        return markOf(m_scene.selection.stage).x();
    const int place = std::max(0, placeOf(m_place->stage));
    // What is not there, as a mask that forbids nothing, is passed by.
    const double from = markAt(std::max(0, place - 1)).x();
    return from + m_place->part * (markAt(place).x() - from);
}

StripPlace PipelineStrip::placeAt(double x) const {
    const int last = std::max(0, computedStops() - 1);
    const double step = std::max(1.0, markAt(1).x() - markAt(0).x());
    const double at = std::clamp((x - markAt(0).x()) / step, 0.0, static_cast<double>(last));
    const int place = std::clamp(static_cast<int>(std::ceil(at)), 0, last);
    return {m_stops[static_cast<std::size_t>(place)].stage, place == 0 ? 1.0 : at - (place - 1)};
}

QString PipelineStrip::shapeText(const Stop& stop) {
    QStringList numbers;
    for (const Index size : stop.sizes)
        numbers << QString::number(size);
    return u'(' + numbers.join(u',') + u')';
}

void PipelineStrip::chooseShapeSize() {
    ShapeNeeds needs;
    for (const Stop& stop : m_stops)
        needs.shapes << shapeText(stop);
    needs.room = room();
    needs.most = measures().shape;
    needs.least = measures().leastShape;
    needs.staggers = !m_scene.display.presentation && m_stops.size() > 2;
    if (needs == m_measured)
        return;
    m_measured = needs;
    const auto widest = [&](double pixels) {
        const QFontMetricsF metrics(m_narrowShapes ? textFont(pixels, QFont::Bold)
                                                   : numberFont(pixels, QFont::Bold));
        double most = 0;
        for (const QString& shape : needs.shapes)
            most = std::max(most, metrics.horizontalAdvance(shape));
        return most;
    };
    // One size for all shapes: the largest at which no neighbours touch, never one that nobody
    // reads. Where figures of one width do touch, the narrower ones of the text may not; where
    // those do, every second shape stands lower; else there are none.
    const int before = m_shapeRows;
    for (const bool narrow : {false, true}) {
        m_narrowShapes = narrow;
        m_shapePixels = needs.most;
        while (m_shapePixels > needs.least && widest(m_shapePixels) > needs.room)
            m_shapePixels -= 1;
        if (widest(m_shapePixels) <= needs.room)
            break;
    }
    const double width = widest(m_shapePixels);
    m_shapeRows = width <= needs.room ? 1 : needs.staggers && width <= 2 * needs.room ? 2 : 0;
    if (m_shapeRows != before)
        updateGeometry();
}

QRectF PipelineStrip::shapeRect(int place, bool current) const {
    const Stop& stop = m_stops[static_cast<std::size_t>(place)];
    const Measures m = measures();
    const double s = scale();
    const QFontMetricsF metrics(shapeFont(stop, current));
    const double wide =
        metrics.horizontalAdvance(stop.word.isEmpty() ? shapeText(stop) : stop.word);
    const double half = m_shapeRows == 2 ? 10 * s : m.rule + 9 * s;
    const double middle =
        m_shapeRows == 2 ? m.shapeLine + (place % 2 == 0 ? -4 : 16) * s : m.shapeLine;
    const double left =
        std::clamp(markAt(place).x() - wide / 2, 2.0, std::max(2.0, width() - wide - 2));
    return {left, middle - half, wide, 2 * half};
}

QFont PipelineStrip::shapeFont(const Stop& stop, bool current) const {
    if (!stop.word.isEmpty())
        return textFont(measures().word);
    const QFont::Weight weight = current ? QFont::Bold : QFont::Normal;
    return m_narrowShapes ? textFont(m_shapePixels, weight) : numberFont(m_shapePixels, weight);
}

std::vector<QRectF> PipelineStrip::shapeRects() const {
    std::vector<QRectF> rects;
    const int current = placeOf(m_scene.selection.stage);
    for (int place = 0; place < static_cast<int>(m_stops.size()) && m_shapeRows > 0; ++place)
        rects.push_back(shapeRect(place, place == current));
    return rects;
}

void PipelineStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    chooseShapeSize();
}

QString PipelineStrip::fitting(const QString& symbol) const {
    // Before a class no subscript is too small to be read, and at a session none of 11 pixels: the
    // bias goes before that.
    constexpr double readable = 11;
    const double least = m_scene.display.presentation ? measures().symbol : readable;
    const bool wide = symbol.contains(u'_') && mathTextWidth(symbol, textFont(least)) > room();
    return wide ? symbol.section(QStringLiteral(" + "), 0, 0) : symbol;
}

QFont PipelineStrip::fontFor(const QString& symbol, bool current, double room) const {
    double pixels = current ? measures().current : measures().symbol;
    QFont font = textFont(pixels, current ? QFont::DemiBold : QFont::Normal);
    while (pixels > 9 && mathTextWidth(symbol, font) > room)
        font.setPixelSize(qRound(--pixels));
    return font;
}

void PipelineStrip::paintShape(QPainter& painter, int place, bool current) const {
    const Stop& stop = m_stops[static_cast<std::size_t>(place)];
    if (m_shapeRows == 0 || (stop.word.isEmpty() && stop.sizes.empty()))
        return;
    const Theme& colours = theme(m_scene.display.theme);
    const QRectF rect = shapeRect(place, current);
    const QFont font = shapeFont(stop, current);
    painter.setPen(current ? colours.text : colours.secondary);
    painter.setFont(font);
    if (!stop.word.isEmpty()) {
        painter.drawText(rect.adjusted(-2, 0, 2, 0), Qt::AlignCenter, stop.word);
        return;
    }
    const QFontMetricsF metrics(font);
    painter.drawText(QPointF(rect.left(), rect.center().y() + metrics.ascent() / 2 - 1),
                     shapeText(stop));
    double x = rect.left() + metrics.horizontalAdvance(u'(');
    painter.setRenderHint(QPainter::Antialiasing, false);
    const double rule = m_shapeRows == 2 ? 2 * scale() : measures().rule;
    for (std::size_t i = 0; i < stop.sizes.size(); ++i) {
        const double digits = metrics.horizontalAdvance(QString::number(stop.sizes[i]));
        painter.fillRect(QRectF(x, rect.bottom() - measures().rule, std::max(digits, 4.0), rule),
                         axisColour(stop.families[i]));
        x += digits + metrics.horizontalAdvance(u',');
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

void PipelineStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    constexpr double ofMark = 14; // beside a mark its stage is meant, between them the time
    const auto stage = stageAt(event->position());
    const double x = event->position().x();
    m_dragging = m_place.has_value() && !m_stops.empty();
    if (m_dragging && (!stage || std::abs(markOf(*stage).x() - x) > ofMark) &&
        std::abs(event->position().y() - measures().mark) <= ofMark)
        Q_EMIT placeAsked(placeAt(x));
    else if (stage)
        Q_EMIT stageAsked(*stage);
}

void PipelineStrip::mouseMoveEvent(QMouseEvent* event) {
    if (m_dragging && event->buttons() & Qt::LeftButton && m_place)
        return Q_EMIT placeAsked(placeAt(event->position().x()));
    setCursor(stageAt(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void PipelineStrip::keyPressEvent(QKeyEvent* event) {
    if (m_place) // of a picture that moves: keys are steps of its time
        return QWidget::keyPressEvent(event);
    const int current = placeOf(m_scene.selection.stage);
    const int last = static_cast<int>(m_stops.size()) - 1;
    int next = current;
    switch (event->key()) {
    case Qt::Key_Left: next = current - 1; break;
    case Qt::Key_Right: next = current + 1; break;
    case Qt::Key_Home: next = 0; break;
    case Qt::Key_End: next = computedStops() - 1; break;
    default: return QWidget::keyPressEvent(event);
    }
    if (next >= 0 && next <= last && next != current)
        Q_EMIT stageAsked(m_stops[static_cast<std::size_t>(next)].stage);
}

bool PipelineStrip::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const auto stage = stageAt(help->pos()))
            QToolTip::showText(help->globalPos(), tipOf(*stage), this);
        return true;
    }
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Stages of the computation"));
        rebuild();
        update();
    }
    return QWidget::event(event);
}

} // namespace headscope
