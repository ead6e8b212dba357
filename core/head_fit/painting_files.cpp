// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_fit/painting_files.h"

#include "disk/output_folder.h"
#include "formats/npy.h"
#include "formats/tensor_data.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

namespace headscope {

namespace {

constexpr std::array<const char*, 3> fileNames = {"attention_weights.npy", "query_weight.npy",
                                                  "key_weight.npy"};

Tensor attentionOf(const Painting& painting) {
    const std::vector<float> values(painting.head.attention.begin(), painting.head.attention.end());
    return Tensor::fromValues({painting.problem.target.queries, painting.problem.target.keys},
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

Status writePaintingFiles(const std::string& folder, const Painting& painting) {
    Result<OutputFolder> output = OutputFolder::create(folder);
    if (!output)
        return output.error();
    const std::array<Tensor, 3> tensors = {attentionOf(painting), painting.weights.query,
                                           painting.weights.key};
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        std::string buffer;
        const Status written =
            output->write(fileNames[i], {npyHeader(tensors[i].shape()),
                                         littleEndianBytes(tensors[i].contiguous(), buffer)});
        if (!written)
            return written.error();
    }
    if (const Status written = output->write(summaryName, {paintingToJson(painting)}); !written)
        return written.error();
    return output->publish();
}

std::string paintingToJson(const Painting& painting) {
    const PaintOptions& options = painting.options;
    nlohmann::ordered_json json;
    json["kl_bits"] = readable(painting.head.bits);
    json["limit_bits"] = readable(painting.limits.optimum.bits);
    json["verdict"] = nameOf(painting.verdict.kind);
    json["done"] = painting.verdict.isDone();
    // The limit is certain down to here; what twins cost is part of it.
    json["limit_at_least_bits"] = readableBound(painting.limits.optimum.lowerBound);
    json["twins_bits"] = readableBound(painting.limits.twins.bits);
    if (options.keyDim == 1)
        json["proof_at_least_bits"] = readableBound(painting.limits.single.bits);
    json["d_k"] = options.keyDim;
    json["starts"] = options.starts;
    json["steps"] = options.steps;
    json["seed"] = options.seed;
    json["best_start"] = painting.descents.bestStart + 1;
    json["from_optimum"] = painting.isOptimum;
    json["painted_rows"] = painting.problem.target.paintedRows();
    json["right_rows"] = painting.head.rightRows;
    json["rows_bits"] = nlohmann::ordered_json::array();
    for (Index query = 0; query < painting.problem.target.queries; ++query) {
        if (painting.problem.target.isPainted(query))
            json["rows_bits"].push_back(
                readable(painting.head.rowBits[static_cast<std::size_t>(query)]));
        else
            json["rows_bits"].push_back(nullptr);
    }
    return json.dump(2) + "\n";
}

} // namespace headscope
