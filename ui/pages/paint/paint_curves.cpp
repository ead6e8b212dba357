// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/paint_curves.h"

#include "words/numbers/number_format.h"

#include <QCoreApplication>

namespace headscope {

namespace {

struct CurveWords {
    Q_DECLARE_TR_FUNCTIONS(Paint)
};

} // namespace

DescentCurves paintCurves(const PaintScene& scene) {
    DescentCurves curves;
    curves.theme = scene.display.theme;
    curves.textScale = scene.display.textScale;
    const auto add = [&](const HeadFit& fit, bool main) {
        DescentCurves::Curve curve;
        curve.label = QStringLiteral("d_{k} %1").arg(qint64{fit.options.keyDim});
        curve.found = fit.head.bits;
        curve.main = main;
        for (const FitRecord& record : fit.descents.history) {
            curve.steps.push_back(static_cast<double>(record.step));
            curve.values.push_back(record.bits);
        }
        curves.curves.push_back(std::move(curve));
    };
    for (const auto& [keyDim, fit] : scene.byKeyDim) {
        if (fit != scene.fit)
            add(*fit, false);
    }
    if (scene.fit) {
        add(*scene.fit, true);
        const FitLimits& limits = scene.fit->limits;
        curves.limit = limits.optimum.bits;
        curves.limitLabel = CurveWords::tr("limit %1 bits").arg(fixedText(limits.optimum.bits, 2));
        curves.playhead = static_cast<double>(scene.step());
        curves.playheadLabel = QString::number(scene.step());
    }
    return curves;
}

} // namespace headscope
