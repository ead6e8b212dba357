// SPDX-License-Identifier: GPL-3.0-or-later
#include "steps/operation_code.h"

#include "steps/code_text.h"

namespace headscope {

std::size_t codeSource(const Trace& block, std::size_t step) {
    const auto rearranges = [&](std::size_t index) {
        const Operation operation = block[index].operation;
        return operation == Operation::View || operation == Operation::Transpose ||
               operation == Operation::Merge;
    };
    std::size_t source = block[step].operands[0];
    while (rearranges(step) && rearranges(source))
        source = block[source].operands[0];
    while (code::masksNothing(block[source]))
        source = block[source].operands[0];
    return source;
}

std::vector<CodePart> codeLine(const Trace& block, std::size_t step, CodeDialect dialect) {
    const code::Made made = {block, step};
    if (code::masksNothing(made.step()))
        return {};
    return dialect == CodeDialect::Eigen ? code::eigenLine(made) : code::pythonLine(made, dialect);
}

} // namespace headscope
