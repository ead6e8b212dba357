// SPDX-License-Identifier: GPL-3.0-or-later
#include "worksheet/worksheet_matrices.h"

#include "worksheet/printed_number.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headscope {

namespace {

/// So many digits before the point still have room in a cell.
constexpr double largestPrinted = 1e5;

bool isProjection(TensorName name) {
    return infoOf(name).role && infoOf(name).projection;
}

bool isGiven(TensorName name) {
    return isInput(name) || isProjection(name) || name == TensorName::OutputWeight ||
           name == TensorName::OutputBias || name == TensorName::MayAttend ||
           name == TensorName::AdditiveMask;
}

} // namespace

WorksheetMatrices::WorksheetMatrices(const Trace& block, const WorksheetOptions& options,
                                     const WorksheetLabels& labels, Worksheet& sheet)
    : m_block(block)
    , m_options(options)
    , m_labels(labels)
    , m_sheet(sheet) {}

std::vector<std::string> WorksheetMatrices::labels(Axis axis, TensorName name, Index count) const {
    const bool tokens = axisFamily(axis) == AxisFamily::Sequence;
    const bool keys = axis == Axis::Key || (axis == Axis::Sequence && countsKeys(name));
    const std::vector<std::string>& words = keys ? m_labels.keys : m_labels.queries;
    std::vector<std::string> labels;
    for (Index i = 0; i < count; ++i)
        labels.push_back(tokens && i < std::ssize(words) ? words[static_cast<std::size_t>(i)]
                                                         : std::to_string(i + 1));
    return labels;
}

std::size_t WorksheetMatrices::add(WorksheetMatrix matrix, const std::vector<float>& numbers,
                                   bool isGiven) {
    matrix.decimals = isGiven ? decimalsOf(numbers, m_options.decimals) : m_options.decimals;
    for (const float number : numbers) {
        matrix.cells.push_back({printedNumber(number, matrix.decimals), 0, number, false});
        if (std::isfinite(number) && std::fabs(number) >= largestPrinted && m_status)
            m_status = makeError(HEADSCOPE_MESSAGE("Message", "\"%1\" has numbers of 6 digits and "
                                                              "more, which nobody computes with "
                                                              "on paper"),
                                 std::string(snakeCase(matrix.tensor)));
    }
    const auto tooLong = [](Axis axis, Index count) {
        return axisFamily(axis) == AxisFamily::Sequence && count > worksheetMostSide;
    };
    if (std::max(matrix.rowCount(), matrix.columnCount()) > worksheetMostSide && m_status) {
        const bool tokens = tooLong(matrix.rowAxis, matrix.rowCount()) ||
                            tooLong(matrix.columnAxis, matrix.columnCount());
        const char* const sentence =
            tokens ? HEADSCOPE_MESSAGE("Message", "\"%1\" has %2 rows and %3 columns; on a sheet "
                                                  "there is room for %4: take fewer tokens")
                   : HEADSCOPE_MESSAGE("Message", "\"%1\" has %2 rows and %3 columns; on a sheet "
                                                  "there is room for %4: practise steps that do "
                                                  "without it, such as softmax alone");
        m_status = makeError(sentence, std::string(snakeCase(matrix.tensor)), matrix.rowCount(),
                             matrix.columnCount(), worksheetMostSide);
    }
    m_sheet.matrices.push_back(std::move(matrix));
    return m_sheet.matrices.size() - 1;
}

