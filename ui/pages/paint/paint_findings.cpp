// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/paint_findings.h"

#include "forms/controls.h"
#include "pages/paint/paint_charts.h"
#include "pages/paint/paint_words.h"
#include "type/fonts.h"
#include "type/math_text.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>

namespace headscope {

PaintFindings::PaintFindings(QWidget* parent)
    : QWidget(parent)
    , m_bars(new PaintBars(this))
    , m_plane(new PaintPlane(this))
    , m_rows(new PaintRows(this)) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(panelPadding, panelPadding, panelPadding, panelPadding);
    rows->setSpacing(6);
    m_question = label(12, QFont::DemiBold);
    m_answer = label(18, QFont::DemiBold);
    m_source = label(13, QFont::Normal);
    m_reasons = label(13, QFont::Normal);
    m_planeTitle = label(13, QFont::DemiBold);
    m_planeLegend = label(12, QFont::Normal);
    m_rowsTitle = label(13, QFont::DemiBold);
    m_rowsLegend = label(12, QFont::Normal);
    for (QLabel* quiet : {m_question, m_source, m_planeLegend, m_rowsLegend})
        quiet->setForegroundRole(QPalette::PlaceholderText);
    rows->addWidget(m_question);
    rows->addWidget(m_answer);
    rows->addWidget(m_source);
    rows->addWidget(m_bars);
    rows->addWidget(m_reasons);
    rows->addSpacing(6);
    rows->addWidget(m_planeTitle);
    rows->addWidget(m_plane);
    rows->addWidget(m_planeLegend);
    rows->addSpacing(6);
    rows->addWidget(m_rowsTitle);
    rows->addWidget(m_rows);
    rows->addWidget(m_rowsLegend);
    rows->addStretch(1);
    connect(m_bars, &PaintBars::keyDimAsked, this, &PaintFindings::keyDimAsked);
    connect(m_rows, &PaintRows::rowAsked, this, &PaintFindings::rowAsked);
    show();
}

QLabel* PaintFindings::label(double pixels, int weight) {
    auto* made = new QLabel(this);
    made->setFont(textFont(pixels, static_cast<QFont::Weight>(weight)));
    made->setWordWrap(true);
    made->setTextFormat(Qt::RichText);
    return made;
}

void PaintFindings::setPaint(const PaintScene& scene, const QString& refusal) {
    m_scene = scene;
    m_refusal = refusal;
    show();
}

void PaintFindings::show() {
    m_question->setText(tr("CAN ONE HEAD DO THIS?"));
    const bool shown = !m_scene.isEmpty();
    const bool found = shown && m_scene.fit;
    m_answer->setText(shown ? mathHtml(verdictTitle(m_scene)) : tr("Nothing to paint here"));
    m_source->setText(m_refusal.isEmpty() ? mathHtml(verdictSource(m_scene))
                                          : m_refusal.toHtmlEscaped());
    m_source->setVisible(!m_source->text().isEmpty());
    QString reasons;
    if (shown) {
        for (const PaintReason& reason : paintReasons(m_scene)) {
            reasons +=
                QStringLiteral("<p style='margin:0 0 6px 0'><b>%1</b>").arg(mathHtml(reason.title));
            if (!reason.text.isEmpty())
                reasons += QStringLiteral("<br/>") + mathHtml(reason.text);
            reasons += QStringLiteral("</p>");
        }
    }
    m_reasons->setText(reasons);
    m_reasons->setVisible(!reasons.isEmpty());
    m_bars->setVisible(found);
    m_bars->setPaint(m_scene);
    const bool hasPlane = found && m_scene.plane;
    for (QWidget* widget : {static_cast<QWidget*>(m_planeTitle), static_cast<QWidget*>(m_plane),
                            static_cast<QWidget*>(m_planeLegend)})
        widget->setVisible(hasPlane);
    m_planeTitle->setText(m_scene.plane && m_scene.weights.keyDim() == 1
                              ? tr("Keys on a line: only the ends can win a row")
                              : mathHtml(tr("Keys in the plane, X·W_{K}")));
    m_planeLegend->setText(tr("● corner: can win a row, ○ inside: cannot"));
    m_plane->setPaint(m_scene);
    for (QWidget* widget : {static_cast<QWidget*>(m_rowsTitle), static_cast<QWidget*>(m_rows),
                            static_cast<QWidget*>(m_rowsLegend)})
        widget->setVisible(found);
    m_rowsTitle->setText(tr("What each row is missing, in bits"));
    m_rowsLegend->setText(tr("upright mark: what twins cost in any case"));
    m_rowsLegend->setVisible(found && m_scene.fit->limits.twins.bits > 1e-4);
    m_rows->setPaint(m_scene);
}

QString PaintFindings::text() const {
    QStringList lines;
    for (const QLabel* each : {m_question, m_answer, m_source, m_reasons, m_planeTitle,
                               m_planeLegend, m_rowsTitle, m_rowsLegend}) {
        if (!each->isHidden())
            lines += each->text();
    }
    return lines.join(u'\n');
}

void PaintFindings::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        show();
}

} // namespace headscope
