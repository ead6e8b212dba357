// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/style.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QMenuBar>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QStyleFactory>
#include <QStyleOption>
#include <QToolButton>

namespace headscope {

namespace {

constexpr double radius = 2;
constexpr int controlHeight = 26;
constexpr int buttonMargin = 10; ///< beside the words of a button, at least
/// Around the chosen entry of a combo box, in its field: what lacks them is cut.
constexpr QMargins entryMargins(1, 0, 2, 0);

void drawBox(QPainter* painter, const QRect& rect, const QColor& fill, const QColor& border,
             double width = 1) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(border, width));
    painter->setBrush(fill);
    const double inset = width / 2;
    painter->drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), radius, radius);
    painter->restore();
}

/// The label of a button on the accent, in the colour that goes with it; nothing: of another one.
template <class Option>
std::optional<Option> labelOnAccent(const QStyleOption* option, const QWidget* widget) {
    const auto* const button = qstyleoption_cast<const Option*>(option);
    if (!button || !widget || !widget->property("accent").toBool())
        return std::nullopt;
    Option label = *button;
    label.palette.setColor(QPalette::ButtonText, option->palette.highlightedText().color());
    return label;
}

/// A control's box: accent border with the keyboard's focus.
void drawControlBox(QPainter* painter, const QStyleOption* option, const QRect& rect) {
    const QPalette& colours = option->palette;
    const bool focus = option->state & QStyle::State_HasFocus;
    const bool enabled = option->state & QStyle::State_Enabled;
    drawBox(painter, rect, enabled ? colours.button().color() : colours.window().color(),
            focus ? colours.highlight().color() : colours.dark().color(), focus ? 2 : 1);
}

void drawChevron(QPainter* painter, const QRectF& rect, bool up, const QColor& colour) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(colour, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF c = rect.center();
    const double h = up ? -1.8 : 1.8;
    const QPointF points[] = {
        {c.x() - 3.6, c.y() - h}, {c.x(), c.y() + h}, {c.x() + 3.6, c.y() - h}};
    painter->drawPolyline(points, 3);
    painter->restore();
}

QColor symbolColour(const QStyleOption* option) {
    return option->palette.color(option->state & QStyle::State_Enabled ? QPalette::Active
                                                                       : QPalette::Disabled,
                                 QPalette::ButtonText);
}