std::size_t WorksheetMatrices::matrix(TensorName name, std::optional<Index> head) {
    for (std::size_t i = 0; i < m_sheet.matrices.size(); ++i) {
        if (m_sheet.matrices[i].tensor == name && m_sheet.matrices[i].head == head)
            return i;
    }
    Tensor tensor = m_block[name];
    // The part of the sequence, then of the head.
    if (const std::size_t batch = tensor.axisOf(Axis::Batch); batch < tensor.rank())
        tensor = tensor.selected(batch, tensor.size(batch) == 1 ? 0 : m_options.sequence);
    if (const std::size_t heads = tensor.axisOf(Axis::Heads); heads < tensor.rank())
        tensor = tensor.selected(heads, head.value_or(0));
    const bool vector = tensor.rank() == 1;
    const std::size_t last = tensor.rank() - 1;
    Index first = 0;
    Index columns = tensor.size(last);
    if (head && isProjection(name)) {
        columns /=
            m_block[TensorName::Scores].size(m_block[TensorName::Scores].axisOf(Axis::Heads));
        first = *head * columns;
    }
    WorksheetMatrix matrix;
    matrix.tensor = name;
    matrix.head = head;
    matrix.columnAxis = tensor.axes()[last];
    if (head && isProjection(name)) // a head's own columns
        matrix.columnAxis =
            matrix.columnAxis == Axis::HeadsValueDim ? Axis::ValueDim : Axis::KeyDim;
    matrix.rowAxis = vector ? matrix.columnAxis : tensor.axes()[0];
    matrix.columns = labels(matrix.columnAxis, name, columns);
    matrix.rows =
        vector ? std::vector<std::string>{""} : labels(matrix.rowAxis, name, tensor.size(0));
    std::vector<float> numbers;
    for (Index row = 0; row < matrix.rowCount(); ++row) {
        for (Index column = first; column < first + columns; ++column)
            numbers.push_back(vector ? tensor(column) : tensor(row, column));
    }
    const std::size_t index = add(std::move(matrix), numbers, isGiven(name));
    markTyped(index);
    return index;
}

void WorksheetMatrices::markTyped(std::size_t index) {
    WorksheetMatrix& matrix = m_sheet.matrices[index];
    for (const TypedNumber& number : typedNumbers(*m_block.find(matrix.tensor))) {
        if (number.batch == m_options.sequence && number.head == matrix.head)
            matrix.at(number.query, number.key).typed = true;
    }
}

bool WorksheetMatrices::masksDiffer() const {
    return std::ranges::any_of(
        std::array{TensorName::MayAttend, TensorName::AdditiveMask}, [this](TensorName name) {
            const TraceStep* step = m_block.find(name);
            return step && step->result.rank() == 4 && step->result.size(1) > 1;
        });
}

std::size_t WorksheetMatrices::mask(std::optional<Index> head) {
    for (std::size_t i = 0; i < m_sheet.matrices.size(); ++i) {
        const WorksheetMatrix& matrix = m_sheet.matrices[i];
        const bool isMask =
            matrix.tensor == TensorName::MayAttend || matrix.tensor == TensorName::AdditiveMask;
        if (isMask && matrix.head == head)
            return i;
    }
    const Tensor& scores = m_block[TensorName::Scores];
    const TraceStep* allowed = m_block.find(TensorName::MayAttend);
    const TraceStep* added = m_block.find(TensorName::AdditiveMask);
    // Axes of size 1, and a missing axis of heads, stand for all indices.
    const auto at = [&](const Tensor& tensor, Index query, Index key) {
        const Cell cell = tensor.rank() == 4
                              ? Cell{m_options.sequence, head.value_or(0), query, key}
                              : Cell{m_options.sequence, query, key};
        return tensor.at(broadcastCell(tensor.shape(), cell));
    };
    WorksheetMatrix matrix;
    matrix.tensor = allowed ? TensorName::MayAttend : TensorName::AdditiveMask;
    matrix.head = head;
    matrix.rows = labels(Axis::Query, matrix.tensor, scores.size(2));
    matrix.columns = labels(Axis::Key, matrix.tensor, scores.size(3));
    std::vector<float> numbers;
    for (Index query = 0; query < matrix.rowCount(); ++query) {
        for (Index key = 0; key < matrix.columnCount(); ++key) {
            const bool may = !allowed || at(allowed->result, query, key) != 0;
            const float sum = added ? at(added->result, query, key) : 0.0F;
            numbers.push_back(may ? sum : -std::numeric_limits<float>::infinity());
        }
    }
    return add(std::move(matrix), numbers, true);
}

} // namespace headscope
