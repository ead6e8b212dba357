// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/head_report.h"

#include "pages/train/head_report_measures.h"
#include "pages/train/train_words.h"
#include "painters/head_badge.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "words/learnt_words.h"
#include "words/numbers/number_format.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace headscope {

namespace {

constexpr double alike = 1e-12;

constexpr Qt::Alignment toRight = Qt::AlignRight | Qt::AlignVCenter;
constexpr Qt::Alignment toLeft = Qt::AlignLeft | Qt::AlignVCenter;

void writeText(QPainter& painter, const QRectF& rect, Qt::Alignment alignment, const QString& text,
               const QFont& font, const QColor& colour) {
    painter.setFont(font);
    painter.setPen(colour);
    drawElidedText(painter, rect, alignment, text);
}

} // namespace

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

void HeadReport::paint(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double width = widget()->width();
    painter.fillRect(widget()->rect(), colours.window);
    writeText(painter, QRectF(px(reportPadding), px(10), width - px(2 * reportPadding), px(20)),
              toLeft, tr("WHAT HAS EACH HEAD LEARNT?"), textFont(px(12), QFont::DemiBold),
              colours.secondary);
    const auto heldOut = static_cast<int>(measuredSamples(m_scene.moment.data()));
    const QString steps =
        m_scene.at().step() == m_scene.atRight().step()
            ? tr("at step %1").arg(m_scene.at().step())
            : tr("at step %1 and %2").arg(m_scene.earlier().step()).arg(m_scene.later().step());
    const QRectF line(px(reportPadding), px(30), width - px(2 * reportPadding), px(20));
    const QString measured =
        (m_scene.moment.data().learnsHeldOut ? tr("%n learnt sentence(s), %1", nullptr, heldOut)
                                             : tr("%n held-out sentence(s), %1", nullptr, heldOut))
            .arg(steps);
    writeText(painter, line, toLeft, measured,
              fittedFont(textFont(px(13)), measured, line.width(), px(10)), colours.secondary);
    for (int head = 0; head < m_scene.heads(); ++head)
        paintBlock(painter, head);
    double y = blockOf(m_scene.heads() - 1).bottom();
    if (m_relations.size() > 1) {
        paintTable(painter, tableFirst() ? px(headerHeight) : y);
        y += tableFirst() ? 0 : tableHeight();
    }
    painter.fillRect(QRectF(px(reportPadding), y, width - px(2 * reportPadding), 1),
                     colours.hairline);
    painter.setFont(textFont(px(12)));
    painter.setPen(colours.secondary);
    painter.drawText(
        QRectF(px(reportPadding), y + px(4), width - px(2 * reportPadding), px(footHeight - 6)),
        Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
        m_relations.empty()
            ? tr("entropy: how widely a head looks; nobody knows where it should")
            : tr("agreement: share of the weight on the right words; dashed: chance"));
}

void HeadReport::paintBars(QPainter& painter, const QRectF& rect, const std::vector<double>& values,
                           double most, double chance) const {
    const Theme& colours = theme(m_scene.display.theme);
    painter.fillRect(QRectF(rect.left(), rect.bottom(), rect.width(), 1), colours.controlBorder);
    const auto count = static_cast<double>(values.size());
    const double pitch = std::min(px(21), rect.width() / std::max(1.0, count));
    const double bar = std::max(1.0, pitch - std::min(px(4), pitch * 0.2));
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = 0; i < values.size(); ++i) {
        QColor colour = colours.neutralBar;
        if (i > m_scene.playhead)
            colour = colours.hatchLight;
        if (i == m_scene.playhead)
            colour = colours.accent;
        const double height = rect.height() * std::clamp(values[i] / most, 0.0, 1.0);
        painter.fillRect(QRectF(rect.left() + static_cast<double>(i) * pitch,
                                rect.bottom() - height, bar, height),
                         colour);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    if (chance <= 0)
        return;
    QPen pen(colours.secondary, 1);
    pen.setDashPattern({2, 3});
    painter.setPen(pen);
    const double y = rect.bottom() - rect.height() * std::min(1.0, chance / most);
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y));
}

