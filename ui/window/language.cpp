// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <memory>

namespace headscope {

namespace {

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

QString translated(const Error& error) {
    QString text = QCoreApplication::translate("Message", error.pattern.c_str());
    // Placeholders at once, highest first: an argument may itself contain "%1".
    QString result;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const bool marked = text[i] == u'%' && i + 1 < text.size() && text[i + 1].isDigit();
        const int argument = marked ? text[i + 1].digitValue() - 1 : -1;
        if (argument >= 0 && argument < static_cast<int>(error.arguments.size())) {
            result += QString::fromStdString(error.arguments[static_cast<std::size_t>(argument)]);
            ++i;
        } else {
            result += text[i];
        }
    }
    return result;
}

} // namespace headscope
