// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>
#include <QUrl>

namespace headscope {

/// Shows a chapter: pictures no wider than the text, tables and code lines in the colours of the
/// theme. Links lead from chapter to chapter.
class HandbookBrowser : public QTextBrowser {
    Q_OBJECT

public:
    explicit HandbookBrowser(QWidget* parent = nullptr);

    QVariant loadResource(int type, const QUrl& name) override;
    /// Marks every place of these words and goes to the first one; nothing where there are none.
    void mark(const QString& words);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// What Markdown says nothing about.
    void dress();
    void scalePictures();
    int textWidth() const;

    QUrl m_shown;
    int m_pictureWidth = 0; ///< that the pictures were scaled for
};

} // namespace headscope
