// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QVBoxLayout>
#include <QWidget>

namespace headscope {

/// The heading of a section: an arrow, the title and, folded, a summary.
class FoldHeading : public QAbstractButton {
    Q_OBJECT

public:
    explicit FoldHeading(QWidget* parent);

    void setSummary(const QString& summary);
    QSize sizeHint() const override { return {160, 28}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_summary;
};

/// Fields under a heading that folds them away; folded, a summary stays beside it.
class FoldSection : public QWidget {
    Q_OBJECT

public:
    explicit FoldSection(bool open, QWidget* parent = nullptr);

    QVBoxLayout& rows() { return *m_rows; }
    FoldHeading* heading() const { return m_heading; }
    bool isOpen() const { return m_heading->isChecked(); }
    void setOpen(bool open) { m_heading->setChecked(open); }
    void setTexts(const QString& title, const QString& explanation);
    /// What the fields say, in a few words.
    void setSummary(const QString& summary) { m_heading->setSummary(summary); }

private:
    FoldHeading* m_heading;
    QWidget* m_content;
    QVBoxLayout* m_rows;
};

} // namespace headscope
