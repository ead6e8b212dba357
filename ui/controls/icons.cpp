// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/icons.h"

#include <QFile>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>

namespace headscope {

namespace {

QPixmap render(QByteArray svg, const QColor& colour, int factor, int side) {
    svg.replace("currentColor", colour.name().toLatin1());
    QSvgRenderer renderer(svg);
    QPixmap pixmap(side * factor, side * factor);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    painter.end();
    pixmap.setDevicePixelRatio(factor);
    return pixmap;
}

} // namespace

QIcon colouredIcon(const QString& name, const QColor& colour, const QColor& disabled, int side) {
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray svg = file.readAll();
    QIcon icon;
    for (const int factor : {1, 2}) {
        icon.addPixmap(render(svg, colour, factor, side), QIcon::Normal);
        icon.addPixmap(render(svg, disabled, factor, side), QIcon::Disabled);
    }
    return icon;
}

QIcon paletteIcon(const QString& name, const QPalette& palette, int side) {
    return colouredIcon(name, palette.color(QPalette::Active, QPalette::WindowText),
                        palette.color(QPalette::Dark), side);
}

} // namespace headscope
