// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/block_text.h"

#include <QCoreApplication>

#include <charconv>

namespace headscope {

namespace {

QString blockWord(const char* source) {
    return QCoreApplication::translate("Block", source);
}

std::optional<Index> numberIn(std::string_view digits) {
    Index number = 0;
    const auto [end, error] = std::from_chars(digits.begin(), digits.end(), number);
    if (error != std::errc() || end != digits.end())
        return std::nullopt;
    return number;
}

} // namespace

BlockPlace blockPlace(std::string_view path) {
    BlockPlace place;
    for (const std::string_view beside : {"/batch", "/layer"}) {
        if (path.ends_with(beside)) {
            place.comparison = true;
            path.remove_suffix(beside.size());
        }
    }
    const std::size_t slash = path.find('/');
    if (slash == std::string_view::npos || path == "source/positions") {
        place.group = path;
        return place;
    }
    place.group = path.substr(0, slash);
    path.remove_prefix(slash + 1);
    const std::size_t next = path.find('/');
    if (next != std::string_view::npos) {
        if ((place.layer = numberIn(path.substr(0, next))))
            path.remove_prefix(next + 1);
    }
    place.part = path;
    return place;
}

QString groupName(const BlockPlace& place) {
    if (place.group == "encoder")
        return blockWord(QT_TRANSLATE_NOOP("Block", "encoder"));
    if (place.group == "decoder")
        return blockWord(QT_TRANSLATE_NOOP("Block", "decoder"));
    if (place.group == "positions")
        return blockWord(QT_TRANSLATE_NOOP("Block", "positions"));
    if (place.group == "source/positions")
        return blockWord(QT_TRANSLATE_NOOP("Block", "source positions"));
    if (place.group == "prediction")
        return blockWord(QT_TRANSLATE_NOOP("Block", "prediction"));
    if (place.group.empty())
        return blockWord(QT_TRANSLATE_NOOP("Block", "attention"));
    return QString::fromStdString(place.group);
}

QString partName(const BlockPlace& place, bool adds) {
    if (place.part == "self_attention")
        return blockWord(QT_TRANSLATE_NOOP("Block", "self-attention"));
    if (place.part == "cross_attention")
        return blockWord(QT_TRANSLATE_NOOP("Block", "cross-attention"));
    if (place.part == "feed_forward")
        return blockWord(QT_TRANSLATE_NOOP("Block", "feed-forward"));
    if (place.part == "norm")
        return blockWord(QT_TRANSLATE_NOOP("Block", "last norm"));
    if (place.part.ends_with("_norm"))
        return adds ? blockWord(QT_TRANSLATE_NOOP("Block", "add & norm"))
                    : blockWord(QT_TRANSLATE_NOOP("Block", "norm"));
    if (place.part.ends_with("_residual"))
        return blockWord(QT_TRANSLATE_NOOP("Block", "add"));
    return QString::fromStdString(place.part);
}

QString blockName(std::string_view path, bool adds) {
    const BlockPlace place = blockPlace(path);
    QString name = groupName(place);
    if (place.layer)
        name += QStringLiteral(" %1").arg(*place.layer + 1);
    if (!place.part.empty())
        name += QStringLiteral(" · ") + partName(place, adds);
    return name;
}

bool addsResidual(const Trace& whole, std::string_view path) {
    return whole.find(TensorName::Residual, path) != nullptr;
}

} // namespace headscope
