// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace headscope {

/// The text of a sequence: two lines high, up to four where the tokens need them.
/// Tab leaves it. It takes text alone; files that are dropped on it are the window's.
class TokenEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit TokenEdit(QWidget* parent = nullptr);

    /// All of it is to be typed anew: until that has an end, by Enter or by leaving it, Enter is
    /// no new line.
    void await();

Q_SIGNALS:
    /// What was awaited is typed.
    void typed();

protected:
    bool canInsertFromMimeData(const QMimeData* source) const override;
    void insertFromMimeData(const QMimeData* source) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void fitHeight();
    void end();

    bool m_awaited = false;
};

} // namespace headscope
