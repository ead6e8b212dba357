// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/attention_panel.h"

#include "controls/controls.h"
#include "controls/field_guard.h"
#include "controls/field_row.h"
#include "controls/token_edit.h"
#include "experiment/edit.h"
#include "run/readable_tokens.h"
#include "scene/error_text.h"
#include "scene/fonts.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>

#include <algorithm>

namespace headscope {

namespace {

QString axisName(ArrayAxis axis) {
    switch (axis) {
    case ArrayAxis::Layers: return AttentionPanel::tr("layers");
    case ArrayAxis::Batch: return AttentionPanel::tr("batch");
    case ArrayAxis::Heads: return AttentionPanel::tr("heads");
    case ArrayAxis::Query: return AttentionPanel::tr("query");
    case ArrayAxis::Key: return AttentionPanel::tr("key");
    }
    return {};
}

} // namespace

QString axesSentence(const FileAttention& attention, const ArrayAxes& axes) {
    const Shape& shape = attention.arrays.front().tensor.shape();
    const bool alike = std::ranges::all_of(
        attention.arrays, [&](const NamedArray& array) { return array.tensor.shape() == shape; });
    QStringList names;
    for (std::size_t i = 0; i < axes.size(); ++i)
        names << (alike && i < shape.size()
                      ? QStringLiteral("%1 %2").arg(axisName(axes[i])).arg(shape[i])
                      : axisName(axes[i]));
    return names.join(QStringLiteral(" × "));
}

AttentionPanel::AttentionPanel(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_file(new QLabel(this))
    , m_axes(new QComboBox(this))
    , m_values(new QComboBox(this))
    , m_raw(new QCheckBox(this))
    , m_remarks(new QLabel(this)) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(panelPadding, panelPadding, panelPadding, 8);
    rows->setSpacing(rowGap);
    m_title->setFont(textFont(12, QFont::DemiBold));
    m_title->setForegroundRole(QPalette::PlaceholderText);
    rows->addWidget(m_title);
    for (QLabel* label : {m_file, m_remarks}) {
        label->setFont(textFont(13));
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    rows->addWidget(m_file);
    for (const Side side : {Queries, Keys}) {
        m_tokens[side] = new TokenEdit(this);
        m_tokenRows[side] = new FieldRow(m_tokens[side], FieldRow::Layout::Above, this);
        rows->addWidget(m_tokenRows[side]);
        connect(m_tokens[side], &QPlainTextEdit::textChanged, this, [this, side] {
            if (!m_showing)
                proposeTokens(side);
        });
    }
    rows->addWidget(m_raw);
    m_axesRow = new FieldRow(m_axes, FieldRow::Layout::Above, this);
    m_valuesRow = new FieldRow(m_values, FieldRow::Layout::Above, this);
    rows->addWidget(m_axesRow);
    rows->addWidget(m_valuesRow);
    rows->addWidget(m_remarks);
    rows->addStretch();
    for (QComboBox* box : {m_axes, m_values}) {
        box->setFont(textFont(13));
        box->setFocusPolicy(Qt::StrongFocus);
        // A long entry must not widen the panel.
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    }
    connect(m_axes, &QComboBox::activated, this, [this](int index) {
        const auto axes = axesFrom(m_axes->itemData(index).toString().toStdString());
        FileAttention next = *m_shown;
        next.axes = axes ? *axes : next.axes;
        next.axesSaid = true;
        propose(tr("read the axes as %1").arg(m_axes->itemText(index)), std::move(next));
    });
    connect(m_values, &QComboBox::activated, this, [this](int index) {
        FileAttention next = *m_shown;
        next.scores = index == 1;
        propose(next.scores ? tr("read the values as scores") : tr("read the values as weights"),
                std::move(next));
    });
    connect(m_raw, &QCheckBox::clicked, this, [this](bool on) {
        FileAttention next = *m_shown;
        next.rawPieces = on;
        propose(on ? tr("show the pieces as they are") : tr("show the pieces as text"),
                std::move(next));
    });
    guardTokens();
    retranslate();
    hide();
}

void AttentionPanel::guardTokens() {
    const auto sideOf = [this](const QObject* field) {
        return field == m_tokens[Queries] ? Queries : Keys;
    };
    FieldGuard::Panel panel;
    panel.left = [this](const QObject*) { Q_EMIT fieldLeft(); };
    panel.isRefused = [this, sideOf](const QObject* field) {
        return m_tokenRows[sideOf(field)]->hasError();
    };
    panel.drop = [this, sideOf](const QObject* field) {
        m_showing = true;
        showTokens(sideOf(field));
        m_showing = false;
    };
    auto* guard = new FieldGuard(std::move(panel), this);
    for (TokenEdit* edit : m_tokens)
        edit->installEventFilter(guard);
}

void AttentionPanel::show(const FileAttentionPointer& attention,
                          const std::shared_ptr<const Run>& run, Index sequence) {
    const bool same = attention == m_shown && run == m_run && sequence == m_sequence;
    m_shown = attention;
    m_run = run;
    m_sequence = sequence;
    setVisible(attention != nullptr);
    if (attention && !same)
        showChoices();
}

void AttentionPanel::showChoices() {
    const FileAttention& attention = *m_shown;
    m_showing = true;
    const Shape& shape = attention.arrays.front().tensor.shape();
    const QString name = visibleName(QString::fromStdString(attention.name));
    const QString shapes = QString::fromStdString(shapeText(shape));
    const std::size_t arrays = attention.arrays.size();
    m_file->setText(arrays == 1
                        ? QStringLiteral("%1\n%2").arg(name, shapes)
                        : QStringLiteral("%1\n%2").arg(
                              name, tr("%1 arrays, the first of them %2").arg(arrays).arg(shapes)));
    std::vector<ArrayAxes> all = otherAxesOf(attention);
    all.insert(all.begin(), attention.axes);
    m_axes->clear();
    for (const ArrayAxes& axes : all)
        m_axes->addItem(axesSentence(attention, axes), QString::fromStdString(axesText(axes)));
    m_axes->setCurrentIndex(0);
    m_axes->setEnabled(all.size() > 1);
    m_axes->setToolTip(m_axes->currentText());
    m_values->setCurrentIndex(attention.scores ? 1 : 0);
    for (const Side side : {Queries, Keys})
        showTokens(side);
    m_tokenRows[Keys]->setVisible(hasOtherKeys());
    m_raw->setVisible(hasTokenizerPieces(attention.tokens) ||
                      (attention.keyTokens && hasTokenizerPieces(*attention.keyTokens)));
    m_raw->setChecked(attention.rawPieces);
    QStringList remarks;
    if (m_run) {
        for (const Error& remark : remarksOn(attention, doubts()))
            remarks << translated(remark);
    }
    m_remarks->setText(remarks.join(u'\n'));
    m_remarks->setVisible(!remarks.isEmpty());
    m_axesRow->clearError();
    m_valuesRow->clearError();
    m_showing = false;
}

const AttentionDoubts& AttentionPanel::doubts() {
    const bool same = m_doubted && m_doubted->arrays == m_shown->arrays &&
                      m_doubted->axes == m_shown->axes && m_doubted->scores == m_shown->scores;
    if (!same)
        m_doubts = doubtsOf(*m_run);
    m_doubted = m_shown;
    return m_doubts;
}

bool AttentionPanel::hasOtherKeys() const {
    if (m_shown->keyTokens || std::ranges::any_of(m_shown->arrays, [](const NamedArray& array) {
            return kindNamed(array.name) == AttentionKind::Cross;
        }))
        return true;
    const std::vector<TraceStep> none;
    const std::vector<TraceStep>& steps = m_run ? m_run->trace()->steps() : none;
    return std::ranges::any_of(steps, [](const TraceStep& step) {
        return step.name == TensorName::AttentionWeights &&
               step.result.size(2) != step.result.size(3);
    });
}

TokenList AttentionPanel::tokensOfSide(Side side) const {
    const TokenLists* lists = side == Queries      ? &m_shown->tokens
                              : m_shown->keyTokens ? &*m_shown->keyTokens
                                                   : nullptr;
    const auto place = static_cast<std::size_t>(lists && lists->size() == 1 ? 0 : m_sequence);
    return lists && place < lists->size() ? (*lists)[place] : TokenList();
}

void AttentionPanel::showTokens(Side side) {
    const TokenList tokens = tokensOfSide(side);
    TokenEdit& edit = *m_tokens[side];
    if (parseTokens(edit.toPlainText().toStdString()) != tokens ||
        tokens.empty() != edit.toPlainText().isEmpty())
        edit.setPlainText(QString::fromStdString(tokensText(tokens)));
    m_tokenRows[side]->clearError();
}

void AttentionPanel::proposeTokens(Side side) {
    if (!m_shown)
        return;
    FileAttention next = *m_shown;
    const TokenList tokens = parseTokens(m_tokens[side]->toPlainText().toStdString());
    const Index batch = m_run ? m_run->batch() : 1;
    const auto place = static_cast<std::size_t>(m_sequence);
    TokenLists lists = side == Queries ? next.tokens : next.keyTokens.value_or(TokenLists());
    // The first words name all sequences, until one of these gets others.
    const TokenList all = lists.empty() ? tokens : lists.front();
    if (lists.size() < 2)
        lists.assign(static_cast<std::size_t>(batch), all);
    if (place >= lists.size())
        return;
    lists[place] = tokens;
    if (std::ranges::all_of(lists, [&](const TokenList& list) { return list == tokens; }))
        lists = {tokens};
    const bool none = std::ranges::all_of(lists, &TokenList::empty);
    if (side == Queries)
        next.tokens = none ? TokenLists() : std::move(lists);
    else if (none)
        next.keyTokens.reset();
    else
        next.keyTokens = std::move(lists);
    if (const Status fits = checkAttention(next); !fits)
        return m_tokenRows[side]->showError(translated(fits.error()));
    m_tokenRows[side]->clearError();
    propose(tr("name the words"), std::move(next),
            side == Queries ? QStringLiteral("words") : QStringLiteral("key words"));
}

void AttentionPanel::propose(const QString& undoText, FileAttention next, const QString& field) {
    if (const Status fits = checkAttention(next); !fits) {
        showChoices();
        return m_axesRow->showError(translated(fits.error()));
    }
    Q_EMIT edited(undoText, std::make_shared<const FileAttention>(std::move(next)), field);
}

void AttentionPanel::retranslate() {
    m_title->setText(tr("Attention from a file"));
    m_tokenRows[Queries]->setTexts(
        tr("Words"), tr("Words"),
        tr("The words of the queries, and of the keys where those are no "
           "others. Brackets hold one together: [New York]"));
    m_tokenRows[Keys]->setTexts(tr("Words of the keys"), tr("Words of the keys"),
                                tr("The words that are looked at."));
    m_axesRow->setTexts(tr("Axes"), tr("Axes"), tr("What each axis of the array counts."));
    m_valuesRow->setTexts(
        tr("Values"), tr("Values"),
        tr("Whether the values are weights, or scores before the softmax, which is "
           "then computed."));
    nameCheck(m_raw, tr("Pieces as they are"),
              tr("The words as the tokenizer cut them, with its marks such as ▁, Ġ and ##."));
    const QSignalBlocker quiet(m_values);
    const int values = std::max(0, m_values->currentIndex());
    m_values->clear();
    m_values->addItems({tr("weights"), tr("scores, before the softmax")});
    m_values->setCurrentIndex(values);
    if (m_shown)
        showChoices();
}

void AttentionPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace headscope