void drawCheckBox(QPainter* painter, const QStyleOption* option) {
    const QPalette& colours = option->palette;
    const bool checked = option->state & QStyle::State_On;
    const bool focus = option->state & QStyle::State_HasFocus;
    const bool enabled = option->state & QStyle::State_Enabled;
    QRect box(0, 0, 16, 16);
    box.moveCenter(option->rect.center());
    const QColor accent = enabled ? colours.highlight().color() : colours.dark().color();
    drawBox(painter, box, checked ? accent : colours.button().color(),
            checked || focus ? accent : colours.dark().color(), focus ? 2 : 1);
    if (!checked)
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(
        QPen(colours.highlightedText().color(), 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF c = QRectF(box).center();
    const QPointF tick[] = {
        {c.x() - 3.6, c.y() + 0.2}, {c.x() - 1, c.y() + 2.8}, {c.x() + 3.8, c.y() - 2.8}};
    painter->drawPolyline(tick, 3);
    painter->restore();
}

void drawRadio(QPainter* painter, const QStyleOption* option) {
    const QPalette& colours = option->palette;
    const bool chosen = option->state & QStyle::State_On;
    // One that only has the keyboard by itself must not look like the one to be chosen.
    const bool focus = (option->state & QStyle::State_HasFocus) &&
                       (chosen || (option->state & QStyle::State_KeyboardFocusChange));
    const bool enabled = option->state & QStyle::State_Enabled;
    QRectF circle(0, 0, 16, 16);
    circle.moveCenter(QRectF(option->rect).center());
    const QColor accent =
        enabled ? colours.highlight().color() : colours.color(QPalette::PlaceholderText);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(colours.button());
    painter->setPen(QPen(chosen  ? accent
                         : focus ? colours.color(QPalette::Text)
                                 : colours.dark().color(),
                         focus ? 2 : 1.2));
    painter->drawEllipse(circle.adjusted(1, 1, -1, -1));
    if (chosen) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(accent);
        painter->drawEllipse(circle.center(), 4, 4);
    }
    painter->restore();
}

/// Tool and push buttons: flat until touched, tinted when checked.
void drawButton(QPainter* painter, const QStyleOption* option, bool framed, bool accent) {
    const QPalette& colours = option->palette;
    if (accent) {
        const bool touched = option->state & (QStyle::State_MouseOver | QStyle::State_Sunken);
        const QColor fill = colours.highlight().color();
        drawBox(painter, option->rect, touched ? fill.lighter(112) : fill,
                option->state & QStyle::State_HasFocus ? colours.text().color() : fill, 2);
        return;
    }
    const bool on = option->state & QStyle::State_On;
    const bool enabled = option->state & QStyle::State_Enabled;
    const bool over = enabled && (option->state & QStyle::State_MouseOver);
    const bool down = option->state & QStyle::State_Sunken;
    const bool focus = option->state & QStyle::State_HasFocus;
    QColor fill = framed ? colours.button().color() : QColor(Qt::transparent);
    if (on || down)
        fill = colours.alternateBase().color();
    else if (over)
        fill = framed ? colours.base().color() : colours.mid().color();
    QColor border = framed || on ? colours.dark().color() : QColor(Qt::transparent);
    if (focus || on)
        border = colours.highlight().color();
    drawBox(painter, option->rect, fill, border, focus ? 2 : 1);
}

/// A title with the accent's line under it where it is the chosen one.
void drawTab(QPainter* painter, const QStyleOptionTab* tab) {
    const bool chosen = tab->state & QStyle::State_Selected;
    QFont font = painter->font();
    font.setWeight(chosen ? QFont::DemiBold : QFont::Normal);
    painter->save();
    painter->setFont(font);
    painter->setPen(tab->palette.color(chosen ? QPalette::WindowText : QPalette::PlaceholderText));
    painter->drawText(tab->rect, Qt::AlignCenter | Qt::TextHideMnemonic, tab->text);
    if (chosen)
        painter->fillRect(
            QRect(tab->rect.left() + 4, tab->rect.bottom() - 2, tab->rect.width() - 8, 3),
            tab->palette.highlight());
    if (tab->state & QStyle::State_HasFocus)
        drawBox(painter, tab->rect.adjusted(2, 5, -2, -5), Qt::transparent,
                tab->palette.highlight().color());
    painter->restore();
}

void drawScrollBar(QPainter* painter, const QStyleOptionComplex* option, const QRect& slider) {
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (!bar || bar->maximum <= bar->minimum)
        return;
    const bool touched = option->activeSubControls & QStyle::SC_ScrollBarSlider;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(touched ? option->palette.placeholderText() : option->palette.dark());
    painter->drawRoundedRect(QRectF(slider).adjusted(3, 3, -3, -3), 3, 3);
    painter->restore();
}

} // namespace

