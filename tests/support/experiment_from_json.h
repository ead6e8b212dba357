// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/experiment_json.h"
#include "document/extras_json.h"
#include "json/json_guard.h"

namespace headscope {

/// The experiment of a file that holds one, and not an attention or a model, with its training.
inline Result<Source> experimentSourceFromJson(std::string_view text,
                                               DocumentExtras* extras = nullptr) {
    const Result<nlohmann::json> parsed = parseUntrustedJson(text);
    if (!parsed)
        return parsed.error();
    return withExtras(experimentFrom(*parsed, documentMembers()), *parsed, extras);
}

/// The same without its training.
inline Result<Experiment> experimentFromJson(std::string_view text,
                                             DocumentExtras* extras = nullptr) {
    const Result<Source> read = experimentSourceFromJson(text, extras);
    return read ? Result<Experiment>(*read->experiment()) : read.error();
}

} // namespace headscope
