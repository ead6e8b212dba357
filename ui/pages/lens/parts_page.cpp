// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lens/parts_page.h"

#include "checkpoint/next_word.h"
#include "controls/click_list.h"
#include "controls/segmented_control.h"
#include "pages/lens/model_grid_view.h"
#include "pages/page_export.h"
#include "pages/switch_menu.h"
#include "support/execution.h"
#include "type/fonts.h"
#include "words/error_text.h"
#include "words/off_text.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>

namespace headscope {

namespace {

constexpr int sideWidth = 244;
constexpr int mostTokens = 12; ///< to choose from

/// The ids that a run read.
std::vector<Index> idsOf(const Run& run) {
    const Tensor ids = run.trace()->steps().front().result.contiguous();
    std::vector<Index> words;
    for (Index i = 0; i < ids.size(1); ++i)
        words.push_back(static_cast<Index>(ids(0, i)));
    return words;
}

} // namespace

PartsPage::Outcome PartsPage::answer(const Asked& asked, const CancellationToken& token,
                                     JobProgress& progress) {
    Outcome outcome;
    outcome.asked = asked;
    const RunOrigin& origin = asked.run->origin();
    if (!asked.tries) {
        outcome.shares = contributionsTo(*asked.run->trace(), asked.question);
        return outcome;
    }
    RunOptions options;
    options.cancellation = token;
    options.threads = allThreads();
    const HeadQuestion question{idsOf(*asked.run), asked.question.target, asked.question.place,
                                *origin.off};
    const auto step = [&](Index done, Index all) {
        progress.say(asked.task, static_cast<double>(done) / static_cast<double>(all));
    };
    Result<HeadEffects> effects = headEffects(origin.model->checkpoint, question, options, step);
    if (effects)
        outcome.effects = std::move(*effects);
    else
        outcome.error = effects.error();
    return outcome;
}

PartsPage::PartsPage(QWidget* parent)
    : Page(parent, {.needsPieces = true})
    , m_page(new QWidget(parent))
    , m_grid(new ModelGridView(m_page))
    , m_side(new QWidget(m_page))
    , m_listTitle(new QLabel(m_side))
    , m_list(new ClickList(m_side))
    , m_state(new QLabel(m_side))
    , m_bar(new QProgressBar(m_side))
    , m_try(new QPushButton(m_side))
    , m_tokenLabel(new QLabel(m_side))
    , m_token(new QComboBox(m_side))
    , m_by(new SegmentedControl(m_side))
    , m_runner([this](const Asked& asked,
                      const CancellationToken& token) { return answer(asked, token, m_progress); },
               [this](Outcome&& outcome) { take(std::move(outcome)); }) {
    build();
    setWords();
    connect(m_grid, &ModelGridView::chosen, this, [this](const CellPlace& cell) {
        if (const auto head = headAt(cell))
            goTo(*head);
    });
    connect(m_grid, &ModelGridView::menuAsked, this, [this](const CellPlace& cell, QPoint at) {
        const auto head = headAt(cell);
        if (!head)
            return;
        auto* menu = new QMenu(m_grid);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        addSwitchActions(*menu, this, scene(), *head,
                         [this](const Intent& intent) { Q_EMIT asked(intent); });
        menu->popup(at);
    });
    connect(m_list, &ClickList::chosen, this, [this](const QListWidgetItem* item) {
        goTo(m_rated[static_cast<std::size_t>(item->data(Qt::UserRole).toInt())].place);
    });
    connect(m_by, &SegmentedControl::chosen, this, [this](int by) {
        m_shown = static_cast<PartsBy>(by);
        draw();
    });
    connect(m_token, &QComboBox::activated, this,
            [this] { Q_EMIT asked(want::Target{m_token->currentData().toLongLong()}); });
    connect(m_try, &QPushButton::clicked, this, [this] {
        if (m_task > 0) {
            m_task = 0;
            m_runner.forget();
            return showButtons();
        }
        ask(true);
    });
    connect(&m_progress, &JobProgress::heard, this, [this](quint64 task, double done) {
        if (task == m_task)
            m_bar->setValue(static_cast<int>(100 * done));
    });
}

void PartsPage::build() {
    auto* columns = new QHBoxLayout(m_page);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(0);
    columns->addWidget(m_grid, 1);
    columns->addWidget(m_side);
    m_side->setFixedWidth(sideWidth);
    auto* rows = new QVBoxLayout(m_side);
    rows->setContentsMargins(12, 16, 20, 16);
    rows->setSpacing(8);
    m_listTitle->setFont(textFont(12, QFont::DemiBold));
    m_listTitle->setForegroundRole(QPalette::PlaceholderText);
    m_list->setFont(numberFont(13));
    m_list->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    m_state->setFont(textFont(13));
    m_state->setTextFormat(Qt::PlainText);
    m_state->setWordWrap(true);
    m_try->setFont(textFont(13));
    m_try->setObjectName("tryEach");
    m_bar->setRange(0, 100);
    m_bar->setTextVisible(false);
    m_tokenLabel->setFont(textFont(13));
    m_token->setFont(textFont(13));
    m_token->setMinimumContentsLength(10);
    m_token->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_tokenLabel->setBuddy(m_token);
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_tokenLabel);
    head->addWidget(m_token, 1);
    rows->addLayout(head);
    rows->addWidget(m_by, 0, Qt::AlignLeft);
    for (QWidget* part :
         std::initializer_list<QWidget*>{m_listTitle, m_list, m_state, m_bar, m_try})
        rows->addWidget(part);
    m_state->hide();
    m_bar->hide();
}

