// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/steps/picture/lens_painter.h"
#include "pages/steps/picture/steps_geometry.h"

#include <QCoreApplication>

namespace headscope {

/// The words that painters of the page Steps write.
struct StepsPictureWords {
    Q_DECLARE_TR_FUNCTIONS(StepsPictureWords)
};

/// A product: the two matrices, the result in the corner, the sum and its terms.
void paintProduct(QPainter& painter, const ProductGeometry& geometry, const StepScene& scene,
                  const StepMoment& moment, double scale);
/// The columns of a sum as it is written out, with one number of decimals each.
struct SumTexts {
    QStringList left;
    QStringList right;
    QStringList products; ///< signed; a bias behind them
};
SumTexts sumTexts(const CellUnderWay& cell);
/// The first of `room` terms that are shown: the one that is under way stays in view.
std::size_t firstShown(const CellUnderWay& cell, std::size_t room);
/// The terms of a sum under each other, and how much they are so far.
void paintRunningSum(QPainter& painter, const QRectF& area, const StepScene& scene,
                     const CellUnderWay& cell, const SumTexts& texts, double scale);
/// The same terms as bars that go on from one another.
void paintTermBars(QPainter& painter, const QRectF& area, const StepScene& scene,
                   const CellUnderWay& cell, const SumTexts& texts, double scale);
/// Which colours stand for which numbers in a picture.
void paintStepScales(QPainter& painter, const QRectF& line, const StepScene& scene, double scale);
/// What of the matrices is left out, or has no room for numbers of that look; empty where nothing.
QString leftOutText(std::initializer_list<const LensMatrix*> matrices, bool asked,
                    const LensLook& look);

} // namespace headscope
