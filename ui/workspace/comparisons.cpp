// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/comparisons.h"

#include "examples/examples.h"
#include "examples/origin.h"
#include "opening/experiment_files.h"
#include "source/array_file.h"
#include "support/cases.h"
#include "transformer/run_model.h"
#include "words/error_text.h"
#include "words/statements.h"
#include "workspace/change_text.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace headscope {

namespace {

constexpr Index mostAloneBytes = Index{256} << 20;

/// Whether it is the same place that changes, from and to whatever.
bool isSamePlace(const ExperimentChange& a, const ExperimentChange& b) {
    return a.kind == b.kind && a.scope == b.scope && a.tensor == b.tensor && a.cell == b.cell;
}

bool isIn(const ExperimentChange& change, const std::vector<ExperimentChange>& changes) {
    return std::ranges::any_of(changes,
                               [&](const auto& other) { return isSamePlace(change, other); });
}

constexpr std::string_view stepPrefix = "step/";
constexpr std::size_t mostSteps = 20; ///< in the menu

bool isSameKind(const Source& a, const Source& b) {
    return !a.experiment() == !b.experiment() && !a.attention() == !b.attention() &&
           !a.model() == !b.model();
}

std::string keyOf(std::string_view prefix, std::uint64_t number) {
    return std::string(prefix) + std::to_string(number);
}

std::optional<std::uint64_t> numberIn(std::string_view key, std::string_view prefix) {
    if (!key.starts_with(prefix))
        return std::nullopt;
    const std::string_view digits = key.substr(prefix.size());
    return QByteArray(digits.data(), static_cast<qsizetype>(digits.size())).toULongLong();
}

} // namespace

