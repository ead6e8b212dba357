// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/error_text.h"

#include "support/visible_text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QTextDocument>

namespace headscope {

QString translated(const Error& error) {
    QString text = QCoreApplication::translate("Message", error.pattern.c_str());
    // Placeholders at once, highest first: an argument may itself contain "%1".
    QString result;
    if (!error.file.empty()) // the window has no room for its folders
        result = QFileInfo(QString::fromStdString(error.file)).fileName() + QStringLiteral(": ");
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

QString visibleName(const QString& name) {
    return QString::fromStdString(visibleText(name.toStdString()));
}

QString visibleWord(const std::string& word) {
    const QString text = QString::fromStdString(visibleText(word));
    return text.trimmed().isEmpty() ? QString(text.size(), u'␣') : text;
}

QString spacedWord(const std::string& word) {
    QString text = visibleWord(word);
    if (text.startsWith(u' '))
        text[0] = u'␣';
    return text;
}

QString unmistaken(const QString& text) {
    return Qt::mightBeRichText(text) ? Qt::convertFromPlainText(text, Qt::WhiteSpaceNormal) : text;
}

} // namespace headscope
