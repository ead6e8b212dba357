// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/trace_json.h"

#include "operations/operation_info.h"
#include "parameters/scope.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <vector>

namespace headscope {

namespace {

/// JSON has no −∞ and no NaN: text, as experiment files write them.
nlohmann::ordered_json numberJson(float value) {
    if (std::isfinite(value))
        return value;
    return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
}

nlohmann::ordered_json typedNumbersJson(const TraceStep& step) {
    auto list = nlohmann::ordered_json::array();
    for (const TypedCell& typed : step.typedNumbers) {
        nlohmann::ordered_json entry;
        entry["cell"] = std::vector<Index>(typed.cell.begin(), typed.cell.end());
        entry["value"] = numberJson(step.result.at(typed.cell));
        entry["would_be"] = numberJson(typed.wouldBe);
        list.push_back(std::move(entry));
    }
    return list;
}

} // namespace

std::string qualifiedName(const TraceStep& step) {
    return pathWith(step.scope, snakeCase(step.name));
}

std::string traceToJson(const Trace& trace) {
    // ordered_json and a line for each step: people read this file too.
    using Json = nlohmann::ordered_json;
    std::string steps;
    for (const TraceStep& step : trace.steps()) {
        Json entry;
        entry["name"] = qualifiedName(step);
        entry["operation"] = infoOf(step.operation).name;
        entry["operands"] = Json::array();
        for (const std::size_t operand : step.operands)
            entry["operands"].push_back(qualifiedName(trace[operand]));
        if (infoOf(step.operation).hasFactor)
            entry["factor"] = step.factor;
        if (step.operation == Operation::Softmax)
            entry["fully_masked"] = fullyMaskedName(step.fullyMasked);
        if (!step.typedNumbers.empty())
            entry["held"] = typedNumbersJson(step);
        entry["axes"] = Json::array();
        for (const Axis axis : step.result.axes())
            entry["axes"].push_back(axisName(axis));
        entry["shape"] = Json::array();
        for (const Index size : step.result.shape())
            entry["shape"].push_back(size);
        entry["dtype"] = "float32";
        entry["file"] = qualifiedName(step) + ".npy";
        steps += (steps.empty() ? "\n    " : ",\n    ") + entry.dump();
    }
    return "{\n  \"format\": \"headscope-trace\",\n  \"version\": 1,\n  \"steps\": [" + steps +
           "\n  ]\n}\n";
}

} // namespace headscope