Style::Style()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                          const QWidget* widget) const {
    switch (element) {
    case PE_PanelLineEdit:
        // Inside a spin box or combo box the outer control draws the frame.
        if (widget && (qobject_cast<const QAbstractSpinBox*>(widget->parentWidget()) ||
                       qobject_cast<const QComboBox*>(widget->parentWidget())))
            return;
        drawControlBox(painter, option, option->rect);
        return;
    case PE_FrameLineEdit: return;
    case PE_IndicatorCheckBox: drawCheckBox(painter, option); return;
    case PE_IndicatorRadioButton: drawRadio(painter, option); return;
    case PE_PanelButtonCommand:
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
            button && (button->features & QStyleOptionButton::Flat)) {
            drawButton(painter, option, false, false);
            return;
        }
        drawButton(painter, option, true, widget && widget->property("accent").toBool());
        return;
    case PE_PanelButtonTool:
        drawButton(painter, option, widget && widget->property("framed").toBool(),
                   widget && widget->property("accent").toBool());
        return;
    case PE_FrameFocusRect:
        if (qobject_cast<const QPushButton*>(widget) || qobject_cast<const QToolButton*>(widget))
            return;
        if (option->state & State_KeyboardFocusChange)
            drawBox(painter, option->rect, Qt::transparent, option->palette.highlight().color());
        return;
    case PE_FrameMenu:
        painter->setPen(option->palette.dark().color());
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        return;
    case PE_Frame: {
        const bool focus = widget && widget->hasFocus();
        drawBox(painter, option->rect, Qt::transparent,
                focus ? option->palette.highlight().color() : option->palette.dark().color(),
                focus ? 2 : 1);
        return;
    }
    case PE_PanelStatusBar:
    case PE_FrameStatusBarItem:
    case PE_PanelMenuBar: return;
    default: QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void Style::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                        const QWidget* widget) const {
    switch (element) {
    case CE_ToolBar: return;
    case CE_MenuBarEmptyArea: painter->fillRect(option->rect, option->palette.window()); return;
    case CE_MenuBarItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
            const bool open = item->state & (State_Selected | State_Sunken);
            painter->fillRect(option->rect,
                              open ? option->palette.alternateBase() : option->palette.window());
            painter->setPen(option->palette.windowText().color());
            painter->drawText(option->rect,
                              Qt::AlignCenter | Qt::TextHideMnemonic | Qt::TextSingleLine,
                              item->text);
        }
        return;
    case CE_ComboBoxLabel:
        if (const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option)) {
            QStyleOptionComboBox elided = *box;
            const QRect field = subControlRect(CC_ComboBox, box, SC_ComboBoxEditField, widget)
                                    .marginsRemoved(entryMargins);
            elided.currentText =
                box->fontMetrics.elidedText(box->currentText, Qt::ElideRight, field.width());
            QProxyStyle::drawControl(element, &elided, painter, widget);
        }
        return;
    case CE_PushButtonLabel:
        if (const auto onAccent = labelOnAccent<QStyleOptionButton>(option, widget))
            return QProxyStyle::drawControl(element, &*onAccent, painter, widget);
        return QProxyStyle::drawControl(element, option, painter, widget);
    case CE_ToolButtonLabel:
        if (const auto onAccent = labelOnAccent<QStyleOptionToolButton>(option, widget))
            return QProxyStyle::drawControl(element, &*onAccent, painter, widget);
        return QProxyStyle::drawControl(element, option, painter, widget);
    case CE_HeaderSection:
    case CE_HeaderEmptyArea: {
        // Flat: a hairline where the numbers begin.
        const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
        painter->fillRect(option->rect, option->palette.window());
        const bool across = !header || header->orientation == Qt::Horizontal;
        painter->fillRect(
            across ? QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1)
                   : QRect(option->rect.right(), option->rect.top(), 1, option->rect.height()),
            option->palette.mid());
        return;
    }
    case CE_TabBarTab:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option))
            drawTab(painter, tab);
        return;
    default: QProxyStyle::drawControl(element, option, painter, widget);
    }
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                               QPainter* painter, const QWidget* widget) const {
    if (control == CC_ComboBox) {
        drawControlBox(painter, option, option->rect);
        QRectF arrow = option->rect;
        arrow.setLeft(arrow.right() - 24);
        drawChevron(painter, arrow, false, symbolColour(option));
        return;
    }
    if (control == CC_SpinBox) {
        drawControlBox(painter, option, option->rect);
        const QRect up = subControlRect(control, option, SC_SpinBoxUp, widget);
        const QRect down = subControlRect(control, option, SC_SpinBoxDown, widget);
        if (up.isValid()) {
            painter->fillRect(
                QRect(up.left() - 1, option->rect.top() + 3, 1, option->rect.height() - 6),
                option->palette.mid());
            drawChevron(painter, up, true, symbolColour(option));
            drawChevron(painter, down, false, symbolColour(option));
        }
        return;
    }
    if (control == CC_ScrollBar) {
        drawScrollBar(painter, option, subControlRect(control, option, SC_ScrollBarSlider, widget));
        return;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QRect Style::subControlRect(ComplexControl control, const QStyleOptionComplex* option,
                            SubControl part, const QWidget* widget) const {
    // Scroll bars without arrows: the groove is the whole bar.
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (control != CC_ScrollBar || !bar)
        return QProxyStyle::subControlRect(control, option, part, widget);
    const bool upright = bar->orientation == Qt::Vertical;
    const int length = upright ? bar->rect.height() : bar->rect.width();
    const int span = bar->maximum - bar->minimum;
    int slider = length;
    if (span > 0)
        slider = qMax(24, int(qint64(length) * bar->pageStep / (qint64(span) + bar->pageStep)));
    const int start = sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition,
                                              length - slider, bar->upsideDown);
    const auto along = [&](int from, int size) {
        return upright ? QRect(0, from, bar->rect.width(), size)
                       : QRect(from, 0, size, bar->rect.height());
    };
    switch (part) {
    case SC_ScrollBarGroove: return along(0, length);
    case SC_ScrollBarSlider: return along(start, slider);
    case SC_ScrollBarSubPage: return along(0, start);
    case SC_ScrollBarAddPage: return along(start + slider, length - start - slider);
    default: return {};
    }
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option,
                       const QWidget* widget) const {
    switch (metric) {
    case PM_IndicatorWidth:
    case PM_IndicatorHeight: return 16;
    case PM_CheckBoxLabelSpacing: return 8;
    case PM_MenuBarPanelWidth:
    case PM_ToolBarFrameWidth:
    case PM_ToolBarItemMargin: return 0;
    case PM_MenuBarItemSpacing: return 4;
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabOverlap:
    case PM_TabBarBaseOverlap: return 0;
    case PM_ScrollBarExtent: return 12;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical: return 0;
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                              const QWidget* widget) const {
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_PushButton)
        result.setWidth(qMax(result.width(), size.width() + 2 * buttonMargin));
    if (type == CT_ComboBox)
        result.rwidth() += entryMargins.left() + entryMargins.right();
    switch (type) {
    case CT_PushButton:
    case CT_ComboBox:
    case CT_SpinBox:
    case CT_LineEdit:
        result.setHeight(
            qMax(controlHeight, result.height() > 34 ? result.height() : controlHeight));
        break;
    case CT_MenuBarItem: result += QSize(4, 4); break;
    case CT_TabBarTab:
        result = QSize(result.width() + 2, 39);
        if (widget && widget->property(closeTabs).toBool())
            result.rwidth() -= closerTabs;
        break;
    default: break;
    }
    return result;
}

int Style::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                     QStyleHintReturn* data) const {
    if (hint == SH_EtchDisabledText || hint == SH_DitherDisabledText ||
        hint == SH_DialogButtonBox_ButtonsHaveIcons)
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, data);
}

QPalette paletteOf(const Theme& theme) {
    QPalette palette;
    const auto set = [&](QPalette::ColorRole role, const QColor& colour) {
        palette.setColor(role, colour);
    };
    set(QPalette::Window, theme.window);
    set(QPalette::WindowText, theme.text);
    set(QPalette::Base, theme.base);
    set(QPalette::AlternateBase, theme.accentTint);
    set(QPalette::Text, theme.text);
    set(QPalette::Button, theme.control);
    set(QPalette::ButtonText, theme.text);
    set(QPalette::BrightText, theme.error);
    set(QPalette::Light, theme.base);
    set(QPalette::Midlight, theme.hairline);
    set(QPalette::Mid, theme.hairline);
    set(QPalette::Dark, theme.controlBorder);
    set(QPalette::Shadow, theme.controlBorder);
    set(QPalette::Highlight, theme.accent);
    set(QPalette::HighlightedText, theme.accentText);
    set(QPalette::Link, theme.accent);
    set(QPalette::LinkVisited, theme.accent);
    set(QPalette::PlaceholderText, theme.secondary);
    set(QPalette::ToolTipBase, theme.base);
    set(QPalette::ToolTipText, theme.text);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, theme.inactive);
    return palette;
}

} // namespace headscope
