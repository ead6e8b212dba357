// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/head_report.h"
#include "pages/train/head_report_measures.h"

#include "pages/train/train_words.h"
#include "scene/fonts.h"
#include "scene/math_text.h"
#include "scene/number_format.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace headscope {

HeadReport::HeadReport(QWidget* parent)
    : QScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus);
    auto* inside = new QWidget;
    inside->setCursor(Qt::PointingHandCursor);
    inside->installEventFilter(this);
    setWidget(inside);
}

void HeadReport::setScene(const TrainScene& scene) {
    m_scene = scene;
    m_relations = scene.isEmpty() ? std::vector<int>() : relationsOf(scene);
    relayout();
    widget()->update();
}

bool HeadReport::tableFirst() const {
    return std::ranges::count_if(m_relations, [this](int r) {
               return m_scene.moment.data().relations[static_cast<std::size_t>(r)].isMain;
           }) > 1;
}

double HeadReport::tableHeight() const {
    return m_relations.size() < 2 ? 0 : px(48 + tableRow * static_cast<double>(m_relations.size()));
}

double HeadReport::blocksTop() const {
    return px(headerHeight) + (tableFirst() ? tableHeight() : 0);
}

QRectF HeadReport::blockOf(int head) const {
    const double height = px(m_relations.empty() ? plainBlockHeight : blockHeight);
    return {0, blocksTop() + head * height, static_cast<double>(widget()->width()), height};
}

void HeadReport::relayout() {
    const double height = m_scene.isEmpty()
                              ? 100
                              : blockOf(m_scene.heads() - 1).bottom() +
                                    (tableFirst() ? 0 : tableHeight()) + px(footHeight);
    widget()->setMinimumHeight(qCeil(height));
}

bool HeadReport::eventFilter(QObject* watched, QEvent* event) {
    if (watched != widget() || m_scene.isEmpty())
        return QScrollArea::eventFilter(watched, event);
    if (event->type() == QEvent::Paint) {
        QPainter painter(widget());
        painter.setRenderHint(QPainter::Antialiasing);
        paint(painter);
        return true;
    }
    if (event->type() == QEvent::MouseButtonPress) {
        const QPointF at = static_cast<QMouseEvent*>(event)->position();
        for (int head = 0; head < m_scene.heads(); ++head) {
            if (blockOf(head).contains(at))
                Q_EMIT headAsked(head);
        }
        return true;
    }
    return QScrollArea::eventFilter(watched, event);
}

void HeadReport::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        widget()->update();
    QScrollArea::changeEvent(event);
}

} // namespace headscope
