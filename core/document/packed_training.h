// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace headscope {

/// The training that an experiment was taken from, with its history: one JSON object that only
/// core/learning writes and reads (training_json.h). It stands beside the experiment in a source
/// (source.h), through undo and files as it is, so that one that cannot be read is not lost either.
/// A value that several threads may ask.
class PackedTraining {
public:
    struct Content {
        std::string json;
        std::size_t kept = 0; ///< records that the object holds
        std::size_t made = 0; ///< records that there were; more where some had to go. 0: not known
    };

    /// As a file has it.
    explicit PackedTraining(std::string json)
        : m_content{std::move(json)}
        , m_made(true) {}
    /// Packed when somebody first asks, in the thread of who asks. `bytes`: what it holds till
    /// then.
    PackedTraining(std::function<Content()> pack, std::size_t bytes)
        : m_pack(std::move(pack))
        , m_bytes(bytes) {}

    const Content& content() const;
    /// Roughly, of memory; nothing is packed for it.
    std::size_t bytes() const;
    /// Whether both are known to be the same.
    bool sameAs(const PackedTraining& other) const;

private:
    mutable std::mutex m_mutex;
    mutable std::function<Content()> m_pack; ///< holds the training until it is packed
    mutable Content m_content;
    mutable bool m_made = false;
    std::size_t m_bytes = 0;
};

/// Shared by all states of a document that were edited since; nullptr: there is none.
using PackedTrainingPointer = std::shared_ptr<const PackedTraining>;

/// Whether both are known to be the same, or neither is there.
inline bool sameTraining(const PackedTrainingPointer& a, const PackedTrainingPointer& b) {
    return a == b || (a && b && a->sameAs(*b));
}

} // namespace headscope
