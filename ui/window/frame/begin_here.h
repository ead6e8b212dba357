// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

#include <array>

class QLabel;
class QPushButton;

namespace headscope {

/// One way to begin: a number, what it is, and two lines about it where there is room.
class Door : public QAbstractButton {
    Q_OBJECT

public:
    static constexpr int least = 34; ///< height: it yields to the setup
    static constexpr int whole = 72; ///< with its lines

    Door(int number, QWidget* parent);

    void setTexts(const QString& title, const QStringList& details);
    QSize sizeHint() const override { return {224, least}; }
    QSize minimumSizeHint() const override { return {120, least}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int m_number;
    QStringList m_details;
};

/// "Begin here" under the setup: a lesson, the computation step by step, an own sentence.
class BeginHere : public QWidget {
    Q_OBJECT

public:
    explicit BeginHere(QWidget* parent = nullptr);

Q_SIGNALS:
    void lessonAsked();
    void stepsAsked();
    void ownAsked();
    void hideAsked();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QLabel* m_title;
    std::array<Door*, 3> m_doors;
    QPushButton* m_hide;
    QLabel* m_back; ///< where it can be had back
};

} // namespace headscope
