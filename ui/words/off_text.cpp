// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/off_text.h"

#include "words/block_text.h"

#include <QCoreApplication>

namespace headscope {

namespace {

struct OffWords {
    Q_DECLARE_TR_FUNCTIONS(HeadsOff)
};

} // namespace

QString headName(const HeadPlace& place) {
    if (place.block.part == ModelPart::Layers)
        return OffWords::tr("layer %1, head %2")
            .arg(place.block.layer.value_or(0) + 1)
            .arg(place.head + 1);
    return OffWords::tr("%1, head %2").arg(blockName(place.block.path())).arg(place.head + 1);
}

QString offWayText(OffBy by) {
    return by == OffBy::Zero ? OffWords::tr("replaced by 0")
                             : OffWords::tr("replaced by its mean over the text");
}

QString offText(const HeadsOff& off) {
    if (!off.any())
        return {};
    return OffWords::tr("%n heads switched off, %1", nullptr, static_cast<int>(off.heads.size()))
        .arg(offWayText(off.by));
}

QString offMarkName() {
    return OffWords::tr("switched off");
}

} // namespace headscope
