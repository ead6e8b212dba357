// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/trained_model_panel.h"

#include "checkpoint/generate.h"
#include "controls/controls.h"
#include "controls/field_row.h"
#include "controls/token_edit.h"
#include "scene/error_text.h"
#include "scene/fonts.h"

#include <QBoxLayout>
#include <QEvent>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>

#include <algorithm>

namespace headscope {

namespace {

/// So many words fit beside the text; who wants more asks the probabilities of the last block.
constexpr int mostNextWords = 10;

} // namespace

TrainedModelPanel::TrainedModelPanel(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_model(new QLabel(this))
    , m_text(new TokenEdit(this))
    , m_target(new TokenEdit(this))
    , m_textRow(new FieldRow(m_text, FieldRow::Layout::Above, this))
    , m_targetRow(new FieldRow(m_target, FieldRow::Layout::Above, this))
    , m_nextTitle(new QLabel(this))
    , m_next(new QListWidget(this))
    , m_remarks(new QLabel(this)) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(panelPadding, panelPadding, panelPadding, 8);
    rows->setSpacing(rowGap);
    for (QLabel* label : {m_title, m_nextTitle}) {
        label->setFont(textFont(12, QFont::DemiBold));
        label->setForegroundRole(QPalette::PlaceholderText);
    }
    for (QLabel* label : {m_model, m_remarks}) {
        label->setFont(textFont(13));
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_next->setFont(numberFont(13));
    m_next->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_next->setTextElideMode(Qt::ElideRight);
    for (QWidget* part : std::initializer_list<QWidget*>{m_title, m_model, m_textRow, m_targetRow,
                                                         m_remarks, m_nextTitle, m_next})
        rows->addWidget(part);
    rows->addStretch();
    for (TokenEdit* edit : {m_text, m_target}) {
        connect(edit, &QPlainTextEdit::textChanged, this, [this] {
            if (!m_showing)
                propose();
        });
    }
    connect(m_next, &QListWidget::itemActivated, this, &TrainedModelPanel::append);
    retranslate();
    hide();
}

void TrainedModelPanel::show(const ModelSourcePointer& source, const std::shared_ptr<const Run>& run) {
    const bool same = source == m_shown && run == m_run;
    m_shown = source;
    m_run = run;
    setVisible(source != nullptr);
    if (source && !same)
        showSource();
}

void TrainedModelPanel::showSource() {
    m_showing = true;
    const CheckpointConfig& config = m_shown->model->checkpoint.config;
    const bool translates = config.model.architecture == Architecture::EncoderDecoder;
    const QString folder = QString::fromStdString(m_shown->model->checkpoint.folder.path);
    m_model->setText(visibleName(QFileInfo(folder).fileName()) + u'\n' +
                     tr("%1 · %2 layers × %3 heads · d_model %4")
                         .arg(QString::fromStdString(std::string(config.family->type)))
                         .arg(config.model.layers + config.model.decoderLayers.value_or(0))
                         .arg(config.attention.heads)
                         .arg(config.attention.modelDim));
    m_model->setToolTip(unmistaken(visibleName(folder)));
    const auto set = [](TokenEdit* edit, const std::string& text) {
        if (edit->toPlainText().toStdString() != text)
            edit->setPlainText(QString::fromStdString(text));
    };
    std::string ids;
    for (const Index id : m_shown->ids)
        ids += (ids.empty() ? "" : ", ") + std::to_string(id);
    set(m_text, m_shown->ids.empty() ? m_shown->text : ids);
    set(m_target, m_shown->target);
    m_targetRow->setVisible(translates);
    const Result<ModelWords> words = wordsOf(*m_shown);
    m_textRow->clearError();
    QString note;
    QStringList remarks;
    if (words) {
        const auto count = static_cast<Index>(words->ids.words.front().size());
        const std::optional<Index> longest = config.longest();
        note = longest ? tr("%1 of %2 tokens").arg(count).arg(*longest)
                       : tr("%1 tokens").arg(count);
        if (longest && count > *longest)
            m_textRow->showError(tr("The model has places for %1 tokens.").arg(*longest));
        for (const Error& remark : words->remarks)
            remarks << translated(remark);
    } else {
        m_textRow->showError(translated(words.error()));
    }
    m_textRow->setNote(note);
    m_remarks->setText(remarks.join(u'\n'));
    m_remarks->setVisible(!remarks.isEmpty());
    showNextWords();
    m_showing = false;
}

void TrainedModelPanel::showNextWords() {
    m_next->clear();
    const CheckpointConfig& config = m_shown->model->checkpoint.config;
    const TraceStep* const logits =
        m_run ? m_run->trace()->find(TensorName::Logits,
                                     Scope::of(ModelPart::Prediction).path())
              : nullptr;
    const std::optional<Index> place =
        logits ? askedPlace(config, m_run->labels()) : std::nullopt;
    const bool shown = place && *place < logits->result.size(1);
    m_nextTitle->setVisible(shown);
    m_next->setVisible(shown);
    if (!shown)
        return;
    m_nextTitle->setText(config.causal ? tr("Next token") : tr("At the first mask"));
    const Tensor row = logits->result.selected(0, 0).selected(0, *place).contiguous();
    const std::vector<NextWord> words = nextWords(row.values(), {});
    const TokenList& vocabulary = m_shown->model->vocabulary;
    const int count = std::min<int>(mostNextWords, static_cast<int>(words.size()));
    for (int i = 0; i < count; ++i) {
        const NextWord& word = words[static_cast<std::size_t>(i)];
        const std::string& text = vocabulary[static_cast<std::size_t>(word.id)];
        const QString label = visibleName(QString::fromStdString(text));
        auto* item = new QListWidgetItem(
            QStringLiteral("%1  %2").arg(word.probability, 5, 'f', 3).arg(label), m_next);
        item->setData(Qt::UserRole, static_cast<qlonglong>(word.id));
        item->setToolTip(unmistaken(tr("%1, id %2, probability %3")
                                        .arg(label)
                                        .arg(word.id)
                                        .arg(word.probability, 0, 'g', 6)));
    }
    const int height = m_next->sizeHintForRow(0) * count + 2 * m_next->frameWidth();
    m_next->setFixedHeight(height);
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

/// The word at the end of the text, or in the place of the mask.
void TrainedModelPanel::append(const QListWidgetItem* item) {
    const auto id = static_cast<TokenId>(item->data(Qt::UserRole).toLongLong());
    const OpenModel& model = *m_shown->model;
    const CheckpointConfig& config = model.checkpoint.config;
    const std::string& word = model.vocabulary[static_cast<std::size_t>(id)];
    ModelSource next = *m_shown;
    if (!next.ids.empty() && config.model.architecture != Architecture::EncoderDecoder) {
        next.ids.push_back(id);
        Q_EMIT edited(tr("take “%1”").arg(visibleName(QString::fromStdString(word))),
                      std::make_shared<const ModelSource>(std::move(next)), {});
        return;
    }
    std::string& text =
        config.model.architecture == Architecture::EncoderDecoder ? next.target : next.text;
    if (!model.tokenizer) {
        text += ", " + word;
    } else if (config.causal) {
        text += word;
    } else {
        for (const std::string_view mask : {"[MASK]", "<mask>"}) {
            if (const std::size_t at = text.find(mask); at != text.npos) {
                text.replace(at, mask.size(), word);
                break;
            }
        }
    }
    Q_EMIT edited(tr("take “%1”").arg(visibleName(QString::fromStdString(word))),
                  std::make_shared<const ModelSource>(std::move(next)), {});
}

void TrainedModelPanel::retranslate() {
    m_title->setText(tr("Trained model"));
    m_textRow->setTexts(tr("Text"), tr("Text"), tr("What the model reads. It is cut into its tokens "
                                                   "at every key."));
    m_targetRow->setTexts(tr("Translation so far"), tr("Translation so far"),
                          tr("What the model has written of the translation."));
    m_next->setAccessibleName(tr("Next token"));
    m_next->setToolTip(tr("Enter or a double click takes the token."));
    if (m_shown)
        showSource();
}

void TrainedModelPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace headscope
