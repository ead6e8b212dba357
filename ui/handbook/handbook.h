// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/language.h"

#include <QString>

#include <span>
#include <vector>

namespace headscope {

/// A chapter of the handbook: one Markdown file of resources/handbook, which travels inside the
/// program.
struct HandbookChapter {
    QString id; ///< the name of its file without .md; the same in both languages
    Language language = Language::English;
    QString section; ///< the heading of the contents under which it stands; empty: the contents
    QString title;
    QString text;  ///< Markdown
    QString plain; ///< the same without its signs, for the search

    /// Where it lies among the resources: qrc:/handbook/en/heads.md.
    QString url() const;
};

/// All chapters in that language: the contents (index.md), then what these name, in their order.
std::span<const HandbookChapter> handbook(Language language);
/// nullptr: there is none of that name.
const HandbookChapter* findChapter(Language language, const QString& id);
/// That with this url().
const HandbookChapter* chapterAt(const QString& url);

/// A chapter in which words were found.
struct HandbookHit {
    const HandbookChapter* chapter = nullptr;
    QString excerpt; ///< one line around the first place

    bool operator==(const HandbookHit&) const = default;
};

/// The chapters that hold all of the words, those with the most places first, what has them in its
/// title before. The other language's follow, for who reads both or has a word of that one.
std::vector<HandbookHit> searchHandbook(const QString& words, Language first);

} // namespace headscope
