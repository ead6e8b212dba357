// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/trace_files.h"

#include "formats/npy.h"
#include "formats/output_file.h"
#include "formats/tensor_data.h"
#include "trace/trace_json.h"

#include <filesystem>

namespace headscope {

namespace {

namespace fs = std::filesystem;

Status makeFolder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        return makeError(HEADSCOPE_MESSAGE("Message", "cannot make the directory %1: %2"),
                         folder.string(), error.message());
    if (!fs::is_directory(folder, error))
        return makeError(HEADSCOPE_MESSAGE("Message", "cannot make the directory %1: "
                                                      "there is a file of that name"),
                         folder.string());
    return Done{};
}

/// A finished file that does not have its name yet.
Result<OutputFile> prepare(const std::string& path,
                           std::initializer_list<std::string_view> pieces) {
    Result<OutputFile> file = OutputFile::create(path);
    if (!file)
        return file;
    for (const std::string_view piece : pieces) {
        if (const Status written = file->write(piece); !written)
            return written.error();
    }
    if (const Status finished = file->finish(); !finished)
        return finished.error();
    return file;
}

} // namespace

Result<std::vector<std::string>> writeTraceFiles(const std::string& folder, const Trace& trace) {
    std::vector<std::string> paths;
    std::vector<OutputFile> files;
    files.reserve(trace.steps().size() + 1);
    if (const Status made = makeFolder(folder); !made)
        return made.error();
    for (const TraceStep& step : trace.steps()) {
        const fs::path path = fs::path(folder) / (qualifiedName(step) + ".npy");
        if (!step.scope.empty()) {
            if (const Status made = makeFolder(path.parent_path()); !made)
                return made.error();
        }
        const Tensor values = step.result.contiguous();
        std::string buffer;
        Result<OutputFile> file =
            prepare(path.string(), {npyHeader(values.shape()), littleEndianBytes(values, buffer)});
        if (!file)
            return file.error();
        files.push_back(std::move(*file));
        paths.push_back(path.string());
    }
    paths.push_back((fs::path(folder) / "trace.json").string());
    Result<OutputFile> json = prepare(paths.back(), {traceToJson(trace)});
    if (!json)
        return json.error();
    files.push_back(std::move(*json));
    for (OutputFile& file : files) {
        if (const Status published = file.publish(); !published)
            return published.error();
    }
    return paths;
}

} // namespace headscope
