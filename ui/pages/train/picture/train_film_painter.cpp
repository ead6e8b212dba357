// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/picture/film_images.h"
#include "pages/train/picture/train_painter.h"
#include "pages/train/picture/train_painters.h"
#include "pages/train/train_words.h"
#include "painters/fitted_text.h"
#include "type/fonts.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

class TrainFilmPainter : public TrainPainter {
public:
    /// The images are those of the layout.
    TrainFilmPainter(QPainter& painter, const TrainArrangement& layout, FilmImages& images)
        : TrainPainter(painter, layout)
        , m_images(images) {}
    void paint() const;

private:
    void paintLabels() const;
    void paintFilm() const;
    void paintOpening() const;
    void paintWordMarks(const RecordedStep& step, double x) const;

    FilmImages& m_images;
};

void TrainFilmPainter::paint() const {
    paintFilm();
    paintLabels();
    const TrainGeometry& g = m_geometry;
    const QSizeF size = m_layout.size();
    m_painter.fillRect(g.isPresented() ? QRectF(g.timeRight, px(14), 1, size.height() - px(28))
                                       : QRectF(px(24), g.divider, size.width() - px(48), 1),
                       m_colours.hairline);
}

void TrainFilmPainter::paintLabels() const {
    const TrainGeometry& g = m_geometry;
    const double x = px(24);
    const double end = g.loss.left() - px(34);
    const auto title = [&](double y, const QString& text) {
        write(band(x, y, end, px(22)), left, text, textFont(px(14), QFont::DemiBold),
              m_colours.text);
    };
    const auto note = [&](double y, const QString& text) { writeNote(x, y, end, left, text); };
    title(g.loss.top() - px(4), TrainText::tr("Loss"));
    note(g.loss.top() + px(14), TrainText::tr("nats"));
    note(g.loss.top() + px(29), TrainText::tr("per word"));
    title(g.accuracy.top() - px(21), TrainText::tr("Accuracy"));
    note(g.accuracy.top() + px(0), TrainText::heldOut(m_scene.moment.data()));
    note(g.stepsY, TrainText::tr("step"));
    note(g.wordsY,
         answerRows(m_scene, m_scene.at()).size() > 0 ? TrainText::tr("words") : QString());

    // Steps: a number at each column where there is room, and at the end.
    m_painter.setFont(numberFont(px(12)));
    const Index last = std::max(m_scene.moment.recipe.steps, m_scene.moment.stepsDone);
    const double room = px(62);
    const Index every =
        g.columnEvery *
        std::max<Index>(1, static_cast<Index>(std::ceil(
                               room / (static_cast<double>(g.columnEvery) * g.pixelsPerStep))));
    // The playhead says its own step.
    const double said = g.xOf(static_cast<double>(m_scene.at().step()));
    for (Index step = 0; step <= last; step += every) {
        const double half =
            m_painter.fontMetrics().horizontalAdvance(QString::number(step)) / 2.0 + px(22);
        if (std::abs(g.xOf(static_cast<double>(step)) - said) < half)
            continue;
        m_painter.setPen(step <= m_scene.moment.stepsDone ? m_colours.text : m_colours.inactive);
        m_painter.drawText(band(g.xOf(static_cast<double>(step)) - px(30), g.stepsY,
                                g.xOf(static_cast<double>(step)) + px(30), px(16)),
                           Qt::AlignCenter, QString::number(step));
    }
    m_painter.setPen(QPen(m_colours.text, px(1)));
    for (const Index change : m_scene.moment.changes) {
        const double at = g.xOf(static_cast<double>(change));
        m_painter.drawLine(QPointF(at, g.accuracy.bottom()),
                           QPointF(at, g.accuracy.bottom() + px(6)));
    }
}

