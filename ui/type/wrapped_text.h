// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QStringList>

namespace headscope {

/// Markup of math_text.h cut into lines of at most `width`: at spaces, between
/// Chinese characters (never before their punctuation), and inside a word only
/// where it is wider than a line. Never empty.
QStringList wrapMarkup(const QString& markup, const QFont& font, double width);

/// Plain text, shortened with "…" in the middle where it is wider.
QString elided(const QString& text, const QFont& font, double width);

} // namespace headscope
