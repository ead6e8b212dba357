// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <clocale>
#include <memory>

namespace headscope {

namespace {

/// Numbers, messages and glyphs are the same whatever the desktop's locale is: by Qt (fields, axes)
/// and by the C library, whose locale QApplication takes from the environment. A parser of JSON
/// asks it for the decimal sign, the words for what the system refuses come from there, and
/// HarfBuzz takes Japanese glyphs of Chinese words in a Japanese one.
void leaveTheLocale() {
    QLocale::setDefault(QLocale::c());
    std::setlocale(LC_ALL, "C.UTF-8");
}

struct Installed {
    Language language = Language::English;
    std::unique_ptr<QTranslator> own;
    std::unique_ptr<QTranslator> qt; ///< of Qt's own dialogs
};

Installed& installed() {
    static Installed state;
    return state;
}

} // namespace

std::optional<Language> languageFrom(const QString& code) {
    if (code == QLatin1String("en"))
        return Language::English;
    if (code == QLatin1String("zh"))
        return Language::Chinese;
    return std::nullopt;
}

QString languageCode(Language language) {
    return language == Language::Chinese ? QStringLiteral("zh") : QStringLiteral("en");
}

Language systemLanguage() {
    return QLocale::system().language() == QLocale::Chinese ? Language::Chinese : Language::English;
}

Language currentLanguage() {
    return installed().language;
}

void useLanguage(Language language) {
    leaveTheLocale(); // a second time that changes nothing
    Installed& state = installed();
    if (state.own)
        QCoreApplication::removeTranslator(state.own.get());
    if (state.qt)
        QCoreApplication::removeTranslator(state.qt.get());
    state = {};
    state.language = language;
    // English texts are in the source; en.qm holds their plural forms.
    const QString suffix =
        language == Language::Chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
    state.own = std::make_unique<QTranslator>();
    if (state.own->load(QStringLiteral(":/i18n/headscope_%1.qm").arg(suffix)))
        QCoreApplication::installTranslator(state.own.get());
    if (language == Language::Chinese) {
        state.qt = std::make_unique<QTranslator>();
        if (state.qt->load(QStringLiteral("qtbase_zh_CN"),
                           QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
            QCoreApplication::installTranslator(state.qt.get());
    }
}

} // namespace headscope
