// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace headscope {

enum class OtherContent { Overwrite, Reload, SaveAs, Cancel };

/// Asks what to do with a file that another program, or another window, wrote since it
/// was read or saved here.
OtherContent askAboutOtherContent(QWidget* window, const QString& name);

} // namespace headscope
