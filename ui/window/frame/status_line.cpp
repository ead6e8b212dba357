// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/frame/status_line.h"

#include "run/finished_attention.h"
#include "scene/panels/matrix_panel.h"
#include "scene/prepared_stage.h"
#include "type/fonts.h"
#include "words/error_text.h"
#include "words/language.h"
#include "words/missing_letters.h"
#include "words/numbers/number_format.h"
#include "words/quoted_word.h"
#include "words/statements.h"
#include "words/typed_number_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

#include <tuple>

namespace headscope {

namespace {

/// Which letters of its words are boxes here; of no run, none.
QString boxesOf(const Run* run) {
    return run ? missingLettersSentence(wordsOf(run->labels())) : QString();
}

} // namespace

StatusLine::StatusLine(QWidget* parent)
    : QWidget(parent)
    , m_label(new QLabel(this)) {
    setFixedHeight(24);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 0, 16, 0);
    row->addWidget(m_label, 1);
    m_label->setFont(textFont(12));
    m_label->setTextFormat(Qt::PlainText);
    m_forget.setSingleShot(true);
    connect(&m_forget, &QTimer::timeout, this, [this] {
        m_message.clear();
        compose();
    });
    m_label->setMinimumWidth(10);
    m_label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void StatusLine::setScene(const Scene& scene) {
    const bool newTrace = scene.trace != m_scene.trace;
    if (newTrace)
        m_message.clear();
    const auto run = [](const Scene& of) { return of.blocks ? of.blocks->whole : of.trace; };
    // Pointing is not yet looking at something else, and what comes of a file that was opened is
    // what the failure may be about.
    const auto looked = [](const Selection& at) {
        return std::tie(at.scope, at.stage, at.tensor, at.sequence, at.panel, at.locked);
    };
    if (run(scene) == run(m_scene) && looked(scene.selection) != looked(m_scene.selection))
        m_failure.reset();
    if (run(scene) != run(m_scene)) {
        m_before = std::exchange(m_announced, QString());
        m_boxes = boxesOf(scene.run.get());
    }
    if (scene.trace && (newTrace || scene.stage != m_scene.stage ||
                        scene.selection.sequence != m_scene.selection.sequence))
        m_prepared = preparedStage(scene);
    if (!scene.blocks || scene.blocks->whole != m_countedRun) // an old run may hold gigabytes
        m_countedRun.reset();
    if (!scene.trace)
        m_prepared.reset();
    m_scene = scene;
    compose();
}

void StatusLine::setError(const std::optional<Error>& error) {
    m_error = error;
    m_failure.reset();
    compose();
}

void StatusLine::setFailure(const Error& error) {
    m_failure = error;
    compose();
}

void StatusLine::setWarning(const std::optional<Error>& warning) {
    if (std::exchange(m_warning, warning) != warning)
        compose();
}

void StatusLine::showMessage(const QString& sentence) {
    constexpr int milliseconds = 12000; // the longest is read twice
    showLastingMessage(sentence);
    m_forget.start(milliseconds);
}

void StatusLine::showLastingMessage(const QString& sentence) {
    m_message = sentence;
    m_failure.reset();
    m_forget.stop();
    compose();
}

void StatusLine::setReading(const QString& name, int seconds) {
    m_reading = name.isEmpty() ? QString()
                : seconds < 1
                    ? tr("reading “%1” … Esc gives it up").arg(name)
                    : tr("reading “%1” for %2 s … Esc gives it up").arg(name).arg(seconds);
    compose();
}

void StatusLine::setViewSentence(const QString& sentence) {
    if (std::exchange(m_viewSentence, sentence) == sentence)
        return;
    m_message.clear(); // an older one
    compose();
}

QString StatusLine::text() const {
    return m_label->text();
}

QString StatusLine::fullyMaskedFact(int rows) const {
    switch (m_scene.trace->find(TensorName::AttentionWeights)->fullyMasked) {
    case FullyMasked::Zeros:
        return tr("%n query(s) fully masked: zeros, as scaled_dot_product_attention gives since "
                  "PyTorch 2.5",
                  nullptr, rows);
    case FullyMasked::NaN:
        return tr("%n query(s) fully masked: NaN, as nn.MultiheadAttention gives", nullptr, rows);
    case FullyMasked::Uniform:
        return tr("%n query(s) fully masked: uniform, as models give that mask with the smallest "
                  "finite number",
                  nullptr, rows);
    }
    return {};
}

int StatusLine::stageCount() const {
    if (!m_scene.isModel())
        return static_cast<int>(stagesOf(m_scene.kind(), *m_scene.trace).size());
    if (m_countedRun == m_scene.blocks->whole)
        return m_stageCount;
    m_countedRun = m_scene.blocks->whole;
    m_stageCount = 0;
    for (const TraceScope& scope : m_scene.blocks->scopes)
        m_stageCount += static_cast<int>(
            stagesOf(scope.kind, slice(*m_scene.blocks->whole, scope.path).trace).size());
    return m_stageCount;
}

QStringList StatusLine::facts() const {
    QStringList facts;
    if (m_scene.isEmpty())
        return facts;
    if (!m_before.isEmpty())
        facts << m_before;
    const bool elsewhere =
        !checkOperands(m_scene.blocks ? m_scene.blocks->whole.get() : m_scene.trace.get());
    if (elsewhere)
        facts << tr("computed elsewhere");
    else if (const auto time = m_scene.computeMilliseconds)
        facts << tr("%n stage(s) in %1 ms", nullptr, stageCount()).arg(numberText(*time, 2));
    else
        facts << tr("%n stage(s)", nullptr, stageCount());
    if (const QString block = blockTitle(m_scene.blocks.get()); !block.isEmpty())
        facts << block;
    const Selection& selection = m_scene.selection;
    const RowSums& sums = m_prepared->rowSums;
    const bool turned = m_scene.isTurned(); // queries are columns then
    const bool ofShown = selection.stage == Stage::Weights;
    if (sums.notANumber > 0 && elsewhere)
        facts << tr("%n query(s) with NaN, as the file has them", nullptr,
                    static_cast<int>(sums.notANumber));
    else if (sums.notANumber > 0)
        facts << tr("%n query(s) with NaN: scores too large for float32", nullptr,
                    static_cast<int>(sums.notANumber));
    else if (sums.fullyMasked > 0)
        facts << fullyMaskedFact(static_cast<int>(sums.fullyMasked));
    else if (sums.finitelyMasked > 0)
        facts << tr("%n query(s) fully masked with finite numbers: the softmax of those", nullptr,
                    static_cast<int>(sums.finitelyMasked));
    else if (sums.any && sums.allOne)
        facts << (turned    ? tr("✓ every query’s weights sum to 1")
                  : ofShown ? tr("✓ every row sums to 1")
                            : tr("✓ weights: rows sum to 1"));
    else if (sums.any)
        facts << (turned ? tr("not every query’s weights sum to 1")
                         : tr("not every row sums to 1"));
    const QString typed = typedCountText(m_scene.blocks ? *m_scene.blocks->whole : *m_scene.trace);
    if (!typed.isEmpty())
        facts << typed;
    if (m_scene.trace->find(TensorName::DroppedWeights))
        facts << tr("after dropout a query’s weights need not sum to 1");
    if (m_prepared->forbiddenPairs) {
        const auto panel =
            slicesOf(*m_scene.trace, TensorName::MayAttend, selection.sequence).front();
        facts << tr("mask: %1 of %2 pairs forbidden")
                     .arg(*m_prepared->forbiddenPairs)
                     .arg(panel.matrix.size(0) * panel.matrix.size(1));
    }
    if (selection.locked && isQueryKeyStage(selection.stage)) {
        // What came finished may have no scores; its queries and keys are the same.
        const TensorName pairs = m_scene.trace->find(TensorName::Scores)
                                     ? TensorName::Scores
                                     : TensorName::AttentionWeights;
        const auto panels = slicesOf(*m_scene.trace, pairs, selection.sequence);
        const auto quoted = [&](std::size_t side, Index place) {
            return quotedWord(*m_scene.run, selection.scope, panels.front(), side,
                              selection.sequence, place);
        };
        facts << tr("locked: query %1, key %2; Esc releases")
                     .arg(quoted(0, selection.locked->row), quoted(1, selection.locked->column));
    } else if (selection.locked) {
        facts << tr("locked; Esc releases");
    }
    if (selection.solo && m_scene.run->heads() > 1 && isQueryKeyStage(selection.stage))
        facts << tr("head %1 alone; 0 shows all").arg(selection.panel + 1);
    if (const auto& seed = m_scene.run->origin().seed)
        facts << tr("seed %1").arg(*seed);
    return facts;
}

void StatusLine::compose() {
    const std::optional<Error>& error = m_failure ? m_failure : m_error; // the newer one
    const bool wrong = error.has_value() && m_reading.isEmpty();
    const bool warned = m_warning.has_value() && m_reading.isEmpty();
    m_label->setForegroundRole(wrong || warned ? QPalette::BrightText : QPalette::PlaceholderText);
    const QString dot = QStringLiteral("   •   ");
    QString text = facts().join(dot);
    if (wrong)
        text = translated(*error);
    else if (!m_reading.isEmpty())
        text = m_reading;
    else if (!m_message.isEmpty())
        text = m_message;
    else if (!m_viewSentence.isEmpty())
        text = m_viewSentence;
    if (!m_boxes.isEmpty() && !wrong && m_reading.isEmpty())
        text = m_boxes + (text.isEmpty() ? QString() : dot + text);
    if (warned && !wrong)
        text = translated(*m_warning) + (text.isEmpty() ? QString() : dot + text);
    if (text != m_label->text()) {
        m_label->setText(text);
        m_label->setToolTip(unmistaken(text));
    }
}

void StatusLine::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        m_boxes = boxesOf(m_scene.run.get());
        compose();
    }
    QWidget::changeEvent(event);
}

void StatusLine::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(QRect(0, 0, width(), 1), palette().mid());
}

} // namespace headscope
