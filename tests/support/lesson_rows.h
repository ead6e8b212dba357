// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lessons.h"
#include "words/language.h"

#include <QtTest>

namespace headscope {

/// A row of a table for each lesson in each language.
inline void lessonRows() {
    QTest::addColumn<QString>("lesson");
    QTest::addColumn<Language>("language");
    for (const LessonPointer& lesson : lessons()) {
        for (const Language language : {Language::English, Language::Chinese})
            QTest::addRow("%s, %s", lesson->id.c_str(), qPrintable(languageCode(language)))
                << QString::fromStdString(lesson->id) << language;
    }
}

} // namespace headscope
