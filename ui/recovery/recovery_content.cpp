// SPDX-License-Identifier: GPL-3.0-or-later
#include "recovery/recovery_content.h"

#include "disk/file_io.h"
#include "source/source_json.h"

#include <QCryptographicHash>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

namespace headscope {

namespace {

constexpr auto formatName = "headscope-recovery";

QString hashOf(QByteArrayView bytes) {
    return QString::fromLatin1(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex());
}

Error damaged(const QString& file) {
    return makeError(HEADSCOPE_MESSAGE("Message", "the recovery file %1 is damaged and cannot be "
                                                  "opened"),
                     file.toStdString());
}

} // namespace

std::string recoveryText(const RecoveryContent& content) {
    const std::string experiment = sourceToJson(content.source, content.extras);
    const FileStamp& stamp = content.stamp;
    // 64-bit numbers as text: JSON's are doubles.
    const QJsonObject head = {
        {QStringLiteral("format"), QLatin1String(formatName)},
        {QStringLiteral("version"), 1},
        {QStringLiteral("path"), content.path},
        {QStringLiteral("size"), QString::number(stamp.size)},
        {QStringLiteral("modified"), QString::number(stamp.modified)},
        {QStringLiteral("place"), QString::number(stamp.place)},
        {QStringLiteral("content"), QString::fromLatin1(stamp.content.toHex())},
        {QStringLiteral("hash"),
         hashOf({experiment.data(), static_cast<qsizetype>(experiment.size())})},
    };
    return QJsonDocument(head).toJson(QJsonDocument::Compact).toStdString() + '\n' + experiment;
}

Result<RecoveryContent> readRecovery(const QString& file) {
    const Result<std::string> text = readFile(QFile::encodeName(file).toStdString());
    if (!text)
        return text.error();
    const QByteArrayView bytes(text->data(), static_cast<qsizetype>(text->size()));
    const std::size_t end = text->find('\n');
    if (end == std::string::npos)
        return damaged(file);
    const auto line = static_cast<qsizetype>(end);
    const QJsonObject head = QJsonDocument::fromJson(QByteArray(bytes.data(), line)).object();
    const auto value = [&head](const char* name) { return head[QLatin1String(name)].toString(); };
    if (value("format") != QLatin1String(formatName) ||
        value("hash") != hashOf(bytes.sliced(line + 1)))
        return damaged(file);
    RecoveryContent content;
    Result<Source> source =
        sourceFromJson(std::string_view(*text).substr(end + 1), &content.extras);
    if (!source)
        return source.error();
    content.source = std::move(source).value();
    content.path = value("path");
    content.stamp.size = value("size").toLongLong();
    content.stamp.modified = value("modified").toLongLong();
    content.stamp.place = value("place").toULongLong();
    content.stamp.content = QByteArray::fromHex(value("content").toLatin1());
    return content;
}

} // namespace headscope
