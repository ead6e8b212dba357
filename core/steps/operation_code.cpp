// SPDX-License-Identifier: GPL-3.0-or-later
#include "steps/operation_code.h"

#include "steps/code_text.h"

namespace headscope {

std::size_t codeSource(const Trace& block, std::size_t step) {
    std::size_t source = block[step].operands[0];
    while (isLayout(block[step].operation) && isLayout(block[source].operation))
        source = block[source].operands[0];
    while (masksNothing(block[source]))
        source = block[source].operands[0];
    return source;
}

std::vector<CodePart> codeLine(const Trace& block, std::size_t step, CodeDialect dialect) {
    const code::Made made = {block, step};
    return masksNothing(made.step()) ? std::vector<CodePart>() : code::pythonLine(made, dialect);
}

} // namespace headscope
