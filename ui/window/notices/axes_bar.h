// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "source/file_attention.h"
#include "source/source.h"
#include "window/notices/notice_bar.h"

class QComboBox;
class QPushButton;

namespace headscope {

/// A line over the page that asks how an attention from a file is to be read, where that is in
/// doubt; the guess is chosen. Hidden where it is not, and once somebody said it.
class AxesBar : public NoticeBar {
    Q_OBJECT

public:
    explicit AxesBar(QWidget* parent = nullptr);

    /// nullptr: there is none.
    void show(const FileAttentionPointer& attention);
    using QWidget::show;

Q_SIGNALS:
    void chosen(const headscope::FileAttentionPointer& next);

protected:
    void retranslate() override;

private:
    FileAttentionPointer m_shown;
    QComboBox* m_axes;
    QPushButton* m_right;
};

} // namespace headscope
