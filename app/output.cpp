// SPDX-License-Identifier: GPL-3.0-or-later
#include "output.h"

#include "disk/output_place.h"
#include "disk/target_check.h"
#include "learning/history/training_files.h"
#include "options/option_reader.h"

#include <QFile>

#include <algorithm>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

const QStringList writtenOptions = {u"out"_s, u"log"_s, u"figure"_s, u"history"_s};

/// The files that the command line names beside that of `written`.
std::vector<std::string> otherFiles(const QCommandLineParser& parser, const QString& written) {
    static const QStringList readOptions = {
        u"query"_s,       u"key"_s,     u"value"_s, u"weights"_s, u"target"_s,    u"mask"_s,
        u"key-padding"_s, u"compare"_s, u"data"_s,  u"tokens"_s,  u"key-tokens"_s};
    QStringList files = parser.positionalArguments();
    for (const QString& option : readOptions + writtenOptions) {
        if (option != written && parser.optionNames().contains(option))
            files += parser.values(option);
    }
    if (parser.optionNames().contains(u"resume"_s)) {
        for (const std::string& name : trainingFiles())
            files << parser.value(u"resume"_s) + u'/' + QString::fromStdString(name);
    }
    std::vector<std::string> names;
    for (const QString& file : files)
        names.push_back(QFile::encodeName(file).toStdString());
    return names;
}

Error overwritten(const QString& option, const std::string& file) {
    return makeError("--%1 would be written over %2, which this command needs; choose another "
                     "place",
                     option.toStdString(), file);
}

/// Whether a file lies in a folder, which need not be there.
bool liesIn(const std::filesystem::path& file, const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::path above = std::filesystem::absolute(file, error).lexically_normal();
    while (above.has_relative_path()) {
        above = above.parent_path();
        if (isSameFile(above, folder))
            return true;
    }
    return false;
}

/// Whether nothing that is written is something else that the command line names.
Status checkAllDiffer(const QCommandLineParser& parser, bool isFolder) {
    for (const QString& option : writtenOptions) {
        const QString path =
            parser.optionNames().contains(option) ? parser.value(option) : QString();
        // A folder is new, or empty (OutputFolder).
        if (path.isEmpty() || path.startsWith("/dev/"_L1) || (isFolder && option == "out"_L1))
            continue;
        const std::string name = QFile::encodeName(path).toStdString();
        for (const std::string& other : otherFiles(parser, option)) {
            if (isSameFile(name, other))
                return overwritten(option, other);
        }
        const QString history = u"history"_s;
        if (option != history && parser.optionNames().contains(history) &&
            liesIn(name, QFile::encodeName(parser.value(history)).toStdString()))
            return makeError(
                "--%1 lies in the folder of --%2, which is to be new, or empty; choose "
                "another place",
                option.toStdString(), history.toStdString());
    }
    return Done{};
}

} // namespace

bool isSameFile(const std::filesystem::path& a, const std::filesystem::path& b) {
    std::error_code error;
    if (std::filesystem::equivalent(a, b, error))
        return true;
    const auto place = [&](const std::filesystem::path& path) {
        return std::filesystem::absolute(output_place::withoutLinks(path), error)
            .lexically_normal();
    };
    return place(a) == place(b);
}

std::string Output::fileName() const {
    return QFile::encodeName(path).toStdString();
}

Result<Output> readOutput(const QCommandLineParser& parser, const QStringList& endings) {
    const Output output{endings, parser.value(u"out"_s)};
    if (output.path.isEmpty() && endings.isEmpty())
        return makeError(
            HEADSCOPE_MESSAGE("Message", "--out is missing: where should the files go?"));
    if (output.path.isEmpty())
        return makeError(
            HEADSCOPE_MESSAGE("Message", "--out is missing: a file that ends in %1 is needed"),
            anyOf(endings).toStdString());
    const bool fits = std::ranges::any_of(endings, [&output](const QString& ending) {
        return output.path.endsWith(ending, Qt::CaseInsensitive);
    });
    if (const Status differ = checkAllDiffer(parser, endings.isEmpty()); !differ)
        return differ.error();
    if (endings.isEmpty() || output.path.startsWith("/dev/"_L1) || fits)
        return output;
    return makeError(HEADSCOPE_MESSAGE("Message", "--%1 takes %2, not \"%3\""), "out",
                     "a name that ends in " + anyOf(endings).toStdString(),
                     output.path.toStdString());
}

Status checkOutput(const Output& output) {
    return checkFileTarget(output.fileName());
}

} // namespace headscope
