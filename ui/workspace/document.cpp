// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/document.h"

namespace headscope {

namespace {
// Snapshots share tensors; 500 of them cost little even where every one holds a
// matrix of its own.
constexpr int undoLimit = 500;
} // namespace

Document::Document(Experiment experiment, QObject* parent)
    : QObject(parent)
    , m_experiment(std::make_shared<const Experiment>(std::move(experiment))) {
    m_stack.setUndoLimit(undoLimit);
}

void Document::edit(const QString& text, Experiment next, const QString& mergeKey) {
    if (next == *m_experiment)
        return;
    const QString key =
        mergeKey.isEmpty() ? QString() : mergeKey + u'#' + QString::number(m_mergeGroup);
    m_stack.push(new EditCommand(text, m_experiment,
                                 std::make_shared<const Experiment>(std::move(next)), key,
                                 [this](ExperimentPointer state) { apply(std::move(state)); }));
}

void Document::replace(Experiment experiment) {
    m_stack.clear();
    apply(std::make_shared<const Experiment>(std::move(experiment)));
}

void Document::apply(ExperimentPointer experiment) {
    m_experiment = std::move(experiment);
    ++m_revision;
    Q_EMIT changed();
}

} // namespace headscope
