// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"

namespace headscope {

/// The experiment with another value of one member, of its own or of its configuration of
/// attention. Whether sizes still fit each other is for fitted() to see to.
template <class Value>
Experiment withMember(Experiment experiment, Value Experiment::*member,
                      std::type_identity_t<Value> value) {
    experiment.*member = std::move(value);
    return experiment;
}
template <class Value>
AttentionConfig withMember(AttentionConfig config, Value AttentionConfig::*member,
                           std::type_identity_t<Value> value) {
    config.*member = std::move(value);
    return config;
}

} // namespace headscope
