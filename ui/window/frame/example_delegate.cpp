// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/frame/example_delegate.h"

#include "type/fonts.h"

#include <QFontMetrics>
#include <QPainter>

namespace headscope {

namespace {
constexpr int padding = 10;
constexpr int titleHeight = 22;
QFont sentenceFont() {
    return textFont(12);
}
} // namespace

QSize ExampleDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
    const QString sentence = index.data(Qt::ToolTipRole).toString();
    const QRect room(0, 0, width - 2 * padding, 400);
    const int height =
        QFontMetrics(sentenceFont()).boundingRect(room, Qt::TextWordWrap, sentence).height();
    return {width, padding + titleHeight + height + padding - 2};
}

void ExampleDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const {
    const bool selected = option.state & QStyle::State_Selected;
    painter->save();
    painter->fillRect(option.rect,
                      selected ? option.palette.alternateBase() : option.palette.base());
    QRect rect = option.rect.adjusted(padding, padding - 2, -padding, 0);
    painter->setPen(option.palette.text().color());
    painter->setFont(textFont(14, QFont::DemiBold));
    painter->drawText(QRect(rect.topLeft(), QSize(rect.width(), titleHeight)),
                      Qt::AlignLeft | Qt::AlignVCenter, index.data(Qt::DisplayRole).toString());
    painter->setPen(option.palette.placeholderText().color());
    painter->setFont(sentenceFont());
    painter->drawText(rect.adjusted(0, titleHeight, 0, 0), Qt::TextWordWrap,
                      index.data(Qt::ToolTipRole).toString());
    painter->restore();
}

} // namespace headscope
