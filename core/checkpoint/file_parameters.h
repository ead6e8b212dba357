// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parameters/parameters.h"
#include "trace/trace.h"

#include <mutex>

namespace headscope {

/// The parameters of a model in files, each made float32 when the first of its numbers is read.
/// They stay until a run takes them that keeps none. From any thread.
class FileParameters {
public:
    explicit FileParameters(Parameters parameters)
        : m_parameters(std::move(parameters)) {}

    /// What one run reads stays for the next.
    Parameters kept() const;
    /// For a run that calls letGo() behind each layer: none is read yet, and what was read for
    /// earlier ones goes with them.
    Parameters passing() const;
    /// Bytes that a run needs for them: of kept() those that are not there yet, of passing() what
    /// is there at a time; small ones in any case.
    Index bytesToRead(bool keeps) const;

private:
    mutable std::mutex m_mutex; ///< of what follows
    mutable Parameters m_parameters;
};

/// Lets go of all numbers among the stages and parameters of a run that can be read again.
void letGo(Trace& trace, Parameters& parameters);

} // namespace headscope
