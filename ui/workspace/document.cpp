// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/document.h"

#include "examples/examples.h"
#include "experiment/edits/edit_typed_numbers.h"
#include "experiment/given_tensors.h"
#include "tensor/recipes.h"

#include <QFile>

#include <algorithm>
#include <map>
#include <vector>

namespace headscope {

namespace {
constexpr int undoLimit = 500;
constexpr std::size_t undoBudget = std::size_t{256} << 20;

/// Stands where there is no experiment.
const ExperimentPointer& noExperiment() {
    static const ExperimentPointer none = [] {
        Experiment experiment = examples().front().make();
        experiment.example.clear();
        return std::make_shared<const Experiment>(std::move(experiment));
    }();
    return none;
}

void addTraining(CountedMemory& memory, const PackedTrainingPointer& training) {
    if (training)
        memory.add(training.get(), training->bytes());
}
} // namespace

void CompactSource::addMemory(CountedMemory& memory) const {
    addTraining(memory, m_training);
    if (!m_whole)
        return m_experiment.addMemory(memory);
    const FileAttentionPointer attention = m_whole.attention();
    if (!attention)
        return; // a model's numbers are those of its files
    for (const NamedArray& array : attention->arrays)
        memory.add(array.tensor.storage().get(),
                   static_cast<std::size_t>(array.tensor.storageSize()) * sizeof(float));
}

Document::Document(Source source, QObject* parent)
    : QObject(parent)
    , m_undoBudget(undoBudget) {
    m_state = stateOf(source, std::make_shared<DocumentPlace>());
    m_state->place->savedState = m_state->number;
    setSource(std::move(source));
    m_stack.setUndoLimit(undoLimit);
    connect(&m_stack, &QUndoStack::indexChanged, this, &Document::tidyHistory);
}

Document::~Document() {
    // The stack still says that it empties itself, when all else is gone already.
    m_stack.disconnect(this);
}

void Document::setSource(Source source) {
    m_source = std::move(source);
    m_experiment = m_source.experiment() ? m_source.experiment() : noExperiment();
}

StatePointer Document::stateOf(const Source& source, std::shared_ptr<DocumentPlace> place) {
    const ExperimentPointer experiment = source.experiment();
    std::vector<TypedNumber> typed =
        experiment ? experiment->typedNumbers : std::vector<TypedNumber>();
    ++m_lastState;
    return std::make_shared<DocumentState>(DocumentState{
        m_lastState, CompactSource(source), std::move(place), std::move(typed),
        m_state ? m_state->views : std::make_shared<const PreparedViews>(), m_lastState});
}

void Document::push(const QString& text, StatePointer next, const QString& mergeKey) {
    const QString key = fullKey(mergeKey);
    m_stack.push(new EditCommand(text, m_state, std::move(next), key,
                                 [this](const StatePointer& state) { apply(state); }));
}

QString Document::fullKey(const QString& mergeKey) const {
    return mergeKey.isEmpty() ? QString() : mergeKey + u'#' + QString::number(m_mergeGroup);
}

bool Document::merges(const QString& mergeKey) const {
    const int newest = m_stack.index() - 1;
    return newest >= 0 && !mergeKey.isEmpty() && step(newest).mergeKey() == fullKey(mergeKey);
}

ExperimentPointer Document::beforeMerge(const QString& mergeKey) const {
    return merges(mergeKey) ? step(m_stack.index() - 1).before()->source.restore().experiment()
                            : nullptr;
}

namespace {
/// Whether an edit changed nothing. In the window's thread millions of numbers are not drawn to
/// find that out: where it would take that, the edit counts.
bool isSame(const Experiment& next, const Experiment& now) {
    std::vector<const Tensor*> tensors;
    forEachTensor(now, [&](const Tensor& tensor) { tensors.push_back(&tensor); });
    std::size_t place = 0;
    bool makes = false;
    forEachTensor(next, [&](const Tensor& tensor) {
        makes =
            makes || (place < tensors.size() && recipes::comparingMakes(tensor, *tensors[place]));
        ++place;
    });
    if (makes)
        return false;
    return next == now;
}

bool isSame(const Source& next, const Source& now) {
    if (next == now)
        return true;
    if (next.experiment() && now.experiment())
        return isSame(*next.experiment(), *now.experiment()) &&
               sameTraining(next.training(), now.training());
    return next.attention() && now.attention() && *next.attention() == *now.attention();
}
} // namespace

void Document::edit(const QString& text, Source next, const QString& mergeKey) {
    if (isSame(next, m_source))
        return;
    m_state->place->abandoned = false; // what was said of other numbers
    const QString lost = lostText(next, mergeKey);
    if (!lost.isEmpty())
        Q_EMIT typedNumbersLost(lost);
    push(lost.isEmpty() ? text : tr("%1 (%2)").arg(text, lost), stateOf(next, m_state->place),
         mergeKey);
}

QString Document::lostText(const Source& next, const QString& mergeKey) const {
    if (!next.experiment())
        return {};
    const DocumentState& before = merges(mergeKey) ? *step(m_stack.index() - 1).before() : *m_state;
    const PlacelessNumbers lost = placelessIn(*next.experiment(), before.typedNumbers);
    if (lost.count == 0)
        return {};
    const auto count = static_cast<int>(lost.count);
    return lost.lackBlocks ? tr("%n typed number(s) went with the block", nullptr, count)
                           : tr("%n typed number(s) went with their places", nullptr, count);
}

void Document::begin(const QString& text, Source source, OpenedFilesPointer opened) {
    if (place().path.isEmpty() && isSaved() && isSame(source, m_source)) {
        if (opened)
            setOpened(std::move(opened));
        return;
    }
    StatePointer next = stateOf(source, std::make_shared<DocumentPlace>());
    next->place->savedState = next->number;
    next->place->opened = std::move(opened);
    push(text, std::move(next), {});
}

void Document::setOpened(OpenedFilesPointer opened) {
    const bool unchanged = isSame(opened->source, own());
    DocumentPlace& place = *ownState()->place;
    place.opened = std::move(opened);
    if (unchanged)
        place.savedState = ownState()->number;
    Q_EMIT placeChanged();
}

QString OpenedFiles::path() const {
    const std::string& main = files.attention.path.empty() ? files.query : files.attention.path;
    return QFile::decodeName(main.c_str());
}

void Document::replace(Source source, const QString& path, const FileStamp& stamp, bool saved,
                       DocumentExtras extras) {
    m_aside.reset();
    m_asideSteps.clear();
    const StatePointer next = stateOf(source, std::make_shared<DocumentPlace>());
    *next->place = {path, stamp, saved ? next->number : 0, false, {}};
    m_extras = std::move(extras);
    numberPins();
    next->views = std::make_shared<const PreparedViews>(m_extras.views);
    m_extrasSaved = true;
    Q_EMIT pinsChanged();
    Q_EMIT profileChanged();
    Q_EMIT viewsChanged();
    apply(next);
    m_stack.clear();
}

/// Pins of this document get numbers that no pin before had, and the views that compare them say
/// so.
void Document::numberPins() {
    std::vector<ComparedSide*> sides;
    const auto addSides = [&sides](PreparedView& view) {
        if (view.compared)
            sides.insert(sides.end(), {&view.compared->a, &view.compared->b});
    };
    for (PreparedView& view : m_extras.views)
        addSides(view);
    if (m_extras.lastView)
        addSides(*m_extras.lastView);
    std::map<std::string, std::string> renamed;
    for (Pin& pin : m_extras.pins) {
        const std::string old = std::string(stateOfPin) + std::to_string(pin.number);
        pin.number = ++m_lastPin;
        renamed[old] = std::string(stateOfPin) + std::to_string(pin.number);
    }
    for (ComparedSide* side : sides) {
        if (const auto found = renamed.find(side->state); found != renamed.end())
            side->state = found->second;
    }
}

void Document::setViews(const QString& text, PreparedViews next) {
    if (next == views())
        return;
    m_state->place->abandoned = false;
    endMerge();
    push(text, withViews(*m_state, std::make_shared<const PreparedViews>(std::move(next))), {});
}

StatePointer Document::withViews(const DocumentState& state,
                                 std::shared_ptr<const PreparedViews> views) {
    auto next = std::make_shared<DocumentState>(state);
    next->number = ++m_lastState;
    next->views = std::move(views);
    return next;
}

void Document::putAside() {
    endMerge();
    m_aside = m_asideNow = m_state;
    m_asideSteps = stepsFrom(0);
    m_asideIndex = m_stack.index();
}

Source Document::own() const {
    if (!m_aside || m_aside->computed == m_state->computed)
        return m_source;
    CompactSource kept = m_aside->source; // the history keeps it small
    return kept.restore();
}

void Document::bringBack() {
    if (!m_aside)
        return;
    const StatePointer aside = std::exchange(m_aside, nullptr);
    const StatePointer now = std::exchange(m_asideNow, nullptr);
    endMerge();
    putSteps(std::exchange(m_asideSteps, {}), m_asideIndex);
    apply(aside);
    Q_EMIT m_stack.indexChanged(m_stack.index());
    if (now != aside)
        push(tr("keep views"), now, {});
}

void Document::setSaved(const QString& path, const FileStamp& stamp) {
    *ownState()->place = {path, stamp, ownState()->number, false, {}};
    m_extrasSaved = true;
    endMerge(); // the state that the file holds stays one that undo comes by
    Q_EMIT placeChanged();
}

void Document::extrasChanged() {
    m_extrasSaved = false;
    Q_EMIT placeChanged(); // whether the file holds what stands here
}

void Document::changePins() {
    Q_EMIT pinsChanged();
    extrasChanged();
}

void Document::setProfile(const Profile& profile) {
    if (profile == m_extras.profile)
        return;
    m_extras.profile = profile;
    Q_EMIT profileChanged();
    extrasChanged();
}

std::uint64_t Document::pin(std::string name, Source source) {
    m_extras.pins.push_back({++m_lastPin, std::move(name), std::move(source)});
    endMerge(); // the state that is kept stays one that undo comes by
    changePins();
    return m_lastPin;
}

void Document::renamePin(std::uint64_t number, std::string name) {
    const auto found = std::ranges::find(m_extras.pins, number, &Pin::number);
    if (found == m_extras.pins.end() || found->name == name)
        return;
    found->name = std::move(name);
    changePins();
}

void Document::deletePin(std::uint64_t number) {
    if (std::erase_if(m_extras.pins, [number](const Pin& pin) { return pin.number == number; }) > 0)
        changePins();
}

std::vector<Document::PastState> Document::pastStates() const {
    std::vector<PastState> states;
    for (int i = m_stack.index() - 1; i >= 0; --i) {
        if (step(i).before()->computed != step(i).after()->computed)
            states.push_back({step(i).before()->number, step(i).text()});
    }
    return states;
}

Source Document::pastSource(std::uint64_t number) const {
    for (int i = m_stack.index() - 1; i >= 0; --i) {
        const DocumentState& state = *step(i).before();
        if (state.number != number)
            continue;
        CompactSource kept = state.source; // the history keeps it small
        return kept.restore();
    }
    return {};
}

const DocumentPlace* Document::leftUnsaved() const {
    for (int i = m_stack.index() - 1; i >= 0; --i) {
        const DocumentState& before = *step(i).before();
        if (before.place != step(i).after()->place && before.place != ownState()->place &&
            before.place != m_state->place && !before.isSaved() && !before.place->abandoned)
            return before.place.get();
    }
    return nullptr;
}

void Document::apply(const StatePointer& state) {
    if (m_rebuilding)
        return;
    const bool elsewhere = m_state->place != state->place;
    const bool otherViews = m_state->views != state->views;
    const bool computes = m_state->computed != state->computed;
    m_state = state;
    if (m_aside && m_asideNow->views != state->views)
        m_asideNow = m_aside->views == state->views ? m_aside : withViews(*m_aside, state->views);
    if (otherViews) {
        m_extras.views = *state->views;
        Q_EMIT viewsChanged();
    }
    if (computes) {
        setSource(state->source.restore());
        ++m_revision;
    }
    if (elsewhere || !computes)
        Q_EMIT placeChanged(); // whether the file holds what stands here
    if (computes)
        Q_EMIT changed();
}

const EditCommand& Document::step(int index) const {
    return *static_cast<const EditCommand*>(m_stack.command(index));
}

void Document::setUndoBudget(std::size_t bytes) {
    m_undoBudget = bytes;
    tidyHistory();
}

/// Drops what can be made again, counts the rest from the newest step to the oldest, and
/// forgets those that are too many. Steps that were undone are not counted against older
/// ones: the next edit drops them.
void Document::tidyHistory() {
    CountedMemory counted;
    addTraining(counted, m_source.training());
    if (m_source.experiment())
        counted.add(*m_experiment);
    else
        m_state->source.addMemory(counted);
    const std::size_t shown = counted.bytes();
    const CountedMemory used = counted;
    m_undoBytes = 0;
    const bool atTheEnd = m_stack.index() == m_stack.count();
    for (int i = m_stack.count() - 1; i >= 0; --i) {
        for (const StatePointer& state : {step(i).after(), step(i).before()}) {
            if (state == m_state)
                continue;
            state->source.shrink(used);
            state->source.addMemory(counted);
        }
        const std::size_t bytes = counted.bytes() - shown;
        const bool isNewest = i == m_stack.count() - 1;
        if (atTheEnd && !isNewest && bytes > m_undoBudget)
            return forgetOldest(i + 1);
        m_undoBytes = bytes;
    }
}

void Document::forgetOldest(int steps) {
    const std::vector<UndoStep> kept = stepsFrom(steps);
    putSteps(kept, static_cast<int>(kept.size()));
    Q_EMIT m_stack.indexChanged(m_stack.index());
}

std::vector<Document::UndoStep> Document::stepsFrom(int first) const {
    std::vector<UndoStep> kept;
    for (int i = first; i < m_stack.count(); ++i)
        kept.push_back({step(i).text(), step(i).before(), step(i).after(), step(i).mergeKey()});
    return kept;
}

/// QUndoStack neither forgets nor takes back single steps: all are pushed anew, without any effect.
void Document::putSteps(const std::vector<UndoStep>& steps, int index) {
    m_rebuilding = true;
    m_stack.blockSignals(true);
    m_stack.clear();
    for (const UndoStep& each : steps) {
        auto* command = new EditCommand(each.text, each.before, each.after, {},
                                        [this](const StatePointer& state) { apply(state); });
        m_stack.push(command);
        command->setMergeKey(each.mergeKey); // only now: these are steps of their own
    }
    m_stack.setIndex(index);
    m_stack.blockSignals(false);
    m_rebuilding = false;
}

} // namespace headscope
