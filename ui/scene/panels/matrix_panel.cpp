// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/panels/matrix_panel.h"

#include "arithmetic/passes.h"
#include "run/masked_pairs.h"
#include "scene/panels/dense_rows.h"
#include "support/parallel.h"

#include <algorithm>
#include <limits>

namespace headscope {

namespace {

/// Where batch, heads, rows and columns lie among the axes of a tensor.
struct Roles {
    std::optional<std::size_t> batch;
    std::optional<std::size_t> heads;
    std::vector<std::size_t> rest; ///< rows and columns, in this order
};

Roles rolesOf(const Tensor& tensor) {
    Roles roles;
    for (std::size_t i = 0; i < tensor.rank(); ++i) {
        if (tensor.axes()[i] == Axis::Batch && !roles.batch)
            roles.batch = i;
        else if (tensor.axes()[i] == Axis::Heads && !roles.heads)
            roles.heads = i;
        else
            roles.rest.push_back(i);
    }
    return roles;
}

Index clamped(Index index, Index size) {
    return std::clamp<Index>(index, 0, size - 1);
}

/// The [rows, columns] of one sequence and head. A size of 1 serves every
/// sequence and head, as masks are broadcast.
MatrixPanel slice(const Tensor& tensor, Index sequence, Index head) {
    const Roles roles = rolesOf(tensor);
    MatrixPanel panel;
    panel.prefix = Cell(tensor.rank(), 0);
    Tensor matrix = tensor;
    // The later axis goes first, so that the earlier one keeps its position.
    const auto select = [&](std::optional<std::size_t> axis, Index index) {
        if (!axis)
            return;
        panel.prefix[*axis] = clamped(index, tensor.size(*axis));
        matrix = matrix.selected(*axis, panel.prefix[*axis]);
    };
    if (roles.batch && roles.heads && *roles.batch > *roles.heads) {
        select(roles.batch, sequence);
        select(roles.heads, head);
    } else {
        select(roles.heads, head);
        select(roles.batch, sequence);
    }
    if (matrix.rank() == 1) { // a bias: one row
        panel.rowAxis = panel.columnAxis = roles.rest[0];
        matrix = matrix.reshaped({1, matrix.size(0)}, {Axis::Feature, matrix.axes()[0]});
    } else {
        panel.rowAxis = roles.rest[0];
        panel.columnAxis = roles.rest[1];
    }
    panel.matrix = matrix;
    return panel;
}

bool isDrawable(const Tensor& tensor) {
    const std::size_t rest = rolesOf(tensor).rest.size();
    return !tensor.isEmpty() && (rest == 1 || rest == 2);
}

bool isUnderMask(TensorName name) {
    return name == TensorName::MaskedScores || name == TensorName::AttentionWeights ||
           name == TensorName::DroppedWeights || name == TensorName::ValueWeighted ||
           name == TensorName::Rollout;
}

/// Whether a mask tells heads apart.
bool ofEachHead(const TraceStep* mask) {
    if (!mask || !isDrawable(mask->result))
        return false;
    const auto heads = rolesOf(mask->result).heads;
    return heads && mask->result.size(*heads) > 1;
}

/// The matrix [query, key] of a step, if there is one.
std::optional<Tensor> matrixOf(const TraceStep* step, Index sequence, Index head) {
    if (!step || !isDrawable(step->result))
        return std::nullopt;
    return slice(step->result, sequence, head).matrix;
}

/// Which cells of one sequence and head may be attended, from the masks and from the weights that
/// a finite one makes 0; of a file that has weights alone, as these tell. Nothing where nothing is
/// forbidden that could be.
std::optional<Tensor> allowed(const Trace& trace, Index sequence, Index head) {
    const TraceStep* const may = trace.find(TensorName::MayAttend);
    const TraceStep* const added = trace.find(TensorName::AdditiveMask);
    const TraceStep* const weights = trace.find(TensorName::AttentionWeights);
    if (!may && !added && weights && weights->operation == Operation::Input &&
        weights->result.rank() == 4)
        return maskInWeights(weights->result.selected(0, sequence));
    const auto of = [&](const TraceStep* step) { return matrixOf(step, sequence, head); };
    return allowedPairs(of(may), of(added), of(weights));
}

/// A row without an allowed key has weights all the same, where NaN or equal ones
/// were chosen for it, or where a finite mask left it some: those are shown, not hatched.
std::optional<Tensor> withShownRows(std::optional<Tensor> may, const Tensor& weights,
                                    bool underFinite) {
    if (!may)
        return may;
    std::optional<Tensor> changed;
    for (Index row = 0; row < weights.size(0); ++row) {
        bool empty = true;
        bool shows = weights(row, 0) != 0.0F;
        for (Index column = 0; column < weights.size(1) && empty; ++column) {
            empty = (*may)(row, column) == 0.0F;
            shows = shows || (underFinite && weights(row, column) != 0.0F);
        }
        if (!empty || !shows)
            continue;
        if (!changed) {
            const Tensor packed = may->contiguous();
            changed = Tensor::fromValues(packed.shape(), packed.axes(), packed.values());
        }
        for (Index column = 0; column < weights.size(1); ++column) {
            if (!underFinite || weights(row, column) != 0.0F)
                changed->mutableData()[row * weights.size(1) + column] = 1.0F;
        }
    }
    return changed ? changed : may;
}

/// What one layer forbids others may have let through.
std::optional<Tensor> withShownCells(std::optional<Tensor> may, const Tensor& numbers) {
    if (!may)
        return may;
    Tensor shown = Tensor::uninitialized(numbers.shape(), may->axes());
    for (Index i = 0; i < numbers.elementCount(); ++i) {
        const Index row = i / numbers.size(1);
        const Index column = i % numbers.size(1);
        const bool passes = (*may)(row, column) != 0.0F || numbers(row, column) != 0.0F;
        shown.mutableData()[i] = passes ? 1.0F : 0.0F;
    }
    return shown;
}

/// What is shown of a cell that a mask, or dropout, gave no number: the one that was typed there
/// or in a stage before it.
void showTyped(std::optional<Tensor>& marks, Index row, Index column, float shown) {
    if (!marks || (*marks)(row, column) == shown)
        return;
    marks = marks->contiguous().withElement({row, column}, shown);
}

/// Typed numbers of the panel's own step, and cells that show a number for one of them.
void addTypedNumbers(const Trace& trace, MatrixPanel& panel) {
    const auto visit = [&](const TraceStep& step, auto use) {
        for (const TypedCell& typed : step.typedNumbers) {
            const Index row = typed.cell[panel.rowAxis];
            const Index column = typed.cell[panel.columnAxis];
            if (panel.cellAt(row, column) == typed.cell)
                use(row, column, typed.wouldBe);
        }
    };
    visit(trace[panel.step], [&](Index row, Index column, float wouldBe) {
        panel.typedNumbers.push_back({row, column, wouldBe});
        showTyped(panel.beforeDropout, row, column, 0);
    });
    if (!isUnderMask(panel.name))
        return;
    for (const TensorName name :
         {TensorName::MaskedScores, TensorName::AttentionWeights, TensorName::DroppedWeights}) {
        if (const TraceStep* const step = trace.find(name))
            visit(*step, [&](Index row, Index column, float) {
                showTyped(panel.mayAttend, row, column, 1);
            });
        if (name == panel.name)
            break;
    }
}

/// Mean or largest of the same cell of several matrices, in tasks of some rows.
Tensor combined(const std::vector<Tensor>& matrices, MatrixPanel::Kind kind,
                const Execution& execution) {
    const Index columns = matrices.front().size(1);
    const Index rows = matrices.front().size(0);
    const bool mean = kind == MatrixPanel::Kind::MeanHead;
    Tensor result = Tensor::uninitialized({rows, columns}, matrices.front().axes());
    float* results = result.mutableData();
    constexpr Index rowsPerTask = 64;
    parallelFor((rows + rowsPerTask - 1) / rowsPerTask, execution, [&](Index task) {
        std::vector<double> sums(static_cast<std::size_t>(mean ? columns : 0));
        std::vector<DenseRows> heads(matrices.begin(), matrices.end());
        for (Index row = task * rowsPerTask; row < std::min(rows, (task + 1) * rowsPerTask);
             ++row) {
            float* into = results + row * columns;
            std::ranges::fill(sums, 0.0);
            if (!mean)
                std::copy_n(heads.front()[row], columns, into);
            for (DenseRows& head : heads) {
                if (mean)
                    arithmetic::addTo(head[row], columns, sums.data());
                else // NaN stays, as it does in the mean
                    arithmetic::takeMaximum(head[row], columns, into);
            }
            for (Index i = 0; i < std::ssize(sums); ++i)
                into[i] = static_cast<float>(sums[static_cast<std::size_t>(i)] /
                                             static_cast<double>(matrices.size()));
        }
    });
    return result;
}

/// A cell of mean and largest is masked where every head masks it.
MatrixPanel summary(const std::vector<MatrixPanel>& heads, MatrixPanel::Kind kind,
                    const Execution& execution) {
    MatrixPanel panel = heads.front();
    panel.kind = kind;
    panel.prefix = {};
    panel.typedNumbers.clear();
    std::vector<Tensor> matrices;
    std::vector<Tensor> masks;
    for (const MatrixPanel& head : heads) {
        matrices.push_back(head.matrix);
        if (head.mayAttend)
            masks.push_back(*head.mayAttend);
    }
    panel.matrix = combined(matrices, kind, execution);
    panel.mayAttend.reset();
    if (panel.beforeDropout) {
        // Dropped in every head, or there is something to show.
        std::vector<Tensor> before;
        for (const MatrixPanel& head : heads)
            before.push_back(*head.beforeDropout);
        panel.beforeDropout = combined(before, MatrixPanel::Kind::MaxHead, execution);
    }
    const bool same = std::ranges::all_of(
        masks, [&](const Tensor& mask) { return mask.data() == masks.front().data(); });
    if (masks.size() == heads.size())
        panel.mayAttend =
            same ? masks.front() : combined(masks, MatrixPanel::Kind::MaxHead, execution);
    panel.mask = panel.mayAttend;
    return panel;
}

} // namespace

CellMark MatrixPanel::markOf(Index row, Index column) const {
    if (isPadding(row, column))
        return CellMark::Padding;
    if (isMasked(row, column))
        return CellMark::Masked;
    return isDropped(row, column) ? CellMark::Dropped : CellMark::None;
}

const MatrixPanel::Typed* MatrixPanel::typedAt(Index row, Index column) const {
    const auto found = std::ranges::find_if(
        typedNumbers, [&](const Typed& each) { return each.row == row && each.column == column; });
    return found == typedNumbers.end() ? nullptr : &*found;
}

const MatrixPanel::Typed* MatrixPanel::seenTypedAt(Index row, Index column) const {
    const Typed* const there = typedAt(row, column);
    return there && markOf(row, column) == CellMark::None ? there : nullptr;
}

std::vector<CellMark> MatrixPanel::possibleMarks() const {
    std::vector<CellMark> marks;
    if (mayAttend)
        marks.push_back(CellMark::Masked);
    if (paddingFrom < matrix.size(turned ? 1 : 0))
        marks.push_back(CellMark::Padding);
    if (beforeDropout)
        marks.push_back(CellMark::Dropped);
    return marks;
}

void MatrixPanel::turn() {
    matrix = matrix.transposed(0, 1);
    if (mayAttend)
        mayAttend = mayAttend->transposed(0, 1);
    if (mask)
        mask = mask->transposed(0, 1);
    if (beforeDropout)
        beforeDropout = beforeDropout->transposed(0, 1);
    if (added)
        added = added->transposed(0, 1);
    for (Typed& each : typedNumbers)
        std::swap(each.row, each.column);
    std::swap(rowAxis, columnAxis);
    turned = !turned;
}

Cell MatrixPanel::cellAt(Index row, Index column) const {
    Cell cell = prefix;
    if (cell.empty())
        return cell;
    cell[rowAxis] = row;
    cell[columnAxis] = column;
    return cell;
}

std::vector<MatrixPanel> slicesOf(const Trace& trace, TensorName name, Index sequence) {
    const auto index = trace.indexOf(name);
    if (!index || !isDrawable(trace[*index].result))
        return {};
    const Tensor& tensor = trace[*index].result;
    const auto headAxis = rolesOf(tensor).heads;
    const Index heads = headAxis ? tensor.size(*headAxis) : 1;
    std::vector<MatrixPanel> panels;
    for (Index head = 0; head < heads; ++head) {
        MatrixPanel panel = slice(tensor, sequence, head);
        panel.kind = headAxis ? MatrixPanel::Kind::Head : MatrixPanel::Kind::Whole;
        panel.head = static_cast<int>(head);
        panel.name = name;
        panel.step = *index;
        panels.push_back(std::move(panel));
    }
    return panels;
}

namespace {
/// Those rows and columns of a matrix.
Tensor partOf(const Tensor& matrix, const CellSpan& part) {
    std::vector<float> values;
    values.reserve(static_cast<std::size_t>(part.cells()));
    for (Index row = part.firstRow; row < part.endRow; ++row) {
        for (Index column = part.firstColumn; column < part.endColumn; ++column)
            values.push_back(matrix(row, column));
    }
    return Tensor::fromValues({part.rows(), part.columns()}, matrix.axes(), values);
}
} // namespace

void MatrixPanel::cut(const CellSpan& part) {
    matrix = partOf(matrix, part);
    for (std::optional<Tensor>* beside : {&mayAttend, &mask, &beforeDropout, &added}) {
        if (*beside)
            *beside = partOf(**beside, part);
    }
    std::erase_if(typedNumbers, [&](const Typed& each) {
        return each.row < part.firstRow || each.row >= part.endRow ||
               each.column < part.firstColumn || each.column >= part.endColumn;
    });
    for (Typed& each : typedNumbers) {
        each.row -= part.firstRow;
        each.column -= part.firstColumn;
    }
    if (paddingFrom != std::numeric_limits<Index>::max())
        paddingFrom = std::max<Index>(0, paddingFrom - part.firstRow);
    prefix = {};
}

MatrixPanel meanOfHeads(const std::vector<MatrixPanel>& heads, const Execution& execution) {
    return summary(heads, MatrixPanel::Kind::MeanHead, execution);
}

std::vector<MatrixPanel> panelsOf(const Trace& trace, TensorName name, Index sequence,
                                  bool withSummaries, const Execution& execution) {
    std::vector<MatrixPanel> panels = slicesOf(trace, name, sequence);
    if (panels.empty())
        return panels;
    if (name == TensorName::DroppedWeights && trace.find(TensorName::AttentionWeights)) {
        for (MatrixPanel& panel : panels)
            panel.beforeDropout =
                slice(trace[TensorName::AttentionWeights], sequence, panel.head).matrix;
    }
    if (isUnderMask(name)) {
        const TraceStep* const additive = trace.find(TensorName::AdditiveMask);
        const bool oneMask = !ofEachHead(trace.find(TensorName::MayAttend)) &&
                             !ofEachHead(additive) &&
                             !(additive && forbidsByWeight(additive->result));
        const std::optional<Tensor> shared =
            oneMask ? allowed(trace, sequence, 0) : std::optional<Tensor>();
        parallelFor(std::ssize(panels), execution, [&](Index head) {
            MatrixPanel& panel = panels[static_cast<std::size_t>(head)];
            if (!oneMask && name == TensorName::Rollout)
                return; // one matrix for all heads
            panel.mask = panel.mayAttend = oneMask ? shared : allowed(trace, sequence, head);
            panel.added = matrixOf(additive, sequence, head);
            if (name == TensorName::AttentionWeights || name == TensorName::ValueWeighted)
                panel.mayAttend = withShownRows(std::move(panel.mayAttend), panel.matrix,
                                                panel.added.has_value());
            if (name == TensorName::Rollout)
                panel.mayAttend = withShownCells(std::move(panel.mayAttend), panel.matrix);
        });
    }
    if (canBeTyped(name) || name == TensorName::ValueWeighted) {
        for (MatrixPanel& panel : panels)
            addTypedNumbers(trace, panel);
    }
    const bool queryKey = panels.front().matrix.axes()[0] == Axis::Query &&
                          panels.front().matrix.axes()[1] == Axis::Key;
    if (withSummaries && panels.size() > 1 && queryKey) {
        const std::vector<MatrixPanel> each = panels;
        panels.push_back(meanOfHeads(each, execution));
        panels.push_back(summary(each, MatrixPanel::Kind::MaxHead, execution));
    }
    return panels;
}

Index paddingBegin(const AxisTokens& tokens, Axis axis, Index sequence) {
    const auto& lists = axis == Axis::Key ? *tokens.keys : *tokens.queries;
    const auto place = static_cast<std::size_t>(std::max<Index>(sequence, 0));
    if (axisFamily(axis) != AxisFamily::Sequence || place >= lists.size() || lists[place].empty())
        return std::numeric_limits<Index>::max();
    return static_cast<Index>(lists[place].size());
}

namespace {
std::vector<MatrixPanel> withPadding(std::vector<MatrixPanel> panels, const AxisTokens& tokens,
                                     Index sequence) {
    for (MatrixPanel& panel : panels) {
        // The other rows of tokens are keys and values as well, which others look at.
        if (panel.matrix.axes()[0] == Axis::Query)
            panel.paddingFrom = paddingBegin(tokens, Axis::Query, sequence);
    }
    return panels;
}
} // namespace

std::vector<MatrixPanel> slicesOf(const Trace& trace, const AxisTokens& tokens, TensorName name,
                                  Index sequence) {
    return withPadding(slicesOf(trace, name, sequence), tokens, sequence);
}

std::vector<MatrixPanel> panelsOf(const Trace& trace, const AxisTokens& tokens, TensorName name,
                                  Index sequence, bool withSummaries, const Execution& execution) {
    return withPadding(panelsOf(trace, name, sequence, withSummaries, execution), tokens, sequence);
}

bool isWeights(TensorName name) {
    return name == TensorName::AttentionWeights || name == TensorName::DroppedWeights;
}

} // namespace headscope
