// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/problem.h"

#include <cmath>
#include <limits>
#include <random>
#include <string>

/// What a random problem looks like; the numbers come from the seed.
struct ProblemShape {
    headscope::Index batch = 2;
    headscope::Index queries = 4;
    headscope::Index keys = 4; ///< used where `cross`
    headscope::Index modelDim = 6;
    headscope::Index heads = 2;
    headscope::Index keyDim = 3;
    headscope::Index valueDim = 3;
    bool cross = false;
    bool valuesApart = false; ///< a value input of its own, one feature wider
    bool biases = true;
    bool causal = false;
    bool padding = false;
    int mayAttendAxes = 0; ///< 0: none; else 2, 3 or 4
    int additiveAxes = 0;
    bool lowerRight = false;
    headscope::Index window = 0; ///< 0: none
    headscope::Index prefix = 0; ///< 0: none
    headscope::FullyMasked fullyMasked = headscope::FullyMasked::Zeros;
    bool sequenceFirst = false;
    bool perHead = false;
    float dropout = 0;
    unsigned seed = 1;

    headscope::Index keyLength() const { return cross ? keys : queries; }
};

class ProblemMaker {
public:
    explicit ProblemMaker(unsigned seed)
        : m_random(seed) {}

    headscope::Tensor normal(const headscope::Shape& shape, double deviation = 1) {
        std::normal_distribution<double> distribution(0, deviation);
        return make(shape, [&] { return static_cast<float>(distribution(m_random)); });
    }
    /// 1 with probability 3/4, else 0.
    headscope::Tensor pairs(const headscope::Shape& shape) {
        return make(shape, [&] { return m_random() % 4 ? 1.0F : 0.0F; });
    }
    headscope::Tensor additive(const headscope::Shape& shape) {
        std::normal_distribution<double> distribution;
        return make(shape, [&] {
            return m_random() % 5 ? static_cast<float>(distribution(m_random))
                                  : -std::numeric_limits<float>::infinity();
        });
    }

    headscope::AttentionProblem problem(const ProblemShape& s) {
        using headscope::Index;
        using headscope::Shape;
        headscope::AttentionProblem p;
        const Index keyLength = s.keyLength();
        const Index valueWidth = s.valuesApart ? s.modelDim + 1 : s.modelDim;
        p.queryInput = normal({s.batch, s.queries, s.modelDim});
        if (s.cross)
            p.keyInput = normal({s.batch, keyLength, s.modelDim});
        if (s.valuesApart)
            p.valueInput = normal({s.batch, keyLength, valueWidth});
        p.config.modelDim = s.modelDim;
        p.config.heads = s.heads;
        p.config.keyDim = s.keyDim;
        p.config.valueDim = s.valueDim;
        p.config.dropout = s.dropout;
        p.config.dropoutSeed = s.seed;
        const auto weight = [&](Index in, Index out) {
            return normal({in, out}, 1 / std::sqrt(static_cast<double>(in)));
        };
        p.weights.set(headscope::Role::QueryWeight, weight(s.modelDim, s.heads * s.keyDim));
        p.weights.set(headscope::Role::KeyWeight, weight(s.modelDim, s.heads * s.keyDim));
        p.weights.set(headscope::Role::ValueWeight, weight(valueWidth, s.heads * s.valueDim));
        p.weights.set(headscope::Role::OutputWeight, weight(s.heads * s.valueDim, s.modelDim));
        if (s.biases) {
            p.weights.set(headscope::Role::QueryBias, normal({s.heads * s.keyDim}));
            p.weights.set(headscope::Role::KeyBias, normal({s.heads * s.keyDim}));
            p.weights.set(headscope::Role::ValueBias, normal({s.heads * s.valueDim}));
            p.weights.set(headscope::Role::OutputBias, normal({s.modelDim}));
        }
        p.mask.causal = s.causal;
        if (s.padding)
            p.mask.keyPadding = pairs({s.batch, keyLength});
        const auto pairShape = [&](int axes) {
            return axes == 2   ? Shape{s.queries, keyLength}
                   : axes == 3 ? Shape{s.batch, s.queries, keyLength}
                               : Shape{s.batch, s.heads, s.queries, keyLength};
        };
        if (s.mayAttendAxes)
            p.mask.mayAttend = pairs(pairShape(s.mayAttendAxes));
        if (s.additiveAxes)
            p.mask.additive = additive(pairShape(s.additiveAxes));
        if (s.lowerRight)
            p.mask.alignment = headscope::CausalAlignment::LowerRight;
        if (s.window)
            p.mask.window = s.window;
        if (s.prefix)
            p.mask.prefix = s.prefix;
        p.config.fullyMasked = s.fullyMasked;
        if (s.perHead)
            p.config.weightLayout = headscope::WeightLayout::PerHead;
        return s.sequenceFirst ? inLayout(p, headscope::Layout::SequenceFirst) : p;
    }

private:
    template <class Next>
    static headscope::Tensor make(const headscope::Shape& shape, const Next& next) {
        headscope::Index count = 0;
        headscope::checkedElementCount(shape, count);
        std::vector<float> values(static_cast<std::size_t>(count));
        for (float& value : values)
            value = next();
        return headscope::Tensor::fromValues(
            shape, headscope::Axes(shape.size(), headscope::Axis::Feature), values);
    }

    std::mt19937 m_random;
};

inline headscope::AttentionProblem randomProblem(const ProblemShape& shape) {
    return ProblemMaker(shape.seed).problem(shape);
}
