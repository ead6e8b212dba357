// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/panels/cell_mark.h"

#include <QCoreApplication>

namespace headscope {

MarkStyle markStyle(CellMark mark, const Theme& theme) {
    switch (mark) {
    case CellMark::None: break;
    case CellMark::Masked:
        return {theme.window.rgb(), theme.hatch.rgb(), 8, theme.hatchLight.rgb()};
    case CellMark::Padding:
        return {theme.window.rgb(), theme.hatchLight.rgb(), 4, theme.hairline.rgb()};
    case CellMark::Dropped: return {theme.hairline.rgb(), 0, 0, theme.hairline.rgb()};
    }
    return {};
}

QString markName(CellMark mark) {
    const auto text = [](const char* source) {
        return QCoreApplication::translate("Mark", source);
    };
    switch (mark) {
    case CellMark::None: break;
    case CellMark::Masked: return text(QT_TRANSLATE_NOOP("Mark", "masked"));
    case CellMark::Padding: return text(QT_TRANSLATE_NOOP("Mark", "padding"));
    case CellMark::Dropped: return text(QT_TRANSLATE_NOOP("Mark", "dropped"));
    }
    return {};
}

} // namespace headscope
