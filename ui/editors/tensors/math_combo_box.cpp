// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/tensors/math_combo_box.h"

#include "type/math_text.h"

#include <QApplication>
#include <QHelpEvent>
#include <QStylePainter>
#include <QStyledItemDelegate>
#include <QToolTip>

namespace headscope {

namespace {

/// The markup without its braces, as a screen reader gets it.
QString plain(const QString& markup) {
    QString text = markup;
    return text.remove(u'{').remove(u'}');
}

class MathDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        if (index.data(Qt::AccessibleDescriptionRole).toString() == QStringLiteral("separator"))
            return QStyledItemDelegate::paint(painter, option, index);
        QStyleOptionViewItem own = option;
        initStyleOption(&own, index);
        const QString markup = own.text;
        own.text.clear();
        const QStyle* style = own.widget ? own.widget->style() : QApplication::style();
        style->drawControl(QStyle::CE_ItemViewItem, &own, painter, own.widget);
        const bool selected = own.state & QStyle::State_Selected;
        painter->save();
        painter->setPen(own.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
        drawMathText(*painter, QRectF(own.rect).adjusted(8, 0, -8, 0),
                     Qt::AlignLeft | Qt::AlignVCenter, markup, own.font);
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QSize size = QStyledItemDelegate::sizeHint(option, index);
        const double width = mathTextWidth(index.data().toString(), option.font);
        return {static_cast<int>(width) + 24, qMax(size.height(), 26)};
    }
};

} // namespace

MathComboBox::MathComboBox(QWidget* parent)
    : QComboBox(parent) {
    setItemDelegate(new MathDelegate(this));
    connect(this, &QComboBox::currentTextChanged, this,
            [this](const QString& markup) { setAccessibleDescription(plain(markup)); });
}

QRect MathComboBox::textRect() const {
    QStyleOptionComboBox option;
    initStyleOption(&option);
    return style()
        ->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this)
        .adjusted(2, 0, -2, 0);
}

QString MathComboBox::writtenText() const {
    return elidedMathText(currentText(), font(), textRect().width());
}

bool MathComboBox::event(QEvent* event) {
    // What is cut short is told in full.
    if (event->type() == QEvent::ToolTip && writtenText() != currentText()) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(),
                           QStringLiteral("<p><b>%1</b></p><p>%2</p>")
                               .arg(mathHtml(currentText()), toolTip().toHtmlEscaped()),
                           this);
        return true;
    }
    return QComboBox::event(event);
}

void MathComboBox::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    option.currentText.clear();
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    const QRect rect = textRect();
    painter.setClipRect(rect);
    painter.setPen(
        palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::ButtonText));
    drawMathText(painter, rect, Qt::AlignLeft | Qt::AlignVCenter, writtenText(), font());
}

} // namespace headscope
