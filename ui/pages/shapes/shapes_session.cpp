// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/shapes_session.h"

#include "words/statements.h"
#include "words/word_notes.h"

namespace headscope {

namespace {

/// Smaller models are made at once: they take less than a millisecond or two.
constexpr Index smallModel = Index{1} << 14;

bool isSmall(const std::shared_ptr<const Trace>& trace, const ShapesOptions& options) {
    if (options.attentionShown)
        return false;
    if (options.values == ShapesValues::Arange || !trace)
        return options.sizes.batch < smallModel && options.sizes.sequence < smallModel &&
               options.sizes.heads < smallModel && options.sizes.headDim < smallModel &&
               options.sizes.elements() <= smallModel;
    const TraceStep* step = trace->find(TensorName::ProjectedQuery);
    return !step || step->result.elementCount() <= smallModel;
}

/// What the model depends on; the rest only changes how it is drawn.
bool needsNewModel(const ShapesOptions& a, const ShapesOptions& b) {
    ShapesOptions drawnAs = a;
    drawnAs.colour = b.colour;
    drawnAs.placesShown = b.placesShown;
    drawnAs.soloHead = b.soloHead;
    drawnAs.firstToken = b.firstToken;
    return !(drawnAs == b);
}

/// What the tokens of each sample are called.
std::vector<QStringList> wordsOf(const ShapesScene& scene) {
    constexpr Index mostWords = 4096; // more are not laid out beside blocks
    const Journey& journey = scene.model->right;
    const LayoutSizes& sizes = journey.sizes();
    if (scene.options.values == ShapesValues::Arange || !scene.run ||
        journey.order() == MemoryOrder::Unbatched || sizes.batch * sizes.sequence > mostWords)
        return {};
    const bool split = journey.path() == LayoutPath::Split;
    const Axis axis = split && scene.options.of != SplitOf::Query ? Axis::Key : Axis::Query;
    const Index first = journey.path() == LayoutPath::SideBySide ? scene.options.sequence : 0;
    std::vector<QStringList> words;
    for (Index sample = 0; sample < sizes.batch; ++sample)
        words.push_back(
            labelsWithNotes(*scene.run, scene.scope, axis, sizes.sequence, first + sample));
    return words;
}

} // namespace

ShapesSession::ShapesSession(QObject* parent)
    : QObject(parent)
    , m_runner(
          [](const ShapesRequest& request, const CancellationToken& token) {
              return makeShapesModel(request.trace, request.options, token);
          },
          [this](const ShapesOutcome& outcome) { take(outcome); }) {
    connect(&m_animation, &Animation::changed, this, &ShapesSession::compose);
}

void ShapesSession::setScene(const Scene& scene) {
    m_scene.display = scene.display;
    m_scene.pointed = scene.pointed;
    m_scene.run = scene.run;
    m_scene.scope = scene.selection.scope;
    m_scene.block = blockTitle(scene.blocks.get());
    const bool sequenceMatters = m_scene.options.path == LayoutPath::SideBySide &&
                                 m_scene.options.sequence != scene.selection.sequence;
    m_scene.options.sequence = scene.selection.sequence;
    if (scene.trace != m_trace || sequenceMatters) {
        m_trace = scene.trace;
        m_stale = true;
    }
    if (m_stale && m_shown)
        remake();
    else if (m_shown)
        compose();
    else if (m_stale && m_scene.model) {
        m_scene.model.reset(); // what is shown of it holds the old run; it is made anew
        Q_EMIT sceneChanged(m_scene);
    }
}

void ShapesSession::setShown(bool shown) {
    m_shown = shown;
    if (!shown) {
        m_stale = m_stale || m_runner.isBusy();
        m_runner.forget();
        m_animation.pause();
    } else if (m_stale)
        remake();
    else
        compose();
}

void ShapesSession::setOptions(const ShapesOptions& options) {
    const bool remakes = needsNewModel(m_scene.options, options);
    const bool otherJourney =
        options.path != m_scene.options.path || options.order != m_scene.options.order;
    m_scene.options = options;
    if (otherJourney)
        m_animation.seek(Time{0});
    if (remakes && m_shown)
        remake();
    else if (remakes)
        m_stale = true;
    else
        compose();
}

void ShapesSession::hover(std::optional<Index> element) {
    if (m_scene.elementLocked || m_scene.element == element)
        return;
    m_scene.element = element;
    compose();
}

void ShapesSession::lock(std::optional<Index> element) {
    m_scene.element = element;
    m_scene.elementLocked = element.has_value();
    compose();
}

void ShapesSession::finish() {
    m_runner.finish();
}

void ShapesSession::remake() {
    m_stale = false;
    if (isSmall(m_trace, m_scene.options)) {
        m_runner.forget();
        take(makeShapesModel(m_trace, m_scene.options));
    } else {
        m_runner.request({m_trace, m_scene.options});
        compose();
    }
}

void ShapesSession::take(const ShapesOutcome& outcome) {
    if (!outcome) {
        // The last good picture stays; the sentence says why it is old.
        m_scene.error = outcome.error();
        compose();
        return;
    }
    m_scene.error.reset();
    if (m_scene.isEmpty() ||
        (*outcome)->right.sizes().sequence != m_scene.model->right.sizes().sequence)
        m_scene.options.firstToken = 0;
    m_scene.model = *outcome;
    m_scene.words = wordsOf(m_scene);
    if (m_scene.element && *m_scene.element >= m_scene.model->right.elementCount())
        lock(std::nullopt);
    if (m_scene.options.soloHead && *m_scene.options.soloHead >= m_scene.model->right.sizes().heads)
        m_scene.options.soloHead.reset();
    m_animation.setTimeline(m_scene.model->timeline); // composes
}

void ShapesSession::retranslate() {
    if (m_scene.isEmpty())
        return;
    m_scene.words = wordsOf(m_scene);
    compose();
}

void ShapesSession::compose() {
    if (!m_shown || m_scene.isEmpty())
        return;
    m_scene.playback = m_animation.state();
    m_scene.time = m_animation.time();
    Q_EMIT sceneChanged(m_scene);
}

} // namespace headscope