Comparisons::Comparisons(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_runs(answer, [this](Question answered) { takeAnswer(std::move(answered)); })
    , m_alone(answerAlone, [this](AloneAnswer answered) { takeAlone(std::move(answered)); }) {
    connect(&m_document, &Document::pinsChanged, this, &Comparisons::compose);
    connect(&m_document, &Document::changed, this, &Comparisons::compose);
}

void Comparisons::setAvailableMemory(std::function<std::optional<Index>()> available) {
    m_availableMemory = std::move(available);
}

void Comparisons::setShown(std::shared_ptr<const Run> run, Source source) {
    if (run == m_now.run)
        return;
    m_now = {};
    m_now.run = std::move(run);
    m_now.source = std::move(source);
    if (!m_now.run)
        forget();
    ask();
}

void Comparisons::forget() {
    m_runs.forget();
    m_alone.forget();
    m_answered = {}; // old runs may hold gigabytes
    m_aloneRuns.clear();
    if (std::exchange(m_compared, nullptr))
        Q_EMIT changed();
}

void Comparisons::carryOut(const want::Comparison& wanted) {
    std::visit(Cases{[this](const want::Compare& to) { compare(to.on); },
                     [this](const want::Pin&) { pin(); },
                     [this](const want::RenamePin& to) { renamePin(to.state, to.name); },
                     [this](const want::DeletePin& to) { deletePin(to.state); },
                     [this](const want::CompareSide& to) { choose(to.isB, to.side); },
                     [this](const want::SwapSides&) { swap(); },
                     [this](const want::TakeEdit& to) { take(to.edit, to.taken); }},
               wanted);
}

void Comparisons::compare(bool on) {
    if (std::exchange(m_on, on) == on)
        return;
    if (!on) {
        forget();
        return;
    }
    ask();
}

void Comparisons::choose(bool isB, const ComparedSide& side) {
    m_chosen = true;
    ComparedSide& mine = isB ? m_b : m_a;
    if (mine == side)
        return;
    const bool otherState = mine.state != side.state;
    mine = side;
    if (otherState)
        return ask();
    (isB ? m_answered.sideB : m_answered.sideA) = side;
    compose();
}

void Comparisons::swap() {
    m_chosen = true;
    std::swap(m_a, m_b);
    m_left.clear();
    ask();
}

void Comparisons::take(std::size_t edit, bool taken) {
    if (edit >= m_answered.changes.size())
        return;
    const ExperimentChange& change = m_answered.changes[edit];
    std::erase_if(m_left, [&](const auto& other) { return isSamePlace(change, other); });
    if (!taken)
        m_left.push_back(change);
    ask();
}

void Comparisons::ask() {
    if (!m_on || !m_now.run)
        return;
    if (!m_chosen)
        suggest();
    Question question;
    question.sideA = m_a;
    question.sideB = m_b;
    question.a = stateOf(m_a.state);
    question.b = stateOf(m_b.state);
    question.left = m_left;
    question.availableMemory = m_availableMemory;
    // What was run already is not run again.
    for (State* state : {&question.a, &question.b}) {
        for (const State* known : {&m_now, &m_answered.a, &m_answered.b}) {
            if (!state->run && state->source && known->source == state->source)
                state->run = known->run;
        }
    }
    m_alone.forget();
    m_runs.request(std::move(question));
    compose();
}

Comparisons::Question Comparisons::answer(const Question& asked, const CancellationToken& token) {
    Question answered = asked;
    const auto run = [&](State& state) {
        if (!state.source && !state.path.empty()) {
            ExperimentFiles files;
            (arrayFormatOf(state.path) ? files.attention.path : files.experiment) = state.path;
            Result<OpenedExperiment> opened = openExperiment(files);
            if (opened)
                state.source = opened->source();
            else
                state.error = opened.error();
        }
        if (state.run || !state.source || token.isCancelled())
            return;
        RunOutcome outcome = runEngine({0, state.source, asked.availableMemory}, token);
        state.run = std::move(outcome.run);
        state.error = std::move(outcome.error);
    };
    run(answered.a);
    run(answered.b);
    answered.shownB = answered.b;
    // What leads from one to the other is known of experiments alone.
    const ExperimentPointer a = answered.a.source.experiment();
    const ExperimentPointer b = answered.b.source.experiment();
    if (!a || !b || a == b || token.isCancelled())
        return answered;
    answered.changes = changesBetween(*a, *b);
    std::erase_if(answered.left,
                  [&](const ExperimentChange& change) { return !isIn(change, answered.changes); });
    if (answered.left.empty())
        return answered;
    Experiment part = *a;
    for (const ExperimentChange& change : answered.changes) {
        if (!isIn(change, answered.left))
            part = withChange(part, *b, change);
    }
    answered.shownB = {};
    answered.shownB.source = answered.a.source.with(std::move(part));
    run(answered.shownB);
    return answered;
}

void Comparisons::takeAnswer(Question answered) {
    m_answered = std::move(answered);
    // The states are those that were asked for last; a head or a block of one may have been
    // chosen since.
    m_answered.sideA = m_a;
    m_answered.sideB = m_b;
    m_left = m_answered.left;
    for (const auto& [key, state] :
         {std::pair(m_a.state, m_answered.a), std::pair(m_b.state, m_answered.b)}) {
        if (key.starts_with(stateOfFile) || key.starts_with(stateOfExample))
            m_files[key] = {state.source, state.path, nullptr, state.error};
    }
    m_aloneRuns.assign(m_answered.changes.size(), nullptr);
    m_aloneFailed.assign(m_answered.changes.size(), false);
    if (m_aloneRuns.size() == 1) // it is all that lies between them
        m_aloneRuns.front() = m_answered.b.run;
    compose();
    askAlone();
}

void Comparisons::askAlone() {
    for (std::size_t i = 0; i < std::min(m_aloneRuns.size(), mostAlone); ++i) {
        if (m_aloneRuns[i] || m_aloneFailed[i])
            continue;
        m_alone.request({m_answered.a.source, m_answered.b.source.experiment(),
                         m_answered.changes[i], i, m_availableMemory});
        return;
    }
}

Comparisons::AloneAnswer Comparisons::answerAlone(const AloneQuestion& asked,
                                                  const CancellationToken& token) {
    const Source alone = asked.a.with(withChange(*asked.a.experiment(), *asked.b, asked.change));
    // An edit may need those before it: more heads, say, before d_k was typed.
    const ModelProblem problem = modelProblemOf(*alone.experiment());
    if (!validate(problem, token))
        return {asked.place, nullptr};
    // Eight runs of a large experiment would take the memory of all others.
    const std::optional<Index> needed = memoryNeed(problem);
    if (!needed || *needed > mostAloneBytes)
        return {asked.place, nullptr};
    return {asked.place, runEngine({0, alone, asked.availableMemory}, token).run};
}

void Comparisons::takeAlone(AloneAnswer answered) {
    if (answered.place >= m_aloneRuns.size())
        return;
    m_aloneFailed[answered.place] = !answered.run;
    m_aloneRuns[answered.place] = std::move(answered.run);
    compose();
    askAlone();
}

void Comparisons::compose() {
    if (!m_on)
        return;
    auto compared = std::make_shared<Compared>();
    compared->choices = choices();
    compared->computing = m_runs.isBusy();
    const auto nameOf = [&](const std::string& key) {
        const auto found = std::ranges::find(compared->choices, key, &StateChoice::key);
        return found == compared->choices.end() ? compared->choices.front().name : found->name;
    };
    // What was asked since comes as a whole: until then the old picture stays.
    const Question& shown = m_answered;
    compared->a = {shown.sideA, nameOf(shown.sideA.state), shown.a.run};
    compared->b = {shown.sideB, nameOf(shown.sideB.state), shown.shownB.run};
    compared->error = m_answered.a.error   ? m_answered.a.error
                      : m_answered.b.error ? m_answered.b.error
                                           : m_answered.shownB.error;
    for (std::size_t i = 0; i < m_answered.changes.size(); ++i) {
        const ExperimentChange& change = m_answered.changes[i];
        const ChangeText text = changeText(change, *m_answered.a.source.experiment(),
                                           *m_answered.b.source.experiment());
        compared->edits.push_back({text.subject, text.change, !isIn(change, m_answered.left),
                                   m_aloneRuns[i], m_aloneFailed[i]});
    }
    m_compared = std::move(compared);
    Q_EMIT changed();
}

void Comparisons::retranslate() {
    if (m_compared)
        compose();
}

void Comparisons::finish() {
    while (m_runs.isBusy() || m_alone.isBusy()) {
        m_runs.finish();
        m_alone.finish();
    }
}

QString documentTitle(const Document& document) {
    const QString& path = document.place().path;
    RunOrigin origin;
    if (const auto experiment = document.source().experiment())
        origin = originOf(*experiment);
    else if (const ModelSourcePointer model = document.source().model())
        origin.model = model->model;
    else if (const FileAttentionPointer attention = document.source().attention())
        origin.fileName = attention->name;
    return runTitle(origin, path);
}

void Comparisons::pin() {
    const QString edit = m_document.undoStack().undoText();
    QString name = edit.isEmpty() ? documentTitle(m_document) : tr("after “%1”").arg(edit);
    const auto isTaken = [this](const QString& wanted) {
        return std::ranges::any_of(m_document.pins(), [&](const Pin& other) {
            return QString::fromStdString(other.name) == wanted;
        });
    };
    const QString plain = name;
    for (int i = 2; isTaken(name); ++i)
        name = QStringLiteral("%1 (%2)").arg(plain).arg(i);
    const std::uint64_t number = m_document.pin(name.toStdString());
    m_a.state = keyOf(stateOfPin, number);
    m_b.state = stateNow;
    m_chosen = true;
    ask();
}

ComparedSide Comparisons::kept(ComparedSide side) {
    if (side.state == stateNow || side.state.starts_with(stateOfPin) ||
        side.state.starts_with(stateOfExample))
        return side;
    const Source source = stateOf(side.state).source;
    const auto all = choices();
    const auto choice = std::ranges::find(all, side.state, &StateChoice::key);
    const QString name = choice == all.end() ? tr("a state before") : choice->name;
    side.state = source ? keyOf(stateOfPin, m_document.pin(name.toStdString(), source))
                        : std::string(stateNow);
    return side;
}

void Comparisons::renamePin(const std::string& state, const QString& name) {
    const QString plain = name.simplified();
    if (const auto number = numberIn(state, stateOfPin); number && !plain.isEmpty())
        m_document.renamePin(*number, plain.toStdString());
}

void Comparisons::deletePin(const std::string& state) {
    if (const auto number = numberIn(state, stateOfPin))
        m_document.deletePin(*number);
}

Comparisons::State Comparisons::stateOf(const std::string& key) const {
    State state;
    if (const auto number = numberIn(key, stateOfPin)) {
        const auto found = std::ranges::find(m_document.pins(), *number, &Pin::number);
        if (found != m_document.pins().end())
            state.source = found->source;
    } else if (const auto past = numberIn(key, stepPrefix)) {
        state.source = m_document.pastSource(*past);
    } else if (key.starts_with(stateOfExample)) {
        const auto found = m_files.find(key);
        if (found != m_files.end())
            state = found->second;
        else if (const Example* example = findExample(key.substr(stateOfExample.size())))
            state.source = example->source();
    } else if (key.starts_with(stateOfFile)) {
        const auto found = m_files.find(key);
        if (found != m_files.end())
            state = found->second;
        else
            state.path = key.substr(stateOfFile.size());
    }
    return state.source || !state.path.empty() ? state : m_now;
}

std::vector<StateChoice> Comparisons::choices() const {
    std::vector<StateChoice> all;
    all.push_back({StateChoice::Kind::Now, stateNow, tr("now")});
    for (const Pin& pin : m_document.pins())
        all.push_back({StateChoice::Kind::Pin, keyOf(stateOfPin, pin.number),
                       tr("pinned: %1").arg(visibleName(QString::fromStdString(pin.name)))});
    for (const Document::PastState& past : m_document.pastStates()) {
        if (std::ranges::count(all, StateChoice::Kind::Step, &StateChoice::kind) ==
            static_cast<std::ptrdiff_t>(mostSteps))
            break;
        all.push_back({StateChoice::Kind::Step, keyOf(stepPrefix, past.number),
                       tr("before: %1").arg(past.edit)});
    }
    // What was brought from elsewhere stays in the menu as long as it is compared.
    for (const std::string* key : {&m_a.state, &m_b.state}) {
        if (std::ranges::find(all, *key, &StateChoice::key) != all.end())
            continue;
        if (key->starts_with(stateOfFile)) {
            const QString path =
                QFile::decodeName(QByteArray::fromStdString(key->substr(stateOfFile.size())));
            all.push_back({StateChoice::Kind::File, *key, visibleName(QFileInfo(path).fileName())});
        } else if (const Example* example = key->starts_with(stateOfExample)
                                                ? findExample(key->substr(stateOfExample.size()))
                                                : nullptr) {
            all.push_back(
                {StateChoice::Kind::Example, *key, runTitle(originOf(example->original()))});
        }
    }
    return all;
}

void Comparisons::suggest() {
    m_a = {};
    const auto past = m_document.pastStates();
    if (!m_document.pins().empty())
        m_a.state = keyOf(stateOfPin, m_document.pins().back().number);
    else if (!past.empty()) {
        // The oldest that can stand beside what is shown: before a model was opened there was none.
        const auto isAlike = [this](const Document::PastState& state) {
            return isSameKind(m_document.pastSource(state.number), m_document.source());
        };
        const auto oldest = std::find_if(past.rbegin(), past.rend(), isAlike);
        m_a.state = keyOf(stepPrefix, oldest == past.rend() ? past.back().number : oldest->number);
    }
}

} // namespace headscope
