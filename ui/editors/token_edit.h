// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace headscope {

/// The text of a sequence: two lines high, up to four where the tokens need them.
/// Tab leaves it.
class TokenEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit TokenEdit(QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitHeight();
};

} // namespace headscope
