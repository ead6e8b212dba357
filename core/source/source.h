// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/packed_training.h"

#include <memory>
#include <variant>

namespace headscope {

struct Experiment;
struct FileAttention;
using FileAttentionPointer = std::shared_ptr<const FileAttention>;
struct ModelSource;
using ModelSourcePointer = std::shared_ptr<const ModelSource>;

/// What a document shows the run of: an experiment, which the engine computes, an attention that
/// was computed elsewhere, or a trained model with what it reads. Beside an experiment stands the
/// training that it was taken from, if any. A value that is cheap to copy.
class Source {
public:
    Source() = default;
    Source(Experiment experiment, PackedTrainingPointer training = {}); // NOLINT: it is a source
    Source(std::shared_ptr<const Experiment> experiment, PackedTrainingPointer training = {})
        : m_content(std::move(experiment))
        , m_training(std::move(training)) {}
    Source(FileAttentionPointer attention)
        : m_content(std::move(attention)) {}
    Source(ModelSourcePointer model)
        : m_content(std::move(model)) {}

    /// nullptr: it is something else.
    std::shared_ptr<const Experiment> experiment() const {
        const auto* found = std::get_if<std::shared_ptr<const Experiment>>(&m_content);
        return found ? *found : nullptr;
    }
    /// That the experiment was taken from; nullptr: it was taken from none.
    const PackedTrainingPointer& training() const { return m_training; }
    /// An edited experiment, taken from the same training.
    Source with(Experiment experiment) const;
    FileAttentionPointer attention() const {
        const auto* found = std::get_if<FileAttentionPointer>(&m_content);
        return found ? *found : nullptr;
    }
    ModelSourcePointer model() const {
        const auto* found = std::get_if<ModelSourcePointer>(&m_content);
        return found ? *found : nullptr;
    }
    explicit operator bool() const { return experiment() || attention() || model(); }
    /// Whether it is the same object, whatever that holds.
    bool operator==(const Source&) const = default;

private:
    std::variant<std::shared_ptr<const Experiment>, FileAttentionPointer, ModelSourcePointer>
        m_content;
    PackedTrainingPointer m_training;
};

} // namespace headscope
