// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/memory_limit.h"

#include "options/option_reader.h"
#include "support/execution.h"
#include "transformer/model_memory.h"
#include "workspace/available_memory.h"

#include <charconv>

namespace headscope {

using namespace Qt::StringLiterals;

QCommandLineOption memoryLimitOption() {
    return {u"memory-limit"_s,
            u"refuse what needs more memory: bytes, or a number with K, M, G or T (1G = 1024M); "
            "default: what is free"_s,
            u"SIZE"_s};
}

Result<std::optional<Index>> memoryLimitFrom(const QCommandLineParser& parser) {
    if (!parser.isSet(u"memory-limit"_s))
        return std::optional<Index>();
    const std::string text = parser.value(u"memory-limit"_s).toStdString();
    const char* end = text.data() + text.size();
    Index number = 0;
    const auto parsed = std::from_chars(text.data(), end, number);
    const std::string_view unit(parsed.ptr, end);
    constexpr std::string_view units = "KMGT";
    const std::size_t power = unit.empty() ? 0 : units.find(unit.front()) + 1;
    Index bytes = 0;
    if (parsed.ec != std::errc{} || number < 1 || unit.size() > 1 ||
        (!unit.empty() && power == 0) ||
        __builtin_mul_overflow(number, Index{1} << (10 * power), &bytes))
        return wrongOption("memory-limit", "a size such as 500M or 12G",
                           QString::fromStdString(text));
    return std::optional(bytes);
}

Status checkMemoryLimit(std::optional<Index> bytes, std::optional<Index> limit) {
    if (!limit)
        limit = availableMemory();
    const Status fits = limit ? checkMemory(bytes, *limit) : Status(Done{});
    if (fits)
        return fits;
    return makeError(HEADSCOPE_MESSAGE("Message", "%1, or --memory-limit to allow it"),
                     fits.error().text());
}

Result<RunOptions> optionsWithin(const OpenModel& model, const WordIds& ids, bool allScores,
                                 WeightsRead read, std::optional<Index> limit) {
    Status fits = Done{};
    RunOptions options =
        leanOptions(model, ids, allScores, read, {{}, allThreads()}, [&](Index need) {
            fits = checkMemoryLimit(need, limit);
            return fits.ok();
        });
    if (!fits)
        fits = checkMemoryLimit(memoryNeed(model, ids, allScores, options), limit);
    return fits ? Result<RunOptions>(std::move(options)) : fits.error();
}

Status checkMemoryLimit(const ModelProblem& problem, std::optional<Index> limit) {
    return checkMemoryLimit(traceBytes(problem), limit);
}

} // namespace headscope
