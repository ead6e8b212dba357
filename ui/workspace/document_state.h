// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "checkpoint/model_source.h"
#include "experiment/compact_experiment.h"
#include "opening/experiment_files.h"
#include "run/prepared_view.h"
#include "source/file_attention.h"
#include "source/source.h"
#include "workspace/file_stamp.h"

#include <QString>

#include <memory>
#include <vector>

namespace headscope {

using ExperimentPointer = std::shared_ptr<const Experiment>;

/// What a document without a file of its own was opened from: an attention, or inputs and weights.
struct OpenedFiles {
    ExperimentFiles files = {}; ///< as they were read
    QString alone = {};         ///< what opens all of it again; empty: several were named
    FileStamp stamp = {};       ///< of the attention, or the queries, without its content
    Source source = {};         ///< what they came to

    QString path() const; ///< that of the attention, or the queries
};
using OpenedFilesPointer = std::shared_ptr<const OpenedFiles>;

/// Which document a source belongs to: a file, or one that has no name yet.
/// Steps of one document share it.
struct DocumentPlace {
    QString path; ///< empty: it has no file
    FileStamp stamp;
    std::uint64_t savedState = 0;   ///< the number of the state that the file holds; 0: none
    bool abandoned = false;         ///< the person said that what is not saved may be lost
    OpenedFilesPointer opened = {}; ///< nullptr: it has a file, or begins with nobody's
};

/// A source as the history keeps it: an experiment small (CompactExperiment), another one as it is,
/// which shares its numbers with those before and behind it.
class CompactSource {
public:
    explicit CompactSource(const Source& source)
        : m_whole(source.experiment() ? Source() : source)
        , m_experiment(source.experiment())
        , m_training(source.training()) {}

    void shrink(const CountedMemory& used) {
        if (!m_whole)
            m_experiment.shrink(used);
    }
    /// The whole source; from then on it is kept whole.
    Source restore() { return m_whole ? m_whole : Source(m_experiment.restore(), m_training); }
    void addMemory(CountedMemory& memory) const;
    bool sameAs(CompactSource& other) {
        if (!m_whole && !other.m_whole)
            return sameTraining(m_training, other.m_training) &&
                   m_experiment.sameAs(other.m_experiment);
        const auto alike = [](const auto& a, const auto& b) { return a && b && *a == *b; };
        return alike(m_whole.attention(), other.m_whole.attention()) ||
               alike(m_whole.model(), other.m_whole.model());
    }

private:
    Source m_whole; ///< nothing: it is an experiment
    CompactExperiment m_experiment;
    PackedTrainingPointer m_training;
};

/// One state of the document, as steps of the history share it.
struct DocumentState {
    std::uint64_t number;
    CompactSource source;
    std::shared_ptr<DocumentPlace> place;
    std::vector<TypedNumber> typedNumbers; ///< of the experiment, however small that is kept
    std::shared_ptr<const PreparedViews> views;
    std::uint64_t computed; ///< the state whose source it has: a change of the views keeps it

    bool isSaved() const { return place->savedState == number; }
};
using StatePointer = std::shared_ptr<DocumentState>;

} // namespace headscope
