// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_fit/fit_files.h"

#include "disk/output_folder.h"
#include "formats/npy/npy.h"
#include "formats/tensor_data.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

namespace headscope {

namespace {

constexpr std::array<const char*, 3> fileNames = {"attention_weights.npy", "query_weight.npy",
                                                  "key_weight.npy"};

Tensor attentionOf(const HeadFit& fit) {
    const std::vector<float> values(fit.head.attention.begin(), fit.head.attention.end());
    return Tensor::fromValues({fit.problem.target.queries, fit.problem.target.keys},
                              {Axis::Query, Axis::Key}, values);
}

/// Written last: where it is, the others are of a painting.
constexpr const char* summaryName = "painting.json";

/// A billionth of a bit is more than anybody reads, and less is rounding.
double readable(double bits) {
    return std::round(bits * 1e9) / 1e9;
}

/// The same of what nothing is below: rounded to nothing above it.
double readableBound(double bits) {
    return std::floor(bits * 1e9) / 1e9;
}

} // namespace

Status writeFitFiles(const std::string& folder, const HeadFit& fit) {
    Result<OutputFolder> output = OutputFolder::create(folder);
    if (!output)
        return output.error();
    const std::array<Tensor, 3> tensors = {attentionOf(fit), fit.weights.query, fit.weights.key};
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        std::string buffer;
        const Status written =
            output->write(fileNames[i], {npyHeader(tensors[i].shape()),
                                         littleEndianBytes(tensors[i].contiguous(), buffer)});
        if (!written)
            return written.error();
    }
    if (const Status written = output->write(summaryName, {fitToJson(fit)}); !written)
        return written.error();
    return output->publish();
}

std::string fitToJson(const HeadFit& fit) {
    const FitOptions& options = fit.options;
    nlohmann::ordered_json json;
    json["kl_bits"] = readable(fit.head.bits);
    json["limit_bits"] = readable(fit.limits.optimum.bits);
    json["verdict"] = nameOf(fit.verdict.kind);
    json["done"] = fit.verdict.isDone();
    // The limit is certain down to here; what twins cost is part of it.
    json["limit_at_least_bits"] = readableBound(fit.limits.optimum.lowerBound);
    json["twins_bits"] = readableBound(fit.limits.twins.bits);
    if (options.keyDim == 1)
        json["proof_at_least_bits"] = readableBound(fit.limits.single.bits);
    json["d_k"] = options.keyDim;
    json["starts"] = options.starts;
    json["steps"] = options.steps;
    json["seed"] = options.seed;
    json["best_start"] = fit.descents.bestStart + 1;
    json["from_optimum"] = fit.isOptimum;
    json["painted_rows"] = fit.problem.target.paintedRows();
    json["right_rows"] = fit.head.rightRows;
    json["rows_bits"] = nlohmann::ordered_json::array();
    for (Index query = 0; query < fit.problem.target.queries; ++query) {
        if (fit.problem.target.isPainted(query))
            json["rows_bits"].push_back(
                readable(fit.head.rowBits[static_cast<std::size_t>(query)]));
        else
            json["rows_bits"].push_back(nullptr);
    }
    return json.dump(2) + "\n";
}

} // namespace headscope
