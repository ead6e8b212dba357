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

protected:
    bool canInsertFromMimeData(const QMimeData* source) const override;
    void insertFromMimeData(const QMimeData* source) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitHeight();
};

} // namespace headscope
