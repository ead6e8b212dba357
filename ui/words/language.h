// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/language.h"
#include "words/error_text.h"

#include <QString>

namespace headscope {

std::optional<Language> languageFrom(const QString& code);
QString languageCode(Language language);
/// What the system's locale asks for.
Language systemLanguage();
/// Installs the translators of `language`, and numbers that are the same in every locale; every
/// widget gets a LanguageChange.
void useLanguage(Language language);
Language currentLanguage();

} // namespace headscope
