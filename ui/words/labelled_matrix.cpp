// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/labelled_matrix.h"

#include "type/math_text.h"
#include "words/statements.h"

#include <algorithm>

namespace headscope {

namespace {

/// Places are counted where nobody has a word for them.
std::vector<std::string> textsOf(const QStringList& labels, Index count) {
    std::vector<std::string> texts;
    texts.reserve(static_cast<std::size_t>(count));
    for (Index i = 0; i < count; ++i)
        texts.push_back(i < labels.size() ? bareLabel(labels[i]).toStdString()
                                          : std::to_string(i + 1));
    return texts;
}

/// As files call it: "attention_weights, head 1".
std::string nameOf(const MatrixPanel& panel) {
    const std::string name(snakeCase(panel.name));
    switch (panel.kind) {
    case MatrixPanel::Kind::Head: return name + ", head " + std::to_string(panel.head + 1);
    case MatrixPanel::Kind::MeanHead: return name + ", mean of the heads";
    case MatrixPanel::Kind::MaxHead: return name + ", largest of the heads";
    case MatrixPanel::Kind::Whole: break;
    }
    return name;
}

} // namespace

LabelledMatrix labelledMatrix(const MatrixPanel& panel, const AxisTokens& tokens, Index sequence,
                              bool rowsAreKeys) {
    MatrixPanel drawn = panel;
    const Axes& axes = panel.matrix.axes();
    QStringList rows = rowLabels(tokens, panel, sequence);
    QStringList columns = columnLabels(tokens, panel, sequence);
    Axis rowAxis = axes[0];
    Axis columnAxis = axes[1];
    if (rowsAreKeys && !panel.turned && rowAxis == Axis::Query && columnAxis == Axis::Key) {
        drawn.turn();
        std::swap(rows, columns);
        std::swap(rowAxis, columnAxis);
    }
    // The one row of a vector is no axis.
    return labelledMatrix(QString::fromStdString(nameOf(panel)),
                          panel.isVector() ? QString() : axisWord(rowAxis), axisWord(columnAxis),
                          rows, columns, drawn.matrix);
}

LabelledMatrix labelledMatrix(const Scene& scene, const MatrixPanel& panel) {
    return labelledMatrix(panel, scene.tokens(), scene.selection.sequence,
                          scene.display.rowsAreKeys);
}

std::optional<MatrixPanel> shownPanel(const Scene& scene, TensorName name) {
    const Selection& selection = scene.selection;
    const bool summaries = selection.panel >= scene.run->heads();
    const auto panels = summaries
                            ? panelsOf(*scene.trace, scene.tokens(), name, selection.sequence, true)
                            : slicesOf(*scene.trace, scene.tokens(), name, selection.sequence);
    if (panels.empty())
        return std::nullopt;
    const auto wanted = static_cast<std::size_t>(std::max(0, selection.panel));
    return panels[std::min(wanted, panels.size() - 1)];
}

std::optional<LabelledMatrix> shownMatrix(const Scene& scene) {
    const std::optional<TensorName> name = scene.isEmpty() ? std::nullopt : shownTensor(scene);
    const std::optional<MatrixPanel> panel = name ? shownPanel(scene, *name) : std::nullopt;
    return panel ? std::optional(labelledMatrix(scene, *panel)) : std::nullopt;
}

LabelledMatrix labelledMatrix(const QString& name, const QString& rows, const QString& columns,
                              const QStringList& rowLabels, const QStringList& columnLabels,
                              const Tensor& values) {
    const QString corner = rows.isEmpty() ? columns : rows + QStringLiteral(" \\ ") + columns;
    return {name.toStdString(), withoutMarkup(corner).toStdString(),
            textsOf(rowLabels, values.size(0)), textsOf(columnLabels, values.size(1)), values};
}

} // namespace headscope