PageWords PartsPage::words(const Scene&) const {
    PageWords words;
    words.name = tr("Who did it");
    words.toolTip = tr("Which head, or which other part of the model, made it say a token");
    words.action = tr("&Question: who did it");
    return words;
}

QString PartsPage::explanation() const {
    return tr("The logit of a token taken apart: what each head and each feed-forward network adds "
              "to it, through the final norm as it was. The parts sum to the logit. “Try each "
              "head” runs the model once without each of them: how the probability of the token "
              "changes is another number than the share, because what follows reacts. A click goes "
              "to the head, X switches it off.");
}

QList<KeyWords> PartsPage::keys() const {
    return {
        {{QStringLiteral("↑"), QStringLiteral("↓")}, tr("the cell above, below")},
        {{QStringLiteral("Enter")}, tr("go there")},
        {{QStringLiteral("X"), QStringLiteral("Shift+X")}, tr("head off or on, all of its layer")}};
}

Status PartsPage::available(const Scene& scene) const {
    const bool asks =
        !scene.isEmpty() && scene.run->origin().model && scene.run->origin().askedPlace &&
        scene.run->origin().off &&
        scene.run->origin().model->checkpoint.config.model.architecture == Architecture::Encoder;
    if (asks)
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message", "this needs a trained model of one stack that "
                                                  "says a token"));
}

QWidget& PartsPage::view() {
    return *m_page;
}

QWidget& PartsPage::keyboard() {
    return *m_grid;
}

bool PartsPage::hasShares() const {
    return m_parts.shares.has_value();
}

std::optional<HeadPlace> PartsPage::headAt(const CellPlace& cell) const {
    if (!m_of || cell.column >= m_of->origin().model->checkpoint.config.attention.heads)
        return std::nullopt;
    return headOf(cell.row, cell.column);
}

void PartsPage::goTo(const HeadPlace& head) {
    Q_EMIT asked(want::Place{head.block.path()});
    Q_EMIT asked(want::Panel{static_cast<int>(head.head)});
}

bool PartsPage::handleKey(const QKeyEvent& event) {
    const std::optional<CellPlace> cell = m_grid->meant();
    const std::optional<HeadPlace> head = cell ? headAt(*cell) : std::nullopt;
    return switchByKey(event, scene(), head,
                       [this](const Intent& intent) { Q_EMIT asked(intent); });
}

void PartsPage::show(const Scene& scene) {
    m_side->setVisible(!scene.display.presentation); // there the picture alone is seen
    if (scene.isEmpty() || !available(scene)) {
        m_runner.forget();
        m_of.reset();
        m_parts = {};
        m_task = 0;
        return draw();
    }
    const std::optional<LogitQuestion> question = logitQuestion(*scene.run, scene.selection.target);
    const bool other = scene.run != m_of || question != m_parts.question;
    if (other && question) {
        m_of = scene.run;
        m_parts = {question, {}, {}};
        m_task = 0;
        fillTokens();
        ask(false);
    }
    draw();
}

void PartsPage::ask(bool tries) {
    Asked wanted{m_of, *m_parts.question, tries, 0};
    if (tries) {
        wanted.task = m_task = ++m_lastTask;
        m_bar->setValue(0);
        m_state->hide();
    }
    m_runner.request(std::move(wanted));
    showButtons();
}

