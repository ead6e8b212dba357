// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure.h"
#include "scene/panels/matrix_panel.h"

#include <cmath>
#include <limits>

namespace headscope::testing {

/// A trace of one named tensor [1, heads, rows, columns] (query × key) whose
/// values are given by value(head, row, column), and its tokens.
struct FigureScene {
    Trace trace;
    RunLabels labels;

    FigureRequest request() const {
        FigureRequest request;
        request.trace = std::make_shared<const Trace>(trace);
        request.run = std::make_shared<const Run>(request.trace, labels);
        request.tensor = trace.steps().front().name;
        return request;
    }
};

template <class Value>
FigureScene figureScene(TensorName name, Index heads, const TokenList& rows,
                        const TokenList& columns, Value value) {
    FigureScene scene;
    const auto rowCount = static_cast<Index>(rows.size());
    const auto columnCount = static_cast<Index>(columns.size());
    std::vector<float> values;
    for (Index head = 0; head < heads; ++head)
        for (Index row = 0; row < rowCount; ++row)
            for (Index column = 0; column < columnCount; ++column)
                values.push_back(value(head, row, column));
    TraceStep step;
    step.name = name;
    step.result = Tensor::fromValues({1, heads, rowCount, columnCount},
                                     {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key}, values);
    scene.trace.add(step);
    scene.labels = {{rows}, TokenLists{columns}, {}};
    return scene;
}

/// Puts a mask [1, query, key] beside the tensor.
inline void addMask(FigureScene& scene, const std::vector<float>& mayAttend) {
    const Tensor& tensor = scene.trace.steps().front().result;
    TraceStep step;
    step.name = TensorName::MayAttend;
    step.result = Tensor::fromValues({1, tensor.size(2), tensor.size(3)},
                                     {Axis::Batch, Axis::Query, Axis::Key}, mayAttend);
    scene.trace.add(step);
}

/// "t1", "t2" …
inline TokenList manyTokens(Index count) {
    TokenList tokens;
    for (Index i = 0; i < count; ++i)
        tokens.push_back("t" + std::to_string(i + 1));
    return tokens;
}

} // namespace headscope::testing
