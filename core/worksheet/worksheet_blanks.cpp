// SPDX-License-Identifier: GPL-3.0-or-later
#include "worksheet/worksheet_blanks.h"

#include "worksheet/printed_number.h"
#include "worksheet/worksheet_rules.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <tuple>
#include <utility>

namespace headscope {

namespace {

/// A cell that could be asked.
struct Candidate {
    std::size_t task = 0;
    WorksheetPlace place;
    std::uint64_t chance = 0; ///< decides between equals
    bool masked = false;
    bool vanishes = false; ///< rounds to 0
    std::vector<WorksheetPlace> operands;
};

class Asking {
public:
    Asking(Worksheet& sheet, std::uint64_t seed)
        : m_sheet(sheet) {
        findCandidates(seed);
    }

    /// False once nothing more can be asked.
    bool askOne() {
        std::size_t tried = 0;
        while (tried < m_sheet.tasks.size()) {
            const std::size_t task = m_next;
            m_next = (m_next + 1) % m_sheet.tasks.size();
            if (askIn(task))
                return true;
            ++tried;
        }
        return false;
    }

    /// Numbers them, with what is said of each.
    void finish() {
        std::ranges::sort(m_asked, [](const Candidate& a, const Candidate& b) {
            return std::tuple(a.task, a.place.row, a.place.column) <
                   std::tuple(b.task, b.place.row, b.place.column);
        });
        (void)answer();
        int number = 0;
        for (const Candidate& asked : m_asked) {
            const auto [matrix, row, column] = asked.place;
            WorksheetCell& cell = m_sheet.matrices[matrix].at(row, column);
            cell.blank = ++number;
            WorksheetBlank blank{number, asked.task, matrix, row, column, {}, {}};
            blank.working = workingOf(m_sheet, m_sheet.tasks[asked.task], row, column);
            const std::string own = printedNumber(cell.number, m_sheet.matrices[matrix].decimals);
            if (own != cell.text)
                blank.own = own;
            m_sheet.blanks.push_back(std::move(blank));
        }
    }

private:
    WorksheetMatrix& result(std::size_t task) {
        return m_sheet.matrices[m_sheet.tasks[task].result];
    }

    void findCandidates(std::uint64_t seed) {
        std::mt19937_64 random(seed); // the same everywhere, as its distributions are not
        const WorksheetReader exact = [this](const WorksheetPlace& place) {
            return static_cast<double>(
                m_sheet.matrices[place.matrix].at(place.row, place.column).number);
        };
        m_candidates.resize(m_sheet.tasks.size());
        for (std::size_t task = 0; task < m_sheet.tasks.size(); ++task) {
            const WorksheetMatrix& matrix = result(task);
            for (Index row = 0; row < matrix.rowCount(); ++row) {
                for (Index column = 0; column < matrix.columnCount(); ++column) {
                    findCopy(task, row, column);
                    const std::uint64_t chance = random();
                    const WorksheetTask& made = m_sheet.tasks[task];
                    const WorksheetValue value = computed(m_sheet, made, row, column, exact);
                    const double number = matrix.at(row, column).number;
                    // What somebody typed does not come of its operands.
                    const bool follows =
                        value.value == number ||
                        std::fabs(value.value - number) <= 1e-3 * (1e-3 + value.magnitude);
                    if (!value.asked || !follows || matrix.at(row, column).typed)
                        continue;
                    m_candidates[task].push_back({task,
                                                  {made.result, row, column},
                                                  chance,
                                                  isTrivial(made.step, value.value),
                                                  vanishes(number, matrix.decimals),
                                                  operandsOf(m_sheet, made, row, column)});
                }
            }
        }
    }

    /// A number that reads again at the cell of a task that does nothing to it, as where nothing
    /// is masked, heads only move or a matrix of ones and zeros is the factor, would be given
    /// away there.
    void findCopy(std::size_t task, Index row, Index column) {
        const WorksheetTask& made = m_sheet.tasks[task];
        const WorksheetPlace to{made.result, row, column};
        const WorksheetReader printed = printedReader(m_sheet);
        for (const WorksheetPlace& from : operandsOf(m_sheet, made, row, column)) {
            if (textAt(from) != textAt(to))
                continue;
            const auto with = [&](double number) {
                return computed(m_sheet, made, row, column,
                                [&](const WorksheetPlace& place) {
                                    return place == from ? number : printed(place);
                                })
                    .value;
            };
            if (with(0) == 0 && with(1) == 1)
                m_copies.emplace_back(from, to);
        }
    }

    const std::string& textAt(const WorksheetPlace& place) const {
        return m_sheet.matrices[place.matrix].at(place.row, place.column).text;
    }

