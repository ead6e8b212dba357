// SPDX-License-Identifier: GPL-3.0-or-later
#include "handbook/handbook.h"

#include "words/language.h"

#include <QFile>
#include <QRegularExpression>

#include <algorithm>

namespace headscope {

namespace {

constexpr auto contentsId = "index";
constexpr qsizetype excerptLength = 90;

QString chapterText(Language language, const QString& id) {
    QFile file(QStringLiteral(":/handbook/%1/%2.md").arg(languageCode(language), id));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// What is read of Markdown: links by their words, no comments, stars, bars and back quotes.
QString withoutSigns(QString text) {
    static const QRegularExpression link(QStringLiteral(R"(!?\[([^\]]*)\]\([^)]*\))"));
    static const QRegularExpression signs(QStringLiteral(R"(<!--.*?-->|[*`|]+|^#+ |^-+$|\\)"),
                                          QRegularExpression::MultilineOption);
    static const QRegularExpression spaces(QStringLiteral(R"(\s+)"));
    return text.replace(link, QStringLiteral("\\1"))
        .replace(signs, QStringLiteral(" "))
        .replace(spaces, QStringLiteral(" "));
}

QString chapterTitle(const QString& text) {
    return text.startsWith(QStringLiteral("# ")) ? text.mid(2, text.indexOf(u'\n') - 2) : QString();
}

HandbookChapter readChapter(Language language, const QString& id, const QString& section) {
    HandbookChapter chapter{id, language, section, {}, chapterText(language, id), {}};
    chapter.title = chapterTitle(chapter.text);
    chapter.plain = withoutSigns(chapter.text);
    return chapter;
}

std::vector<HandbookChapter> readHandbook(Language language) {
    std::vector<HandbookChapter> chapters{
        readChapter(language, QString::fromLatin1(contentsId), {})};
    static const QRegularExpression chapterLine(
        QStringLiteral(R"(^[-*] \[[^\]]*\]\(([a-z-]+)\.md\))"));
    QString section;
    for (const QString& line : chapters.front().text.split(u'\n')) {
        if (line.startsWith(QStringLiteral("## ")))
            section = line.mid(3);
        else if (const auto match = chapterLine.match(line); match.hasMatch())
            chapters.push_back(readChapter(language, match.captured(1), section));
    }
    return chapters;
}

/// How often all of the words stand there, what has them in its title far before the others; 0: not
/// all of them do.
qsizetype weightOf(const HandbookChapter& chapter, const QStringList& words) {
    qsizetype weight = 0;
    for (const QString& word : words) {
        const qsizetype places = chapter.plain.count(word, Qt::CaseInsensitive);
        if (places == 0)
            return 0;
        weight += places + (chapter.title.contains(word, Qt::CaseInsensitive) ? 1000 : 0);
    }
    return weight;
}

QString excerptAt(const QString& text, qsizetype place) {
    qsizetype begin = std::max<qsizetype>(0, place - excerptLength / 3);
    if (begin > 0) // Chinese has no spaces to begin at
        begin = std::max(begin, std::min(text.indexOf(u' ', begin) + 1, place));
    const QString part = text.mid(begin, excerptLength);
    return (begin > 0 ? QStringLiteral("… ") : QString()) + part.trimmed() +
           (begin + excerptLength < text.size() ? QStringLiteral(" …") : QString());
}

void appendHits(std::vector<HandbookHit>& hits, const QStringList& words, Language language) {
    std::vector<std::pair<qsizetype, const HandbookChapter*>> found;
    for (const HandbookChapter& chapter : handbook(language)) {
        const qsizetype weight = chapter.section.isEmpty() ? 0 : weightOf(chapter, words);
        if (weight > 0)
            found.emplace_back(weight, &chapter);
    }
    std::ranges::stable_sort(found, std::greater{}, [](const auto& each) { return each.first; });
    for (const auto& [weight, chapter] : found) {
        const qsizetype place = chapter->plain.indexOf(words.first(), 0, Qt::CaseInsensitive);
        hits.push_back({chapter, excerptAt(chapter->plain, place)});
    }
}

} // namespace

QString HandbookChapter::url() const {
    return QStringLiteral("qrc:/handbook/%1/%2.md").arg(languageCode(language), id);
}

std::span<const HandbookChapter> handbook(Language language) {
    static const std::vector<HandbookChapter> english = readHandbook(Language::English);
    static const std::vector<HandbookChapter> chinese = readHandbook(Language::Chinese);
    return language == Language::Chinese ? chinese : english;
}

const HandbookChapter* findChapter(Language language, const QString& id) {
    const auto chapters = handbook(language);
    const auto found = std::ranges::find(chapters, id, &HandbookChapter::id);
    return found == chapters.end() ? nullptr : &*found;
}

const HandbookChapter* chapterAt(const QString& url) {
    for (const Language language : {Language::English, Language::Chinese}) {
        const auto chapters = handbook(language);
        const auto found = std::ranges::find(chapters, url, &HandbookChapter::url);
        if (found != chapters.end())
            return &*found;
    }
    return nullptr;
}

std::vector<HandbookHit> searchHandbook(const QString& words, Language first) {
    const QStringList each = words.split(u' ', Qt::SkipEmptyParts);
    std::vector<HandbookHit> hits;
    if (each.isEmpty())
        return hits;
    appendHits(hits, each, first);
    appendHits(hits, each, first == Language::English ? Language::Chinese : Language::English);
    return hits;
}

} // namespace headscope