void PartsPage::take(Outcome&& outcome) {
    if (!m_parts.question || !outcome.asked.isOf(m_of, *m_parts.question))
        return;
    if (outcome.asked.tries) {
        m_task = 0;
        m_parts.effects = std::move(outcome.effects);
        m_state->setText(outcome.error ? translated(*outcome.error) : QString());
        m_state->setVisible(outcome.error.has_value());
        if (m_parts.effects)
            m_shown = PartsBy::Off;
    } else {
        m_parts.shares = std::move(outcome.shares);
        m_shown = m_parts.shares ? PartsBy::Share : PartsBy::Off;
    }
    draw();
    Q_EMIT changed();
}

Scene PartsPage::partsScene() const {
    Scene of = scene();
    of.run = m_of;
    return of;
}

void PartsPage::draw() {
    m_by->setCurrent(static_cast<int>(m_shown));
    m_by->setVisible(hasShares());
    m_grid->setGrid(m_of ? partsGrid(partsScene(), m_parts, m_shown) : ModelGrid(),
                    scene().display.textScale);
    fillList();
    showButtons();
}

void PartsPage::fillList() {
    m_rated = ratedHeads(m_parts, m_shown);
    m_list->clear();
    for (std::size_t i = 0; i < m_rated.size(); ++i) {
        const bool isOff = m_of->origin().off->contains(m_rated[i].place);
        auto* item = new QListWidgetItem(QStringLiteral("%1  %2%3")
                                             .arg(m_rated[i].text.leftJustified(6),
                                                  isOff ? QStringLiteral("✕ ") : QString(),
                                                  headName(m_rated[i].place)),
                                         m_list);
        item->setData(Qt::UserRole, static_cast<int>(i));
    }
    m_listTitle->setText(m_shown == PartsBy::Share ? tr("Share of the logit, largest first")
                                                   : tr("Change where it is off"));
}

void PartsPage::fillTokens() {
    const QSignalBlocker quiet(m_token);
    m_token->clear();
    const OpenModel& model = *m_of->origin().model;
    const std::vector<float> logits = logitsAt(*m_of->trace(), m_parts.question->place);
    std::vector<NextWord> words = nextWords(logits, {});
    const Index target = m_parts.question->target;
    const auto chosen = std::ranges::find(words, target, &NextWord::id);
    const auto most = std::min<std::ptrdiff_t>(mostTokens, std::ssize(words));
    const auto add = [&](const NextWord& word) {
        m_token->addItem(QStringLiteral("%1  %2")
                             .arg(word.probability, 0, 'f', 3)
                             .arg(visibleWord(model.vocabulary[static_cast<std::size_t>(word.id)])),
                         static_cast<qlonglong>(word.id));
    };
    for (std::ptrdiff_t i = 0; i < most; ++i)
        add(words[static_cast<std::size_t>(i)]);
    if (chosen != words.end() && chosen - words.begin() >= most)
        add(*chosen);
    m_token->setCurrentIndex(m_token->findData(static_cast<qlonglong>(target)));
}

void PartsPage::showButtons() {
    const bool runs = m_task > 0;
    m_bar->setVisible(runs);
    m_try->setText(runs ? tr("Stop") : tr("Try each head"));
    m_try->setAccessibleName(m_try->text());
    m_try->setEnabled(m_of != nullptr && (runs || !m_parts.effects));
}

void PartsPage::setWords() {
    m_tokenLabel->setText(tr("Token"));
    m_token->setAccessibleName(m_tokenLabel->text());
    m_token->setToolTip(tr("The token that is asked about: how likely it is, and which it is"));
    m_by->setChoices({tr("share"), tr("switched off")});
    m_by->setToolTip(
        tr("What a head adds to the logit, or how the probability changes without it"));
    m_try->setToolTip(tr("Runs the model once without each head and sorts them by what that does "
                         "to the token"));
    m_list->setAccessibleName(tr("Heads, sorted"));
    m_list->setToolTip(tr("A click or Enter goes to the head."));
}

void PartsPage::retranslated() {
    setWords();
    draw();
}

void PartsPage::finish() {
    m_runner.finish();
}

PageFigures PartsPage::figures() {
    if (m_grid->grid().isEmpty())
        return PageExport::none(
            available(scene()),
            makeError(HEADSCOPE_MESSAGE("Message", "heads of this model have no shares of a logit; "
                                                   "none was tried yet")));
    const auto paper = [of = partsScene(), parts = m_parts, by = m_shown](ThemeKind theme) {
        return partsGrid(PageExport::onPaper(of, theme), parts, by);
    };
    return PageExport::only(
        gridFigure(tr("parts"), QStringLiteral("parts"), m_grid->grid(), paper));
}

} // namespace headscope
