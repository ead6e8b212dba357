// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/trace_files.h"

#include "disk/output_folder.h"
#include "formats/npy/npy.h"
#include "formats/tensor_data.h"
#include "formats/trace_json.h"
#include "tensor/recipes.h"

#include <filesystem>

namespace headscope {

namespace {

namespace fs = std::filesystem;

constexpr const char* listName = "trace.json";

} // namespace

std::string tokensFileOf(const std::string& file) {
    constexpr std::string_view weights = "attention_weights.npy";
    if (fs::path(file).filename() != weights)
        return {};
    return fs::path(file).replace_extension(".tokens.json").string();
}

Result<std::vector<std::string>> writeTraceFiles(const std::string& folder, const Trace& trace,
                                                 const std::vector<ExtraFile>& more) {
    Result<OutputFolder> output = OutputFolder::create(folder);
    if (!output)
        return output.error();
    std::vector<std::string> paths;
    for (const TraceStep& step : trace.steps()) {
        const std::string name = qualifiedName(step) + ".npy";
        const Tensor values = recipes::forOneReader(step.result).contiguous();
        std::string buffer;
        const std::string header = npyHeader(values.shape());
        const std::string_view numbers = littleEndianBytes(values, buffer);
        std::vector<std::string> places = {name};
        for (const ExtraFile& file : more) {
            if (file.copyOf == name)
                places.push_back(file.name);
        }
        for (const std::string& place : places) {
            if (const Status written = output->write(place, {header, numbers}); !written)
                return written.error();
        }
        paths.push_back((fs::path(folder) / name).string());
    }
    for (const ExtraFile& file : more) {
        if (file.text.empty())
            continue;
        if (const Status written = output->write(file.name, {file.text}); !written)
            return written.error();
    }
    if (const Status written = output->write(listName, {traceToJson(trace)}); !written)
        return written.error();
    paths.push_back((fs::path(folder) / listName).string());
    if (const Status published = output->publish(); !published)
        return published.error();
    return paths;
}

} // namespace headscope
