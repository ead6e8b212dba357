// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/trained_model_panel.h"

#include "checkpoint/checkpoint_run.h"
#include "checkpoint/next_word.h"
#include "controls/click_list.h"
#include "editors/continue_panel.h"
#include "editors/heads_off_panel.h"
#include "editors/token_edit.h"
#include "words/error_text.h"

#include <QFileInfo>

#include <algorithm>

namespace headscope {

namespace {

/// So many words fit beside the text; who wants more asks the probabilities of the last block.
constexpr int mostNextWords = 10;

} // namespace

TrainedModelPanel::TrainedModelPanel(QWidget* parent)
    : QWidget(parent)
    , m_form(this, new QVBoxLayout(this)) {
    layout()->setContentsMargins(panelPadding, panelPadding, panelPadding, 8);
    layout()->setSpacing(rowGap);
    m_form.when([this] { return m_shown != nullptr; });
    m_form.title(QT_TR_NOOP("Trained model"));
    layout()->addWidget(m_model = sourceLabel(this));
    declareText();
    layout()->addWidget(m_remarks = sourceLabel(this));
    m_nextTitle = m_form.title(QT_TR_NOOP("Next token"));
    m_next = new ClickList(this);
    m_next->setFont(numberFont(13));
    m_next->setTextElideMode(Qt::ElideRight);
    m_form.add(m_next)
        .name(QT_TR_NOOP("Next token"))
        .tip(QT_TR_NOOP("A click or Enter takes the token."));
    m_off = new HeadsOffPanel(this);
    m_continue = new ContinuePanel(this);
    for (QWidget* part : std::initializer_list<QWidget*>{m_next, m_off, m_continue})
        layout()->addWidget(part);
    m_form.rows()->addStretch();
    connect(m_next, &ClickList::chosen, this, &TrainedModelPanel::take);
    connect(m_off, &HeadsOffPanel::asked, this, &TrainedModelPanel::asked);
    connect(m_continue, &ContinuePanel::edited, this, &TrainedModelPanel::edited);
    connect(m_continue, &ContinuePanel::optionsChanged, this, [this] {
        if (m_shown)
            showNextWords();
    });
    m_form.texts([this] {
        if (m_shown)
            showSource();
    });
    hide();
}

void TrainedModelPanel::declareText() {
    m_text = new TokenEdit(this);
    m_textField =
        &m_form.add(m_text)
             .label(QT_TR_NOOP("Text"), nullptr, FieldRow::LabelPlace::Above)
             .tip(QT_TR_NOOP("What the model reads. It is cut into its tokens at every key."))
             .shows([this](bool) { showText(); });
    m_target = new TokenEdit(this);
    m_form.add(m_target)
        .label(QT_TR_NOOP("Translation so far"), nullptr, FieldRow::LabelPlace::Above)
        .tip(QT_TR_NOOP("What the model has written of the translation."))
        .shows([this](bool) { setText(*m_target, m_shown->target); })
        .when([this] {
            return m_shown->model->checkpoint.config.model.architecture ==
                   Architecture::EncoderDecoder;
        });
    for (TokenEdit* edit : {m_text, m_target}) {
        connect(edit, &QPlainTextEdit::textChanged, this, [this] {
            if (!m_showing)
                propose();
        });
    }
    connect(m_text, &TokenEdit::typed, this, &TrainedModelPanel::textTyped);
}

void TrainedModelPanel::show(const ModelSourcePointer& source,
                             const std::shared_ptr<const Run>& run, std::optional<Index> target) {
    const bool same = source == m_shown && run == m_run && target == m_askedToken;
    m_shown = source;
    m_run = run;
    m_askedToken = target;
    setVisible(source != nullptr);
    m_continue->show(source);
    m_continue->setVisible(m_continue->canContinue());
    if (!source || same)
        return;
    m_form.show();
    showSource();
}

void TrainedModelPanel::awaitText() {
    m_text->await();
}

void TrainedModelPanel::showSource() {
    const CheckpointConfig& config = m_shown->model->checkpoint.config;
    const QString folder = QString::fromStdString(m_shown->model->checkpoint.folder.path);
    m_model->setText(visibleName(QFileInfo(folder).fileName()) + u'\n' +
                     tr("%1 · %2 layers × %3 heads · d_model %4")
                         .arg(QString::fromStdString(std::string(config.family->type)),
                              QString::fromStdString(config.layersText()),
                              QString::fromStdString(config.headsText()))
                         .arg(config.attention.modelDim));
    m_model->setToolTip(unmistaken(visibleName(folder)));
    showNextWords();
    if (m_run || !m_shown->off.any())
        m_off->show(m_shown, changeText());
}

void TrainedModelPanel::setText(TokenEdit& edit, const std::string& text) {
    m_showing = true;
    if (edit.toPlainText().toStdString() != text)
        edit.setPlainText(QString::fromStdString(text));
    m_showing = false;
}

void TrainedModelPanel::showText() {
    std::string ids;
    for (const Index id : m_shown->ids)
        ids += (ids.empty() ? "" : ", ") + std::to_string(id);
    setText(*m_text, m_shown->ids.empty() ? m_shown->text : ids);
    FieldRow& row = *m_textField->row();
    QString note;
    QStringList remarks;
    for (const std::optional<Error>& remark :
         {remarkOnChange(*m_shown), remarkOnUnused(m_shown->model->checkpoint)}) {
        if (remark)
            remarks << translated(*remark);
    }
    if (const Result<ModelWords> words = wordsOf(*m_shown)) {
        const auto count = static_cast<Index>(words->ids.words.front().size());
        const std::optional<Index> longest = m_shown->model->checkpoint.config.longest();
        note =
            longest ? tr("%1 of %2 tokens").arg(count).arg(*longest) : tr("%1 tokens").arg(count);
        if (longest && count > *longest)
            row.showError(tr("The model has places for %1 tokens.").arg(*longest));
        for (const Error& remark : words->remarks)
            remarks << translated(remark);
    } else {
        row.showError(translated(words.error()));
    }
    row.setNote(note);
    m_remarks->setText(remarks.join(u'\n'));
    m_remarks->setVisible(!remarks.isEmpty());
}

namespace {

/// "+.108", "−.020", "+<.001": as wide for every number.
QString signedText(double change) {
    const QChar sign = change < 0 ? QChar(0x2212) : u'+';
    const bool bound = change != 0 && std::abs(change) < 0.0005;
    const QString size =
        bound ? QStringLiteral("<.001") : QString::number(std::abs(change), 'f', 3).mid(1);
    return (sign + size).leftJustified(6);
}

QString probabilityText(double probability) {
    return QString::number(probability, 'f', 3);
}

} // namespace

QString TrainedModelPanel::changeText() const {
    const std::vector<NextWord> before = m_run ? saidWithAllHeads(*m_run) : std::vector<NextWord>();
    if (before.empty())
        return {};
    const Index id = m_askedToken.value_or(before.front().id);
    return tr("“%1”: %2 → %3")
        .arg(spacedWord(m_shown->model->vocabulary[static_cast<std::size_t>(id)]),
             probabilityText(probabilityIn(before, id)),
             probabilityText(probabilityIn(saidWords(*m_run), id)));
}

void TrainedModelPanel::showNextWords() {
    const CheckpointConfig& config = m_shown->model->checkpoint.config;
    // Until the run of another text is there the old tokens stay, and cannot be taken.
    m_next->setEnabled(m_run != nullptr);
    if (!m_run && m_listed == m_shown->model)
        return;
    m_listed = m_shown->model;
    m_next->clear();
    const std::optional<Index> place = m_run ? askedPlace(config, m_run->labels()) : std::nullopt;
    const std::vector<float> logits =
        place ? logitsAt(*m_run->trace(), *place) : std::vector<float>();
    const bool shown = !logits.empty();
    m_nextTitle->setVisible(shown);
    m_next->setVisible(shown);
    if (!shown)
        return;
    m_nextTitle->setText(config.causal ? tr("Next token") : tr("At the first mask"));
    const DrawOptions draw = m_continue->canContinue() ? m_continue->options() : DrawOptions();
    const std::vector<NextWord> words = nextWords(logits, draw);
    const TokenList& vocabulary = m_shown->model->vocabulary;
    const int count = std::min<int>(mostNextWords, static_cast<int>(words.size()));
    const QBrush faint = palette().placeholderText();
    const std::vector<NextWord> before = saidWithAllHeads(*m_run);
    for (int i = 0; i < count; ++i) {
        const NextWord& word = words[static_cast<std::size_t>(i)];
        const std::string& text = vocabulary[static_cast<std::size_t>(word.id)];
        const QString label = visibleWord(text);
        const double asItIs = before.empty() ? word.probability : probabilityIn(before, word.id);
        const QString change =
            before.empty() ? QString()
                           : QStringLiteral("%1 ").arg(signedText(word.probability - asItIs));
        auto* item = new QListWidgetItem(
            QStringLiteral("%1  %2%3").arg(probabilityText(word.probability), change, label),
            m_next);
        item->setData(Qt::UserRole, static_cast<qlonglong>(word.id));
        QStringList lines{tr("%1, id %2, probability %3")
                              .arg(label)
                              .arg(word.id)
                              .arg(word.probability, 0, 'g', 6)};
        if (!before.empty())
            lines << tr("with all heads on %1").arg(asItIs, 0, 'g', 6);
        if (draw.temperature > 0) {
            lines << (word.drawn > 0 ? tr("drawn with probability %1").arg(word.drawn, 0, 'g', 4)
                                     : tr("never drawn: top-k and top-p leave it out"));
            if (word.drawn <= 0)
                item->setForeground(faint);
        }
        item->setToolTip(unmistaken(lines.join(u'\n')));
    }
    m_next->fitHeight(count);
}

void TrainedModelPanel::propose() {
    if (!m_shown)
        return;
    ModelSource next = *m_shown;
    next.text = m_text->toPlainText().toStdString();
    next.ids.clear(); // what is typed takes their place
    next.target = m_target->toPlainText().toStdString();
    Q_EMIT edited(tr("type the text"), std::make_shared<const ModelSource>(std::move(next)),
                  QStringLiteral("text"));
}

/// The token at the end of the text, or in the place of the mask.
void TrainedModelPanel::take(const QListWidgetItem* item) {
    const auto id = static_cast<Index>(item->data(Qt::UserRole).toLongLong());
    if (m_shown->model->checkpoint.config.causal)
        return m_continue->take(id);
    const std::string word = m_shown->model->vocabulary[static_cast<std::size_t>(id)];
    ModelSource next = *m_shown;
    for (const std::string_view mask : {"[MASK]", "<mask>"}) {
        if (const std::size_t at = next.text.find(mask); at != next.text.npos) {
            next.text.replace(at, mask.size(), word);
            break;
        }
    }
    Q_EMIT edited(tr("take “%1”").arg(visibleName(QString::fromStdString(word))),
                  std::make_shared<const ModelSource>(std::move(next)), {});
}

} // namespace headscope
