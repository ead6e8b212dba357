// SPDX-License-Identifier: GPL-3.0-or-later
#include "source/source.h"

#include "experiment/experiment.h"

namespace headscope {

Source::Source(Experiment experiment, PackedTrainingPointer training)
    : m_content(std::make_shared<const Experiment>(std::move(experiment)))
    , m_training(std::move(training)) {}

Source Source::with(Experiment experiment) const {
    return {std::move(experiment), m_training};
}

} // namespace headscope
