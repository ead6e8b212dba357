// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/text/matrix_text.h"
#include "scene/scene.h"

namespace headscope {

/// A panel with the words at its axes, as it is drawn: its rows are keys where the picture is
/// turned. `tokens` are those of the block that it belongs to.
LabelledMatrix labelledMatrix(const MatrixPanel& panel, const AxisTokens& tokens, Index sequence,
                              bool rowsAreKeys);
/// The same of a panel of the block that the scene shows.
LabelledMatrix labelledMatrix(const Scene& scene, const MatrixPanel& panel);

/// What is shown of a tensor of the block: the chosen head, or mean or largest of the heads;
/// nothing where the block has not got it.
std::optional<MatrixPanel> shownPanel(const Scene& scene, TensorName name);
/// The matrix that is shown, with its words; nothing where the block has none.
std::optional<LabelledMatrix> shownMatrix(const Scene& scene);

/// A matrix whose words somebody else has. `rows` and `columns` are what its axes are:
/// "query", "key".
LabelledMatrix labelledMatrix(const QString& name, const QString& rows, const QString& columns,
                              const QStringList& rowLabels, const QStringList& columnLabels,
                              const Tensor& values);

} // namespace headscope
