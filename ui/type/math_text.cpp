// SPDX-License-Identifier: GPL-3.0-or-later
#include "type/math_text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <vector>

namespace headscope {

std::vector<MathRun> mathRuns(const QString& markup) {
    std::vector<MathRun> runs;
    QString plain;
    for (qsizetype i = 0; i < markup.size(); ++i) {
        const QChar c = markup[i];
        const bool marked =
            (c == u'_' || c == u'^') && i + 1 < markup.size() && markup[i + 1] == u'{';
        const qsizetype end = marked ? markup.indexOf(u'}', i) : -1;
        if (end < 0) {
            plain += c;
            continue;
        }
        if (!plain.isEmpty())
            runs.push_back({std::exchange(plain, {}), 0});
        runs.push_back({markup.mid(i + 2, end - i - 2), c == u'_' ? -1 : 1});
        i = end;
    }
    if (!plain.isEmpty())
        runs.push_back({plain, 0});
    return runs;
}

double mathRunSize(int level) {
    return level == 0 ? 1.0 : 0.72;
}
double mathRunLift(int level) {
    return level == 0 ? 0.0 : level > 0 ? 0.38 : -0.22;
}

namespace {

QFont fontOf(const MathRun& run, const QFont& font) {
    QFont own = font;
    if (run.level != 0)
        own.setPixelSize(qMax(7, qRound(font.pixelSize() * mathRunSize(run.level))));
    return own;
}

double widthOf(const std::vector<MathRun>& runs, const QFont& font) {
    double width = 0;
    for (const MathRun& run : runs)
        width += QFontMetricsF(fontOf(run, font)).horizontalAdvance(run.text);
    return width;
}

} // namespace

double mathTextWidth(const QString& markup, const QFont& font) {
    return widthOf(mathRuns(markup), font);
}

void drawMathText(QPainter& painter, const QRectF& rect, Qt::Alignment alignment,
                  const QString& markup, const QFont& font) {
    const std::vector<MathRun> runs = mathRuns(markup);
    const QFontMetricsF metrics(font);
    double x = rect.left();
    if (alignment & Qt::AlignHCenter)
        x = rect.center().x() - widthOf(runs, font) / 2;
    else if (alignment & Qt::AlignRight)
        x = rect.right() - widthOf(runs, font);
    double baseline = rect.top() + metrics.ascent();
    if (alignment & Qt::AlignVCenter)
        baseline = rect.center().y() + (metrics.ascent() - metrics.descent()) / 2;
    else if (alignment & Qt::AlignBottom)
        baseline = rect.bottom() - metrics.descent();
    for (const MathRun& run : runs) {
        const QFont own = fontOf(run, font);
        const double lift = font.pixelSize() * mathRunLift(run.level);
        painter.setFont(own);
        painter.drawText(QPointF(x, baseline - lift), run.text);
        x += QFontMetricsF(own).horizontalAdvance(run.text);
    }
}

void drawElidedText(QPainter& painter, const QRectF& rect, int alignment, const QString& text) {
    const QFontMetricsF metrics(painter.font());
    painter.drawText(rect, alignment | Qt::TextSingleLine,
                     metrics.elidedText(text, Qt::ElideRight, rect.width()));
}

QString mathHtml(const QString& markup) {
    QString html;
    for (const MathRun& run : mathRuns(markup)) {
        const QString text = run.text.toHtmlEscaped();
        if (run.level < 0)
            html += QStringLiteral("<sub>%1</sub>").arg(text);
        else if (run.level > 0)
            html += QStringLiteral("<sup>%1</sup>").arg(text);
        else
            html += text;
    }
    return html;
}

QString elidedMathText(const QString& markup, const QFont& font, double width) {
    if (mathTextWidth(markup, font) <= width)
        return markup;
    QString best = QStringLiteral("…");
    int depth = 0; // a cut within braces would leave one of them
    for (qsizetype end = 1; end < markup.size(); ++end) {
        const QChar last = markup[end - 1];
        depth += last == u'{' ? 1 : last == u'}' ? -1 : 0;
        const bool opens = last == u'_' || last == u'^' || last.isHighSurrogate();
        if (depth > 0 || opens)
            continue;
        const QString candidate = markup.left(end).trimmed() + u'…';
        if (mathTextWidth(candidate, font) > width)
            break;
        best = candidate;
    }
    return best;
}

QString withoutMarkup(QString text) {
    for (const QChar mark : {u'_', u'^'}) {
        qsizetype at = 0;
        while ((at = text.indexOf(QString(mark) + u'{', at)) >= 0) {
            const qsizetype end = text.indexOf(u'}', at);
            if (end < 0)
                break;
            text.remove(end, 1).remove(at + 1, 1);
        }
    }
    return text.remove(QChar(0x2060)).replace(QChar(0x00A0), u' ');
}

} // namespace headscope
