// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/error_text.h"

#include <QString>

namespace headscope {

/// The languages of the interface; the text of a language is its name in settings
/// and on the command line: "en", "zh".
enum class Language : std::uint8_t { English, Chinese };

std::optional<Language> languageFrom(const QString& code);
QString languageCode(Language language);
/// What the system's locale asks for.
Language systemLanguage();
/// Installs the translators of `language`, and numbers that are the same in every locale; every
/// widget gets a LanguageChange.
void useLanguage(Language language);
Language currentLanguage();

} // namespace headscope
