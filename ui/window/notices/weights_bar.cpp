// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/notices/weights_bar.h"

#include "transformer/model_parameters.h"
#include "type/fonts.h"
#include "words/error_text.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>

namespace headscope {

WeightsBar::WeightsBar(QWidget* parent)
    : NoticeBar(parent)
    , m_layer(new QComboBox(this))
    , m_headsLabel(new QLabel(this))
    , m_heads(new QComboBox(this))
    , m_done(new QPushButton(this)) {
    row().setSpacing(8);
    m_layer->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_layer->setMinimumContentsLength(22);
    m_headsLabel->setBuddy(m_heads);
    for (QWidget* each : std::initializer_list<QWidget*>{m_layer, m_headsLabel, m_heads, m_done})
        row().addWidget(each);
    m_headsLabel->setFont(textFont(13));
    for (QComboBox* box : {m_layer, m_heads}) {
        box->setFont(textFont(13));
        box->setFocusPolicy(Qt::StrongFocus);
    }
    connect(m_layer, &QComboBox::activated, this, [this] {
        showHeads();
        answer();
    });
    connect(m_heads, &QComboBox::activated, this, &WeightsBar::answer);
    connect(m_done, &QPushButton::clicked, this, [this] {
        m_questions.clear();
        hide();
    });
    retranslate();
}

const StoredWeights& WeightsBar::chosen() const {
    return m_stored[static_cast<std::size_t>(std::max(0, m_layer->currentIndex()))];
}

void WeightsBar::ask(const ExperimentFiles& files, const std::vector<StoredWeights>& stored,
                     const Tensor& weights) {
    constexpr std::size_t most = 16;
    if (m_questions.size() == most)
        m_questions.erase(m_questions.begin());
    m_questions.push_back({files, stored, weights});
    show(m_questions.back());
}

void WeightsBar::show(const Question& question) {
    const auto& [files, stored, weights] = question;
    m_files = files;
    m_weights = weights;
    m_stored = stored;
    {
        const QSignalBlocker quiet(m_layer);
        m_layer->clear();
        for (const StoredWeights& each : stored) {
            const QString name = QString::fromStdString(each.name());
            const QString layers =
                QString::fromUtf8(each.className.data(), std::ssize(each.className));
            const QString said = !each.model ? visibleName(name)
                                 : name.isEmpty()
                                     ? layers
                                     : visibleName(name) + QStringLiteral(" · ") + layers;
            m_layer->addItem(
                tr("%1 · d_model %2").arg(said, QString::number(each.attention.modelDim)));
            if (files.layer && each.attention.prefix == *files.layer)
                m_layer->setCurrentIndex(m_layer->count() - 1);
        }
    }
    m_layer->setVisible(stored.size() > 1);
    showHeads();
    retranslate();
    setVisible(stored.size() > 1 || m_heads->count() > 1);
}

void WeightsBar::showHeads() {
    const QSignalBlocker quiet(m_heads);
    m_heads->clear();
    const Index count = m_files.heads.value_or(likelyHeads(chosen().attention));
    for (const Index heads : chosen().attention.possibleHeads())
        m_heads->addItem(QString::number(heads), QVariant::fromValue<qlonglong>(heads));
    m_heads->setCurrentIndex(std::max(0, m_heads->findData(QVariant::fromValue<qlonglong>(count))));
}

void WeightsBar::answer() {
    m_files.layer = chosen().attention.prefix;
    m_files.heads = m_heads->currentData().toLongLong();
    Q_EMIT answered(m_files);
}

void WeightsBar::setExperiment(const Experiment& experiment) {
    const Tensor* const weights =
        experiment.weights.find(Role::QueryWeight, firstAttention(experiment.model));
    const auto isAbout = [&](const Tensor& asked) {
        return weights && weights->sharesStorageWith(asked);
    };
    if (!isHidden() && isAbout(m_weights))
        return;
    const auto found = std::ranges::find_if(
        m_questions, [&](const Question& question) { return isAbout(question.weights); });
    if (found == m_questions.end())
        hide();
    else
        show(Question(*found));
}

void WeightsBar::retranslate() {
    const QString name =
        visibleName(QFileInfo(QFile::decodeName(m_files.weights.c_str())).fileName());
    const QString sentence = m_stored.size() > 1
                                 ? tr("“%1”: which part, and how many heads?").arg(name)
                                 : tr("“%1” does not say how many heads it has.").arg(name);
    say(sentence, sentence);
    m_headsLabel->setText(tr("Heads"));
    m_layer->setAccessibleName(tr("Which attention of the weights"));
    m_heads->setAccessibleName(tr("Heads of the weights"));
    m_done->setText(tr("Done"));
}

} // namespace headscope
