// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/attention_panel.h"

#include "editors/token_edit.h"
#include "experiment/edits/edit.h"
#include "run/readable_tokens.h"
#include "words/error_text.h"

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
    , m_form(this, new QVBoxLayout(this))
    , m_file(sourceLabel(this))
    , m_remarks(sourceLabel(this)) {
    layout()->setContentsMargins(panelPadding, panelPadding, panelPadding, 8);
    layout()->setSpacing(rowGap);
    m_form.when([this] { return m_shown != nullptr; });
    m_form.watch([this] { Q_EMIT fieldLeft(); });
    m_form.title(QT_TR_NOOP("Attention from a file"));
    layout()->addWidget(m_file);
    declareTokens(Side::Queries)
        .label(QT_TR_NOOP("Words"), nullptr, FieldRow::LabelPlace::Above)
        .tip(QT_TR_NOOP("The words of the queries, and of the keys where those are no "
                        "others. Brackets hold one together: [New York]"))
        .key("words");
    declareTokens(Side::Keys)
        .label(QT_TR_NOOP("Words of the keys"), nullptr, FieldRow::LabelPlace::Above)
        .tip(QT_TR_NOOP("The words that are looked at."))
        .key("key words")
        .when([this] { return hasOtherKeys(); });
    declareReading();
    layout()->addWidget(m_remarks);
    m_form.rows()->addStretch();
    m_form.texts([this] {
        if (m_shown)
            showNotes();
    });
    hide();
}

FormField& AttentionPanel::declareTokens(Side side) {
    auto* words = new TokenEdit(this);
    const auto typed = [words] { return parseTokens(words->toPlainText().toStdString()); };
    FormField& field =
        m_form.add(words)
            .undo(QT_TR_NOOP("name the words"))
            .shows([this, side, words, typed](bool) {
                const TokenList tokens = tokensOfSide(side);
                if (typed() == tokens && tokens.empty() == words->toPlainText().isEmpty())
                    return;
                m_showing = true; // a blocker would keep the text from its height
                words->setPlainText(QString::fromStdString(tokensText(tokens)));
                m_showing = false;
            });
    connect(words, &TokenEdit::textChanged, &m_form, [this, side, typed, &field] {
        if (!m_showing && m_shown)
            m_form.propose(field,
                           [&](const EditName& name) { return nameTokens(side, typed(), name); });
    });
    return field;
}

void AttentionPanel::declareReading() {
    m_form
        .check({[this] { return m_shown->rawPieces; },
                [this](bool on, const EditName& name) {
                    return edit(name, [on](FileAttention& next) { next.rawPieces = on; });
                }})
        .label(QT_TR_NOOP("Pieces as they are"))
        .tip(QT_TR_NOOP("The words as the tokenizer cut them, with its marks such as ▁, Ġ and ##."))
        .undo(QT_TR_NOOP("show the pieces as they are"), QT_TR_NOOP("show the pieces as text"))
        .when([this] {
            return hasTokenizerPieces(m_shown->tokens) ||
                   (m_shown->keyTokens && hasTokenizerPieces(*m_shown->keyTokens));
        });
    FormField& axes =
        m_form
            .list({[] { return 0; },
                   [this](int index, const EditName& name) {
                       const ArrayAxes chosen = readings()[static_cast<std::size_t>(index)];
                       return edit({name.text.arg(axesSentence(*m_shown, chosen)), name.key},
                                   [&](FileAttention& next) {
                                       next.axes = chosen;
                                       next.axesSaid = true;
                                   });
                   }},
                  [this] {
                      QStringList sentences;
                      for (const ArrayAxes& each : readings())
                          sentences << axesSentence(*m_shown, each);
                      return sentences;
                  })
            .label(QT_TR_NOOP("Axes"), nullptr, FieldRow::LabelPlace::Above)
            .tip(QT_TR_NOOP("What each axis of the array counts."))
            .undo(QT_TR_NOOP("read the axes as %1"))
            .enabled([this] { return readings().size() > 1; });
    axes.prepared(
        [this, &axes] { axes.control()->setToolTip(axesSentence(*m_shown, m_shown->axes)); });
    m_form
        .choice({[this] { return m_shown->scores; },
                 [this](bool scores, const EditName&) {
                     return edit({scores ? tr("read the values as scores")
                                         : tr("read the values as weights"),
                                  {}},
                                 [scores](FileAttention& next) { next.scores = scores; });
                 }},
                std::vector<Choice<bool>>{{QT_TR_NOOP("weights"), false},
                                          {QT_TR_NOOP("scores, before the softmax"), true}})
        .label(QT_TR_NOOP("Values"), nullptr, FieldRow::LabelPlace::Above)
        .tip(QT_TR_NOOP("Whether the values are weights, or scores before the softmax, which is "
                        "then computed."));
}

