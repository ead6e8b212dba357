// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/document_extras.h"
#include "support/result.h"
#include "workspace/document_state.h"

namespace headscope {

/// What a recovery file holds: a source that was not saved, and where it belongs.
struct RecoveryContent {
    Source source;
    QString path;      ///< of its file; empty where it has none
    FileStamp stamp{}; ///< of that file, as it was known
    DocumentExtras extras{};
};

/// One line of JSON that says the place and the hash of what follows, then the source
/// as a .headscope file has it.
std::string recoveryText(const RecoveryContent& content);

/// Reads it back; a sentence where the file is damaged.
Result<RecoveryContent> readRecovery(const QString& file);

} // namespace headscope
