// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editors/edits.h"
#include "scene/intent.h"

#include <QAbstractButton>
#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace headscope {

/// One typed number: where it is, what it is and what it would be. A click goes there.
class TypedNumberRow : public QAbstractButton {
    Q_OBJECT

public:
    explicit TypedNumberRow(QWidget* parent);

    void setTexts(const QStringList& places, const QString& number, const QString& release);
    QToolButton* releaseButton() const { return m_release; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QStringList m_places;
    QString m_number;
    QToolButton* m_release;
};

/// The numbers that a person typed in the place of computed ones, each to go to and to release.
class TypedNumbersPanel : public QWidget {
    Q_OBJECT

public:
    TypedNumbersPanel(Edits& edits, QWidget* parent);

    /// The experiment as it stands.
    void showExperiment();
    /// The run tells what each number would be, as soon as it is computed.
    void setScene(const Scene& scene);
    /// How many there are.
    qsizetype count() const { return m_count; }
    const std::vector<TypedNumberRow*>& rows() const { return m_rows; }

Q_SIGNALS:
    void asked(const headscope::Intent& intent);

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    void fill(TypedNumberRow& row, const TypedNumber& number);
    void goTo(std::size_t place);
    void release(std::size_t place);

    Edits& m_edits;
    std::shared_ptr<const Experiment> m_shown;
    std::shared_ptr<const Trace> m_whole; ///< of all blocks; what is shown may be older
    qsizetype m_count = 0;
    std::vector<TypedNumberRow*> m_rows;
    QVBoxLayout* m_column;
    QLabel* m_more; ///< how many have no row
    QPushButton* m_restoreAll;
};

} // namespace headscope
