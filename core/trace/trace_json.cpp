// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/trace_json.h"

#include <nlohmann/json.hpp>

namespace headscope {

std::string qualifiedName(const TraceStep& step) {
    const std::string name(snakeCase(step.name));
    return step.scope.empty() ? name : step.scope + '/' + name;
}

std::string traceToJson(const Trace& trace) {
    // ordered_json: people read this file, and name comes before shape.
    using Json = nlohmann::ordered_json;
    Json steps = Json::array();
    for (const TraceStep& step : trace.steps()) {
        Json entry;
        entry["name"] = qualifiedName(step);
        entry["operation"] = operationName(step.operation);
        entry["operands"] = Json::array();
        for (const std::size_t operand : step.operands)
            entry["operands"].push_back(qualifiedName(trace[operand]));
        if (step.operation == Operation::Scale || step.operation == Operation::Dropout)
            entry["factor"] = step.factor;
        entry["axes"] = Json::array();
        for (const Axis axis : step.result.axes())
            entry["axes"].push_back(axisName(axis));
        entry["shape"] = Json::array();
        for (const Index size : step.result.shape())
            entry["shape"].push_back(size);
        entry["dtype"] = "float32";
        entry["file"] = qualifiedName(step) + ".npy";
        steps.push_back(std::move(entry));
    }
    const Json document = {
        {"format", "headscope-trace"}, {"version", 1}, {"steps", std::move(steps)}};
    return document.dump(2) + '\n';
}

} // namespace headscope