void HeadReport::paintBlock(QPainter& painter, int head) const {
    const Theme& colours = theme(m_scene.display.theme);
    const QRectF block = blockOf(head);
    const double from = px(reportPadding);
    const double to = block.right() - px(reportPadding);
    if (head == m_scene.head) {
        painter.fillRect(block, colours.accentTint);
        painter.fillRect(QRectF(0, block.top(), px(3), block.height()), colours.accent);
    }
    painter.fillRect(QRectF(from, block.top(), to - from, 1), colours.hairline);
    double y = block.top() + px(18);
    const auto row = [&](double height) { return QRectF(from, y - height / 2, to - from, height); };
    const QRectF mark(from, y - px(9), px(18), px(18));
    paintHeadBadge(painter, mark, head, m_scene.display.theme, numberFont(px(13), QFont::DemiBold));
    const HeadFinding finding = findingOf(m_scene, head);
    writeText(painter, row(px(20)).adjusted(px(30), 0, 0, 0), toLeft, finding.name,
              textFont(px(14), QFont::DemiBold), colours.text);
    const RecordedStep& now = m_scene.earlier();
    const RecordedStep& later = m_scene.later();
    const bool same = now.step() == later.step();
    const auto pairText = [&](double a, double b) {
        return same ? fixedText(b, 2) : fixedText(a, 2) + QStringLiteral(" → ") + fixedText(b, 2);
    };
    const QFont numbers = numberFont(px(12), QFont::DemiBold);
    if (finding.relation >= 0) {
        // The numbers that decide: at most two, the larger one bold.
        y += px(20);
        double x = from;
        const double room =
            (to - x) / std::max<double>(1, static_cast<double>(finding.evidence.size()));
        double largest = 0;
        for (const int relation : finding.evidence)
            largest = std::max(largest, shareOf(m_scene, later, head, relation).value_or(0));
        for (const int relation : finding.evidence) {
            const double share = shareOf(m_scene, later, head, relation).value_or(0);
            const auto& known = m_scene.moment.data().relations[static_cast<std::size_t>(relation)];
            const QRectF part(x, y - px(9), room - px(6), px(18));
            writeText(painter, part.adjusted(0, 0, -px(36), 0), toLeft, relationName(known.name),
                      fittedFont(textFont(px(12)), relationName(known.name), part.width() - px(38),
                                 px(9)),
                      colours.secondary);
            writeText(painter, part, toRight, fixedText(share, 2),
                      numberFont(px(12), share + alike >= largest ? QFont::Bold : QFont::Normal),
                      colours.text);
            x += room;
        }
        y += px(20);
        const auto& known =
            m_scene.moment.data().relations[static_cast<std::size_t>(finding.relation)];
        writeText(painter, row(px(18)), toLeft,
                  finding.evidence.size() > 1 && known.isMain && !tableFirst()
                      ? tr("agreement, of 1")
                      : tr("%1, of 1").arg(relationName(known.name)),
                  textFont(px(12)), colours.secondary);
        writeText(painter, row(px(18)), toRight,
                  pairText(shareOf(m_scene, now, head, finding.relation).value_or(0),
                           shareOf(m_scene, later, head, finding.relation).value_or(0)),
                  numbers, colours.text);
        std::vector<double> history;
        for (const auto& record : m_scene.moment.records)
            history.push_back(shareOf(m_scene, *record, head, finding.relation).value_or(0));
        paintBars(painter, QRectF(from, y + px(10), to - from, px(34)), history, 1,
                  chanceOf(m_scene, finding.relation));
        y += px(56);
    } else {
        y += px(22);
    }
    const HeadEntropy* before = entropyOf(m_scene, now, head);
    const HeadEntropy* after = entropyOf(m_scene, later, head);
    if (!before || !after)
        return;
    writeText(painter, row(px(18)), toLeft,
              tr("entropy in bits, of %1").arg(fixedText(after->atMost, 2)), textFont(px(12)),
              colours.secondary);
    writeText(painter, row(px(18)), toRight, pairText(before->bits, after->bits), numbers,
              colours.text);
    std::vector<double> history;
    for (const auto& record : m_scene.moment.records) {
        const HeadEntropy* entropy = entropyOf(m_scene, *record, head);
        history.push_back(entropy ? entropy->bits : 0);
    }
    paintBars(painter, QRectF(from, y + px(10), to - from, px(24)), history,
              std::max(1e-9, after->atMost), 0);
}

void HeadReport::paintTable(QPainter& painter, double top) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double from = px(reportPadding);
    const double to = widget()->width() - px(reportPadding);
    const int heads = m_scene.heads();
    const double column = std::min(px(30), (to - from) * 0.55 / (heads + 1));
    const double columns = to - column * (heads + 1);
    // ".36": there is no room for what is always 0.
    const auto shareText = [](double share) {
        if (share > 0 && share < 0.005)
            return QStringLiteral("<.01");
        const QString text = fixedText(share, 2);
        return text.startsWith(u'0') ? text.mid(1) : text;
    };
    painter.fillRect(QRectF(from, top, to - from, 1), colours.hairline);
    double y = top + px(20);
    writeText(painter, QRectF(from, y - px(10), columns - from, px(20)), toLeft,
              tr("share, step %1").arg(m_scene.at().step()), textFont(px(12)), colours.secondary);
    for (int head = 0; head < heads; ++head) {
        const QRectF mark(columns + (head + 1) * column - px(18), y - px(8), px(16), px(16));
        paintHeadBadge(painter, mark, head, m_scene.display.theme,
                       numberFont(px(11), QFont::DemiBold));
    }
    writeText(painter, QRectF(to - column, y - px(10), column, px(20)), toRight, tr("chance"),
              fittedFont(textFont(px(11)), tr("chance"), column, px(8)), colours.secondary);
    y += px(4);
    for (const int relation : m_relations) {
        y += px(tableRow);
        const auto& known = m_scene.moment.data().relations[static_cast<std::size_t>(relation)];
        writeText(painter, QRectF(from, y - px(10), columns - from, px(20)), toLeft,
                  relationName(known.name), textFont(px(12)), colours.text);
        double largest = 0;
        for (int head = 0; head < heads; ++head)
            largest = std::max(largest, shareOf(m_scene, m_scene.at(), head, relation).value_or(0));
        for (int head = 0; head < heads; ++head) {
            const double share = shareOf(m_scene, m_scene.at(), head, relation).value_or(0);
            const bool most = share + alike >= largest && share > chanceOf(m_scene, relation);
            const QString text = shareText(share);
            const QFont font = numberFont(px(12), most ? QFont::Bold : QFont::Normal);
            writeText(painter, QRectF(columns + head * column, y - px(10), column, px(20)), toRight,
                      text, fittedFont(font, text, column - px(6), px(8)),
                      most ? colours.text : colours.secondary);
        }
        writeText(painter, QRectF(to - column, y - px(10), column, px(20)), toRight,
                  shareText(chanceOf(m_scene, relation)), numberFont(px(12)), colours.inactive);
    }
}

} // namespace headscope