void TrainFilmPainter::paintFilm() const {
    const TrainGeometry& g = m_geometry;
    const TrainingMoment& moment = m_scene.moment;
    const QRectF chosen = g.rowOf(m_scene.head, g.timeRight);
    m_painter.fillRect(chosen, m_colours.accentTint);
    m_painter.fillRect(QRectF(0, chosen.top(), px(3), chosen.height()), m_colours.accent);
    for (int head = 0; head < g.heads; ++head) {
        const double middle = g.pictureAt(head, 0).center().y();
        drawHeadMark(band(px(24), middle, px(42), px(18)), head);
        write(band(px(48), middle, g.loss.left() - px(28), px(20)), left,
              TrainText::tr("head %1").arg(head + 1),
              textFont(px(13), head == m_scene.head ? QFont::DemiBold : QFont::Normal),
              m_colours.text);
    }
    // What is still to come.
    const Index last = std::max(moment.recipe.steps, moment.stepsDone);
    m_painter.setBrush(Qt::NoBrush);
    for (Index step = g.columnEvery; m_scene.begun && step <= last; step += g.columnEvery) {
        if (step <= moment.records.back()->step())
            continue;
        for (int head = 0; head < g.heads; ++head) {
            QPen pen(m_colours.controlBorder, 1);
            pen.setDashPattern({3, 3});
            m_painter.setPen(pen);
            m_painter.drawRect(
                g.pictureAt(head, static_cast<double>(step)).adjusted(0.5, 0.5, -0.5, -0.5));
        }
    }
    const auto column = [&](std::size_t place) {
        const RecordedStep& step = *moment.records[place];
        const auto x = static_cast<double>(step.step());
        for (int head = 0; head < g.heads; ++head)
            m_painter.drawImage(g.pictureAt(head, x).topLeft(),
                                m_images.image(m_layout, step, head));
        paintWordMarks(step, g.xOf(x));
    };
    const double hidden = g.picture.width() + px(4);
    const double here = g.xOf(static_cast<double>(m_scene.at().step()));
    for (const std::size_t place : m_layout.columns()) {
        // The playhead's own column stands over those that it would overlap.
        const double x = g.xOf(static_cast<double>(moment.records[place]->step()));
        if (place == m_scene.playhead || std::abs(x - here) >= hidden)
            column(place);
    }
    if (std::ranges::find(m_layout.columns(), m_scene.playhead) == m_layout.columns().end())
        column(m_scene.playhead);
    if (!m_scene.begun)
        paintOpening();
}

/// Where the film will be.
void TrainFilmPainter::paintOpening() const {
    const TrainGeometry& g = m_geometry;
    const double begin = g.pictureAt(0, 0).right() + px(24);
    const double top = g.filmTop + (g.heads > 1 ? g.rowPitch : 0);
    const double sized = g.isPresented() ? 14 : 18;
    m_painter.setPen(m_colours.text);
    drawFitted(
        m_painter,
        QRectF(begin, top + px(8), g.timeRight - begin - px(16), g.filmBottom() - top - px(8)),
        textFont(px(sized), QFont::DemiBold), TrainText::opening(m_scene), px(11));
}

void TrainFilmPainter::paintWordMarks(const RecordedStep& step, double x) const {
    const std::vector<AnswerRow> rows = answerRows(m_scene, step);
    constexpr std::size_t mostMarks = 10;
    if (rows.size() > mostMarks) {
        const auto correct = std::ranges::count_if(rows, &AnswerRow::isRight);
        write(band(x - px(28), m_geometry.wordsY, x + px(28), px(16)), Qt::AlignCenter,
              QStringLiteral("%1/%2").arg(correct).arg(rows.size()), numberFont(px(11)),
              m_colours.text);
        return;
    }
    const double pitch =
        std::min(px(9.6), px(50) / static_cast<double>(std::max<std::size_t>(1, rows.size())));
    double at = x - pitch * static_cast<double>(rows.size() - 1) / 2;
    for (const AnswerRow& row : rows) {
        if (row.isRight()) {
            m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(m_colours.text);
            const double radius = std::min(px(2.6), pitch * 0.35);
            m_painter.drawEllipse(QPointF(at, m_geometry.wordsY), radius, radius);
        } else {
            drawCross(QPointF(at, m_geometry.wordsY), std::min(px(5.5), pitch * 0.7));
        }
        at += pitch;
    }
}

} // namespace

void paintFilm(QPainter& painter, const TrainArrangement& layout, FilmImages& images) {
    TrainFilmPainter(painter, layout, images).paint();
}

} // namespace headscope