    /// Whether what it would ask is printed elsewhere, as what it is.
    bool isGivenAway(const Candidate& candidate) const {
        return std::ranges::any_of(m_copies, [&](const auto& copy) {
            return copy.first == candidate.place &&
                   std::ranges::find(m_asked, copy.second, &Candidate::place) == m_asked.end();
        });
    }

    static bool isTrivial(WorksheetStep step, double value) {
        return std::isinf(value) || (step == WorksheetStep::Softmax && value == 0);
    }

    static bool vanishes(double value, int decimals) {
        return std::fabs(value) * std::pow(10.0, decimals) < 0.5;
    }

    static bool hasPlace(const std::vector<WorksheetPlace>& places, const WorksheetPlace& place) {
        return std::ranges::find(places, place) != places.end();
    }

    /// The best cell of a task becomes a blank: one that hangs on no other and that no other
    /// hangs on, in a row and a column where little is asked yet.
    bool askIn(std::size_t task) {
        std::vector<Candidate>& candidates = m_candidates[task];
        std::vector<std::pair<std::tuple<bool, int, bool, int, std::uint64_t>, std::size_t>> order;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            const Candidate& candidate = candidates[i];
            if (isGivenAway(candidate))
                continue;
            int bound = 0;
            int near = 0;
            for (const Candidate& asked : m_asked) {
                bound += hasPlace(candidate.operands, asked.place) ||
                         hasPlace(asked.operands, candidate.place);
                if (asked.place.matrix == candidate.place.matrix)
                    near += (asked.place.row == candidate.place.row) +
                            (asked.place.column == candidate.place.column);
            }
            // One masked cell of a matrix tells the rule; more are none the wiser.
            const bool again = candidate.masked && hasMasked(candidate.place.matrix);
            order.push_back({{again, bound, candidate.vanishes, near, candidate.chance}, i});
        }
        std::ranges::sort(order);
        for (const auto& [rank, index] : order) {
            m_asked.push_back(candidates[index]);
            if (answer()) {
                candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(index));
                return true;
            }
            m_asked.pop_back();
            print(candidates[index].place);
            (void)answer();
        }
        return false;
    }

    bool hasMasked(std::size_t matrix) const {
        return std::ranges::any_of(m_asked, [matrix](const Candidate& asked) {
            return asked.masked && asked.place.matrix == matrix;
        });
    }

    /// The cell reads as the program computed it.
    void print(const WorksheetPlace& place) {
        WorksheetMatrix& matrix = m_sheet.matrices[place.matrix];
        WorksheetCell& cell = matrix.at(place.row, place.column);
        cell.text = printedNumber(cell.number, matrix.decimals);
    }

    /// Computes every blank from what is printed, in the order of the tasks, so that each is
    /// there before another one reads it; false where one has no clear answer.
    bool answer() {
        const WorksheetReader printed = printedReader(m_sheet);
        std::vector<const Candidate*> inOrder;
        for (const Candidate& asked : m_asked)
            inOrder.push_back(&asked);
        std::ranges::stable_sort(inOrder, {}, &Candidate::task);
        for (const Candidate* asked : inOrder) {
            const auto [matrix, row, column] = asked->place;
            const WorksheetValue value =
                computed(m_sheet, m_sheet.tasks[asked->task], row, column, printed);
            const int decimals = m_sheet.matrices[matrix].decimals;
            // Terms that cancel are 0 in one order and nearly 0 in another.
            const bool isClear =
                std::fabs(value.value) > 1e-9 || value.magnitude == 0 || asked->masked;
            if (!value.asked || !isClear || !roundsClearly(value.value, decimals))
                return false;
            m_sheet.matrices[matrix].at(row, column).text = printedNumber(value.value, decimals);
        }
        return true;
    }

    Worksheet& m_sheet;
    std::vector<std::vector<Candidate>> m_candidates; ///< of each task
    /// From where a number is copied, and to where.
    std::vector<std::pair<WorksheetPlace, WorksheetPlace>> m_copies;
    std::vector<Candidate> m_asked;
    std::size_t m_next = 0;
};

} // namespace

Status askBlanks(Worksheet& sheet, const WorksheetOptions& options) {
    Asking asking(sheet, options.seed);
    int asked = 0;
    while (asked < options.blanks && asking.askOne())
        ++asked;
    const bool suffices = asked == options.blanks || (options.fewerBlanks && asked > 0);
    if (!suffices)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 blanks can be asked on this sheet, "
                                                      "not %2: ask for fewer, or take more "
                                                      "steps, tokens or heads"),
                         asked, options.blanks);
    asking.finish();
    return Done{};
}

} // namespace headscope
