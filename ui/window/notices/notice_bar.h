// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace headscope {

/// A line over the page that says something of what is shown, with answers at its right. Hidden
/// until it is shown.
class NoticeBar : public QWidget {
    Q_OBJECT

protected:
    explicit NoticeBar(QWidget* parent);

    /// For what stands behind the sentence.
    QHBoxLayout& row() { return *m_row; }
    void say(const QString& sentence, const QString& tip);
    virtual void retranslate() = 0;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QHBoxLayout* m_row;
    QLabel* m_sentence;
};

} // namespace headscope
