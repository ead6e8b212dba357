// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/language.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QToolButton;

namespace headscope {

class HandbookBrowser;

/// The handbook in a window of its own beside the program: contents, a search over all chapters,
/// and the chapter. Ctrl+F searches, Alt+← and Alt+→ go back and forward, Esc ends the search, then
/// closes. It follows language and theme of the program.
class HandbookWindow : public QWidget {
    Q_OBJECT

public:
    explicit HandbookWindow(QWidget* window);

    static constexpr QSize usualSize{1180, 820};
    static constexpr QSize leastSize{560, 360};

    /// Shows the chapter of that name in the language of the program, or the contents.
    void open(const QString& id);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    /// The contents, or what the search found.
    void fillList();
    void showContents();
    void showHits(const QString& words);
    QListWidgetItem* addHeading(const QString& text);
    QListWidgetItem* addChapter(const QString& text, const QString& url);
    void openItem(const QListWidgetItem* item);
    /// The shown chapter, in the list and in the title.
    void showWhere(const QString& url);
    void startSearch();

    QToolButton* m_back;
    QToolButton* m_forward;
    QLineEdit* m_search;
    QListWidget* m_list;
    HandbookBrowser* m_browser;
};

} // namespace headscope
