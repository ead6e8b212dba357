// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/number_cache.h"

#include <QHash>
#include <QPainter>
#include <QTransform>

namespace headscope {

namespace {

struct Prepared {
    QStaticText text;
    QSizeF size;
};

/// Texts of one font. Only the thread that paints uses it.
struct FontTexts {
    QFont font;
    QHash<QString, Prepared> texts;
};

/// As many as a picture has; more would only be kept for pictures that are gone.
constexpr qsizetype mostTexts = 20'000;

FontTexts& textsOf(const QFont& font) {
    thread_local QHash<QString, FontTexts> fonts;
    FontTexts& texts = fonts[font.key()];
    if (texts.texts.size() > mostTexts)
        texts.texts.clear();
    texts.font = font;
    return texts;
}

} // namespace

void NumberCache::draw(const QRectF& cell, const QString& text, const QFont& font,
                       const QColor& colour) {
    if (font != m_font) {
        m_painter.setFont(font);
        m_font = font;
    }
    if (colour != m_colour) {
        m_painter.setPen(colour);
        m_colour = colour;
    }
    QHash<QString, Prepared>& texts = textsOf(font).texts;
    auto found = texts.find(text);
    if (found == texts.end()) {
        Prepared prepared{QStaticText(text), {}};
        prepared.text.setTextFormat(Qt::PlainText);
        prepared.text.setPerformanceHint(QStaticText::AggressiveCaching);
        prepared.text.prepare(QTransform(), font);
        prepared.size = prepared.text.size();
        found = texts.insert(text, prepared);
    }
    const QSizeF size = found->size;
    // Whole pixels: digits that move by fractions of them would shimmer.
    const QPointF corner(qRound(cell.x() + (cell.width() - size.width()) / 2),
                         qRound(cell.y() + (cell.height() - size.height()) / 2));
    m_painter.drawStaticText(corner, found->text);
}

} // namespace headscope
