// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QStringList>
#include <QXmlStreamReader>

namespace headscope::testing {

/// All of a file; nothing where it cannot be read.
inline QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Everything that an SVG draws but its texts: each element with its attributes, in their order;
/// nothing where it is not well-formed.
inline QStringList shapesOf(const QString& path) {
    QStringList shapes;
    QXmlStreamReader xml(contentOf(path));
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("text") || xml.name() == QLatin1String("title") ||
            xml.name() == QLatin1String("metadata")) {
            xml.skipCurrentElement();
            continue;
        }
        QString shape = xml.name().toString();
        for (const QXmlStreamAttribute& attribute : xml.attributes())
            shape += u' ' + attribute.name().toString() + u'=' + attribute.value().toString();
        shapes << shape;
    }
    return xml.hasError() ? QStringList() : shapes;
}

/// The text elements of an SVG; nothing where it is not well-formed.
inline QStringList textsOf(const QString& path) {
    QStringList texts;
    QXmlStreamReader xml(contentOf(path));
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("text"))
            texts << xml.readElementText(QXmlStreamReader::IncludeChildElements);
    }
    return xml.hasError() ? QStringList() : texts;
}

} // namespace headscope::testing
