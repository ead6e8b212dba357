// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/typed_numbers_panel.h"

#include "experiment/edits/edit_typed_numbers.h"
#include "experiment/experiment_run.h"
#include "forms/controls.h"
#include "scene/panels/typed_number_mark.h"
#include "type/fonts.h"
#include "words/numbers/number_format.h"
#include "words/typed_number_text.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace headscope {

namespace {

constexpr std::size_t mostRows = 20; ///< of more the rest is counted
constexpr int typedRowHeight = 40;
constexpr int typedTextLeft = 18;

/// As many places as there is room for: head, query and key stand behind, and tell the numbers of
/// a block apart.
QString endOf(QStringList places, const QFontMetrics& metrics, int room) {
    QString words = joinedPlaces(places);
    while (places.size() > 1 && metrics.horizontalAdvance(words) > room) {
        places.removeFirst();
        words = QStringLiteral("… ") + joinedPlaces(places);
    }
    return words;
}

} // namespace

TypedNumberRow::TypedNumberRow(QWidget* parent)
    : QAbstractButton(parent)
    , m_release(new QToolButton(this)) {
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_release->setText(QStringLiteral("×"));
    m_release->setAutoRaise(true);
    m_release->setFocusPolicy(Qt::StrongFocus);
    m_release->setFont(textFont(15));
}

QSize TypedNumberRow::sizeHint() const {
    return {160, typedRowHeight};
}

void TypedNumberRow::setTexts(const QStringList& places, const QString& number,
                              const QString& release) {
    m_places = places;
    const QString place = joinedPlaces(places);
    m_number = number;
    setAccessibleName(place + QStringLiteral(": ") + number);
    setToolTip(place + u'\n' + number);
    m_release->setAccessibleName(release + QStringLiteral(": ") + place);
    m_release->setToolTip(release);
    update();
}

void TypedNumberRow::resizeEvent(QResizeEvent* event) {
    QAbstractButton::resizeEvent(event);
    m_release->setGeometry(width() - 24, (height() - 24) / 2, 24, 24);
}

void TypedNumberRow::enterEvent(QEnterEvent* event) {
    QAbstractButton::enterEvent(event);
    update();
}

void TypedNumberRow::leaveEvent(QEvent* event) {
    QAbstractButton::leaveEvent(event);
    update();
}

void TypedNumberRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse() || isDown())
        painter.fillRect(rect(), palette().color(QPalette::AlternateBase));
    const QColor text = palette().color(QPalette::WindowText);
    painter.setPen(Qt::NoPen);
    painter.setBrush(text);
    const auto pin = pinShape({2, 5, 11, 11});
    painter.drawPolygon(pin.data(), static_cast<int>(pin.size()));
    const int room = width() - typedTextLeft - 26;
    const auto write = [&](int top, const QFont& font, const QColor& colour, const QString& words) {
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(QRect(typedTextLeft, top, room, 18), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(words, Qt::ElideRight, room));
    };
    write(2, textFont(13), text, endOf(m_places, QFontMetrics(textFont(13)), room));
    write(20, textFont(12), palette().color(QPalette::PlaceholderText), m_number);
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), 3, 3);
    }
}

TypedNumbersPanel::TypedNumbersPanel(Edits& edits, QWidget* parent)
    : QWidget(parent)
    , m_edits(edits)
    , m_column(new QVBoxLayout)
    , m_more(new QLabel(this))
    , m_restoreAll(new QPushButton(this)) {
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(rowGap);
    m_column->setSpacing(0);
    all->addLayout(m_column);
    m_more->setFont(textFont(12));
    m_more->setForegroundRole(QPalette::PlaceholderText);
    all->addWidget(m_more);
    m_restoreAll->setFont(textFont(13));
    m_restoreAll->setAutoDefault(false);
    all->addWidget(m_restoreAll, 0, Qt::AlignLeft);
    connect(m_restoreAll, &QPushButton::clicked, this,
            [this] { Q_EMIT asked(want::RestoreAll{}); });
}

void TypedNumbersPanel::showExperiment() {
    if (const auto now = m_edits.now(); now != m_shown) {
        m_shown = now;
        rebuild();
    }
}

void TypedNumbersPanel::setScene(const Scene& scene) {
    const auto whole = scene.blocks && !scene.ofPage ? scene.blocks->whole : nullptr;
    if (whole == m_whole)
        return;
    m_whole = whole;
    if (m_count > 0)
        rebuild();
}

void TypedNumbersPanel::rebuild() {
    const std::vector<TypedNumber>& typedNumbers = m_shown->typedNumbers;
    m_count = std::ssize(typedNumbers);
    const std::size_t wanted = std::min(typedNumbers.size(), mostRows);
    while (m_rows.size() < wanted) {
        auto* row = new TypedNumberRow(this);
        const std::size_t place = m_rows.size();
        connect(row, &QAbstractButton::clicked, this, [this, place] { goTo(place); });
        connect(row->releaseButton(), &QToolButton::clicked, this,
                [this, place] { release(place); });
        m_column->addWidget(row);
        m_rows.push_back(row);
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        m_rows[i]->setVisible(i < wanted);
        if (i < wanted)
            fill(*m_rows[i], typedNumbers[i]);
    }
    const auto more = static_cast<int>(typedNumbers.size() - wanted);
    m_more->setVisible(more > 0);
    m_more->setText(tr("and %n more", nullptr, more));
    m_restoreAll->setText(tr("Restore all"));
    m_restoreAll->setToolTip(tr("All computed numbers again"));
}

void TypedNumbersPanel::fill(TypedNumberRow& row, const TypedNumber& number) {
    const RunLabels labels = labelsOf(*m_shown);
    // As it was typed, while that is short.
    const QString typed = fullText(number.value);
    QString words = typedStageName(number.name) + u' ' +
                    (typed.size() <= 7 ? typed : numberText(static_cast<double>(number.value)));
    const TraceStep* const step =
        m_whole ? m_whole->find(number.name, number.scope.path()) : nullptr;
    const TypedCell* const cell = step && step->result.rank() == 4
                                      ? typedAt(*step, cellOf(number, step->result.axes()))
                                      : nullptr;
    if (cell)
        words = tr("%1, would be %2").arg(words, numberText(static_cast<double>(cell->wouldBe)));
    row.setTexts(typedPlaces(number, tokensOf(*m_shown, number.scope, labels), m_shown->batch()),
                 words, tr("Restore"));
}

void TypedNumbersPanel::goTo(std::size_t place) {
    if (!m_whole || place >= m_shown->typedNumbers.size())
        return;
    const TypedNumber& number = m_shown->typedNumbers[place];
    const auto step = m_whole->indexOf(number.name, number.scope.path());
    if (step && (*m_whole)[*step].result.rank() == 4)
        Q_EMIT asked(want::Origin{*step, cellOf(number, (*m_whole)[*step].result.axes())});
}

void TypedNumbersPanel::release(std::size_t place) {
    if (place < m_shown->typedNumbers.size())
        Q_EMIT asked(want::Restore{m_shown->typedNumbers[place]});
}

void TypedNumbersPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange && m_shown)
        rebuild();
    QWidget::changeEvent(event);
}

} // namespace headscope
