// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/tensors/flat_header.h"

#include <QPainter>

namespace headscope {

void FlatHeader::paintEvent(QPaintEvent* event) {
    QPainter(viewport()).fillRect(event->rect(), palette().color(QPalette::Window));
    QHeaderView::paintEvent(event);
}

void FlatHeader::paintSection(QPainter* painter, const QRect& rect, int logicalIndex) const {
    if (!model() || rect.isEmpty())
        return;
    const auto header = [&](int role) {
        return model()->headerData(logicalIndex, orientation(), role);
    };
    const bool columns = orientation() == Qt::Horizontal;
    painter->save();
    painter->fillRect(rect, palette().color(QPalette::Window));
    painter->setPen(palette().color(QPalette::Mid));
    painter->drawLine(rect.bottomLeft(), rect.bottomRight());
    painter->drawLine(rect.topRight(), rect.bottomRight());
    painter->setPen(palette().color(columns ? QPalette::PlaceholderText : QPalette::WindowText));
    const QFont font = header(Qt::FontRole).value<QFont>();
    painter->setFont(font);
    const QRect inside = rect.adjusted(columns ? 2 : 8, 0, columns ? -5 : -4, 0);
    const QString text = QFontMetrics(font).elidedText(header(Qt::DisplayRole).toString(),
                                                       Qt::ElideRight, inside.width());
    painter->drawText(inside, header(Qt::TextAlignmentRole).toInt(), text);
    painter->restore();
}

} // namespace headscope
