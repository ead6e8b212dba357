// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/continue_panel.h"

#include "controls/click_list.h"
#include "editors/bound.h"
#include "forms/fold_section.h"
#include "support/execution.h"
#include "words/error_text.h"

#include <QPushButton>

#include <algorithm>

namespace headscope {

namespace {

constexpr std::size_t mostBranches = 8;

bool isTranslation(const ModelSource& source) {
    return source.model->checkpoint.config.model.architecture == Architecture::EncoderDecoder;
}

/// The tokens that a text goes on from.
std::vector<Index> tokensOf(const ModelSource& source) {
    const Result<ModelWords> words = wordsOf(source);
    if (!words)
        return {};
    return (isTranslation(source) ? words->ids.target : words->ids.words).front();
}

bool sameText(const ModelSource& a, const ModelSource& b) {
    return a.text == b.text && a.ids == b.ids && a.target == b.target;
}

} // namespace

ContinuePanel::ContinuePanel(QWidget* parent)
    : QWidget(parent)
    , m_form(this, new QVBoxLayout(this))
    , m_runner(
          [this](const Request& asked, const CancellationToken& token) {
              const auto each = [this, task = asked.task](Index word) {
                  QMetaObject::invokeMethod(
                      this, [this, task, word] { append(task, word); }, Qt::QueuedConnection);
              };
              return Outcome{headscope::generate(asked.source->model->checkpoint, asked.wanted,
                                                 RunOptions{token, allThreads()}, each),
                             asked.task};
          },
          [this](Outcome&& outcome) { end(outcome); }) {
    layout()->setContentsMargins(0, 0, 0, 0);
    layout()->setSpacing(rowGap);
    declareSampling();
    buildButtons();
    buildBranches();
    m_form.texts([this] {
        m_section->setTexts(tr("Sampling"),
                            tr("How the next tokens are chosen from the likely ones."));
        summarize();
    });
    m_form.show();
    showBranches();
}

void ContinuePanel::declareSampling() {
    m_section = new FoldSection(false, this);
    QBoxLayout* const rows = m_form.rows();
    rows->addWidget(m_section);
    m_form.setRows(&m_section->rows());
    const auto changed = [this] {
        summarize();
        Q_EMIT optionsChanged();
    };
    m_form.decimal(stored(m_draw.temperature, changed), {0, 10, 0.1})
        .label(QT_TR_NOOP("Temperature"))
        .tip(QT_TR_NOOP("Logits are divided by it: below 1 the likely tokens become "
                        "likelier. 0 always takes the likeliest."));
    auto& topK = m_form.number(automaticAtZero(stored(m_draw.topK, changed)), {0, 1 << 24})
                     .label(QT_TR_NOOP("Top-k"))
                     .tip(QT_TR_NOOP("Only so many of the likeliest tokens can be drawn. 0: all."))
                     .as<QSpinBox>();
    m_form.texts([&topK] { topK.setSpecialValueText(tr("all")); });
    const auto topP = stored(m_draw.topP, changed);
    m_form
        .decimal<double>({[topP] { return topP.read().value_or(1); },
                          [topP](double p, const EditName& name) {
                              return topP.write(p < 1 ? std::optional(p) : std::nullopt, name);
                          }},
                         {0.01, 1, 0.05})
        .label(QT_TR_NOOP("Top-p"))
        .tip(QT_TR_NOOP("Only the likeliest tokens that together reach this probability can be "
                        "drawn."));
    m_form.seed(stored(m_draw.seed))
        .label(QT_TR_NOOP("Seed"))
        .tip(QT_TR_NOOP("The same seed draws the same tokens."));
    m_form.number(stored(m_count), {1, 100000})
        .label(QT_TR_NOOP("Tokens"))
        .tip(QT_TR_NOOP("How many tokens are drawn at most."));
    m_form.setRows(rows);
}

void ContinuePanel::buildButtons() {
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    m_form.rows()->addLayout(buttons);
    m_generate = new QPushButton(this);
    m_another = new QPushButton(this);
    for (QPushButton* button : {m_generate, m_another}) {
        button->setFont(textFont(13));
        buttons->addWidget(button);
    }
    m_form.texts([this] {
        m_generate->setToolTip(
            tr("Draws tokens and appends them, one after the other. G draws one, Esc stops."));
        m_another->setText(tr("Another"));
        m_another->setAccessibleName(m_another->text());
        m_another->setToolTip(
            tr("Draws other tokens in the place of the last ones, by the next seed."));
    });
    connect(m_generate, &QPushButton::clicked, this, [this] {
        if (!stop())
            generate();
    });
    connect(m_another, &QPushButton::clicked, this, [this] {
        ++m_draw.seed;
        m_form.show();
        draw(withTextOf(*m_from), m_count);
    });
    m_state = new QLabel(this);
    m_state->setFont(textFont(13));
    m_state->setTextFormat(Qt::PlainText);
    m_state->setWordWrap(true);
    m_state->hide();
    m_form.rows()->addWidget(m_state);
}

void ContinuePanel::buildBranches() {
    m_branchTitle = m_form.title(QT_TR_NOOP("Other continuations"));
    m_branchList = new ClickList(this);
    m_branchList->setFont(textFont(13));
    m_branchList->setTextElideMode(Qt::ElideLeft);
    m_form.rows()->addWidget(m_branchList);
    m_form.add(m_branchList)
        .name(QT_TR_NOOP("Other continuations"))
        .tip(QT_TR_NOOP("A click returns to the text."));
    connect(m_branchList, &ClickList::chosen, this, [this](const QListWidgetItem* item) {
        stop();
        const auto branch = static_cast<std::size_t>(item->data(Qt::UserRole).toInt());
        const ModelSourcePointer next = withTextOf(*m_branches[branch]);
        m_made.push_back(next);
        Q_EMIT edited(tr("return to a text"), next, {});
    });
}

bool ContinuePanel::canContinue() const {
    return m_shown && m_shown->model->checkpoint.predicts &&
           m_shown->model->checkpoint.config.causal;
}

ModelSourcePointer ContinuePanel::withTextOf(const ModelSource& other) const {
    ModelSource next = *m_shown;
    next.text = other.text;
    next.ids = other.ids;
    next.target = other.target;
    return std::make_shared<const ModelSource>(std::move(next));
}

void ContinuePanel::show(const ModelSourcePointer& source) {
    if (source == m_shown)
        return;
    const ModelSourcePointer before = std::exchange(m_shown, source);
    if (source != m_expected)
        stop();
    if (!before || !source || before->model != source->model) {
        m_made.clear();
        m_branches.clear();
        m_from.reset();
        say({});
    } else {
        keepBranch(before);
    }
    showButtons();
    showBranches();
}

void ContinuePanel::keepBranch(const ModelSourcePointer& left) {
    if (std::ranges::find(m_made, left) == m_made.end() || sameText(*left, *m_shown))
        return;
    const std::vector<Index> now = tokensOf(*m_shown);
    const std::vector<Index> before = tokensOf(*left);
    const bool goesOn =
        now.size() >= before.size() && std::equal(before.begin(), before.end(), now.begin());
    if (goesOn)
        return;
    std::erase_if(m_branches,
                  [&](const ModelSourcePointer& known) { return sameText(*known, *left); });
    m_branches.insert(m_branches.begin(), left);
    if (m_branches.size() > mostBranches)
        m_branches.pop_back();
}

void ContinuePanel::showBranches() {
    m_branchList->clear();
    for (std::size_t i = 0; m_shown && i < m_branches.size(); ++i) {
        const ModelSource& branch = *m_branches[i];
        if (sameText(branch, *m_shown))
            continue;
        std::string text = isTranslation(branch) ? branch.target : branch.text;
        if (!branch.ids.empty()) {
            const std::vector<TokenId> ids(branch.ids.begin(), branch.ids.end());
            text = branch.model->tokenizer ? branch.model->tokenizer->decode(ids) : text;
        }
        const QString label = visibleName(QString::fromStdString(text).simplified());
        auto* item = new QListWidgetItem(label, m_branchList);
        item->setData(Qt::UserRole, static_cast<int>(i));
        item->setToolTip(unmistaken(label));
    }
    const int count = m_branchList->count();
    m_branchTitle->setVisible(count > 0);
    m_branchList->setVisible(count > 0);
    if (count > 0)
        m_branchList->fitHeight(count);
}

void ContinuePanel::generate(std::optional<Index> count) {
    if (canContinue() && m_wanted == 0)
        draw(m_shown, count.value_or(m_count));
}

void ContinuePanel::draw(const ModelSourcePointer& from, Index count) {
    stop();
    const Result<ModelWords> words = wordsOf(*from);
    if (!words)
        return say(translated(words.error()));
    GenerateRequest wanted;
    wanted.words = words->ids.words.front();
    if (isTranslation(*from))
        wanted.target = words->ids.target.front();
    wanted.off = from->off;
    wanted.draw = options();
    wanted.count = count;
    if (const std::optional<Index> longest = from->model->checkpoint.config.longest())
        wanted.count = std::min(count, *longest - std::ssize(tokensOf(*from)));
    if (wanted.count <= 0)
        return say(tr("The model has no place for another token."));
    m_from = from;
    m_words.clear();
    m_wanted = wanted.count;
    ++m_task;
    say(tr("%1 of %2 tokens").arg(0).arg(m_wanted));
    showButtons();
    m_runner.request({from, std::move(wanted), m_task});
}

void ContinuePanel::append(quint64 task, Index word) {
    if (task != m_task || m_wanted == 0)
        return;
    const std::vector<Index>& ends = m_from->model->checkpoint.config.ends;
    if (std::ranges::find(ends, word) != ends.end())
        return;
    m_words.push_back(word);
    m_expected = std::make_shared<const ModelSource>(continued(*m_from, m_words));
    // All of one task are one step: only its last text can be left.
    if (m_words.size() == 1)
        m_made.emplace_back();
    m_made.back() = m_expected;
    say(tr("%1 of %2 tokens").arg(m_words.size()).arg(m_wanted));
    Q_EMIT edited(tr("go on with the text"), m_expected, QStringLiteral("generate%1").arg(task));
}

void ContinuePanel::end(const Outcome& outcome) {
    if (outcome.task != m_task)
        return;
    if (outcome.generated) {
        const std::vector<Index>& words = outcome.generated->words;
        for (std::size_t i = m_words.size(); i < words.size(); ++i)
            append(outcome.task, words[i]);
    }
    m_wanted = 0;
    say(!outcome.generated                            ? translated(outcome.generated.error())
        : outcome.generated->end == GenerateEnd::Word ? tr("The model ends the text here.")
                                                      : QString());
    showButtons();
}

bool ContinuePanel::stop() {
    if (m_wanted == 0)
        return false;
    m_wanted = 0;
    ++m_task;
    m_runner.forget();
    say({});
    showButtons();
    return true;
}

void ContinuePanel::take(Index id) {
    stop();
    const auto next = std::make_shared<const ModelSource>(continued(*m_shown, {{id}}));
    m_made.push_back(next);
    const std::string& word = m_shown->model->vocabulary[static_cast<std::size_t>(id)];
    Q_EMIT edited(tr("take “%1”").arg(visibleName(QString::fromStdString(word))), next, {});
}

void ContinuePanel::say(const QString& sentence) {
    m_state->setText(sentence);
    m_state->setVisible(!sentence.isEmpty());
}

void ContinuePanel::showButtons() {
    const bool runs = m_wanted > 0;
    m_generate->setText(runs ? tr("Stop") : tr("Generate"));
    m_generate->setAccessibleName(m_generate->text());
    const bool drawn = m_from && m_shown && !runs && m_shown == m_expected;
    m_another->setVisible(drawn && m_draw.temperature > 0);
}

void ContinuePanel::summarize() {
    const bool draws = m_draw.temperature > 0;
    QStringList parts{draws ? tr("temperature %1").arg(QString::number(m_draw.temperature))
                            : tr("the likeliest")};
    if (draws && m_draw.topK)
        parts << tr("top %1").arg(*m_draw.topK);
    if (draws && m_draw.topP)
        parts << QStringLiteral("p %1").arg(QString::number(*m_draw.topP));
    m_section->setSummary(parts.join(QStringLiteral(" · ")));
    showButtons();
}

} // namespace headscope
