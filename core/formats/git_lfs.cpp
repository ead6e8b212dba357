// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/git_lfs.h"

#include <string>

namespace headscope {

std::optional<Error> gitLfsPointerError(const ByteSource& source) {
    constexpr std::string_view beginning = "version https://";
    std::string head(beginning.size(), '\0');
    if (source.size() < head.size() || !source.readAt(0, head) || head != beginning)
        return std::nullopt;
    return makeError(HEADSCOPE_MESSAGE("Message",
                                       "%1 is only a git-lfs pointer, not the file itself: "
                                       "run \"git lfs pull\" where it came from"),
                     source.name());
}

} // namespace headscope
