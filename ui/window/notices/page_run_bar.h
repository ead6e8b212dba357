// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/notices/notice_bar.h"

class QPushButton;

namespace headscope {

/// A line over the page that says that the picture is not of the experiment, and offers to go
/// back to it. Hidden where it is.
class PageRunBar : public NoticeBar {
    Q_OBJECT

public:
    explicit PageRunBar(QWidget* parent = nullptr);

    /// `name`: what the picture is of.
    void show(bool shown, const QString& name);

Q_SIGNALS:
    void backAsked();

protected:
    void retranslate() override;

private:
    QString m_name;
    QPushButton* m_back;
};

} // namespace headscope