void AttentionPanel::show(const FileAttentionPointer& attention,
                          const std::shared_ptr<const Run>& run, Index sequence) {
    const bool same = attention == m_shown && run == m_run && sequence == m_sequence;
    m_shown = attention;
    m_run = run;
    m_sequence = sequence;
    setVisible(attention != nullptr);
    if (!attention || same)
        return;
    m_form.show();
    showNotes();
}

void AttentionPanel::showNotes() {
    const FileAttention& attention = *m_shown;
    const Shape& shape = attention.arrays.front().tensor.shape();
    const QString name = visibleName(QString::fromStdString(attention.name));
    const QString shapes = QString::fromStdString(shapeText(shape));
    const std::size_t arrays = attention.arrays.size();
    m_file->setText(arrays == 1
                        ? QStringLiteral("%1\n%2").arg(name, shapes)
                        : QStringLiteral("%1\n%2").arg(
                              name, tr("%1 arrays, the first of them %2").arg(arrays).arg(shapes)));
    QStringList remarks;
    if (m_run) {
        for (const Error& remark : remarksOn(attention, doubts()))
            remarks << translated(remark);
    }
    m_remarks->setText(remarks.join(u'\n'));
    m_remarks->setVisible(!remarks.isEmpty());
}

std::vector<ArrayAxes> AttentionPanel::readings() const {
    std::vector<ArrayAxes> all = otherAxesOf(*m_shown);
    all.insert(all.begin(), m_shown->axes);
    return all;
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
    const TokenLists* lists = side == Side::Queries ? &m_shown->tokens
                              : m_shown->keyTokens  ? &*m_shown->keyTokens
                                                    : nullptr;
    const auto place = static_cast<std::size_t>(lists && lists->size() == 1 ? 0 : m_sequence);
    return lists && place < lists->size() ? (*lists)[place] : TokenList();
}

Status AttentionPanel::nameTokens(Side side, const TokenList& tokens, const EditName& name) {
    const auto batch = static_cast<std::size_t>(m_run ? m_run->batch() : 1);
    const auto place = static_cast<std::size_t>(m_sequence);
    const std::optional<TokenLists> before =
        side == Side::Queries ? m_shown->tokens : m_shown->keyTokens;
    TokenLists lists = before.value_or(TokenLists());
    // The first words name all sequences, until one of these gets others.
    if (lists.size() < 2)
        lists.assign(batch, lists.empty() ? tokens : TokenList(lists.front()));
    if (place >= lists.size())
        return Done{};
    lists[place] = tokens;
    if (std::ranges::all_of(lists, [&](const TokenList& list) { return list == tokens; }))
        lists = {tokens};
    const bool none = std::ranges::all_of(lists, &TokenList::empty);
    return edit(name, [&](FileAttention& next) {
        if (side == Side::Queries)
            next.tokens = none ? TokenLists() : std::move(lists);
        else
            next.keyTokens = none ? std::nullopt : std::optional(std::move(lists));
    });
}

Status AttentionPanel::edit(const EditName& name,
                            const std::function<void(FileAttention&)>& change) {
    FileAttention next = *m_shown;
    change(next);
    if (const Status fits = checkAttention(next); !fits)
        return fits;
    Q_EMIT edited(name.text, std::make_shared<const FileAttention>(std::move(next)), name.key);
    return Done{};
}

} // namespace headscope
