// SPDX-License-Identifier: GPL-3.0-or-later
#include "source/source.h"

#include "experiment/experiment.h"

namespace headscope {

Source::Source(Experiment experiment)
    : m_content(std::make_shared<const Experiment>(std::move(experiment))) {}

} // namespace headscope
