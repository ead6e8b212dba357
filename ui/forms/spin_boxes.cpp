// SPDX-License-Identifier: GPL-3.0-or-later
#include "forms/spin_boxes.h"

#include "forms/number_input.h"
#include "type/fonts.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QRegularExpression>

#include <cmath>
#include <limits>
#include <utility>

namespace headscope {

namespace {

constexpr int largestTyped = 9'999'999;

QString checkWords(const char* pattern) {
    return QCoreApplication::translate("FieldCheck", pattern);
}

QString notWhole(const QString& text) {
    return checkWords(
               QT_TRANSLATE_NOOP("FieldCheck", "“%1” is not a whole number; type one such as 12"))
        .arg(text);
}

QString notANumber(const QString& text) {
    return checkWords(QT_TRANSLATE_NOOP("FieldCheck",
                                        "“%1” is not a number; type one such as 0.25, 3 or 1e-4"))
        .arg(text);
}

QString tooLarge(const QString& text, const QString& largest) {
    return checkWords(QT_TRANSLATE_NOOP("FieldCheck", "“%1” is too large; the largest is %2"))
        .arg(text, largest);
}

QString tooSmall(const QString& text, const QString& smallest) {
    return checkWords(QT_TRANSLATE_NOOP("FieldCheck", "“%1” is too small; the smallest is %2"))
        .arg(text, smallest);
}

/// As somebody writes it: 0.001, not 0.00100.
QString boundText(double value) {
    return QString::number(value, 'g', 12);
}

/// What a field says of a text: its number between what stands before and behind it.
template <class Box> QString numberPart(const Box& box, QString text) {
    if (!box.prefix().isEmpty() && text.startsWith(box.prefix()))
        text.remove(0, box.prefix().size());
    if (!box.suffix().isEmpty() && text.endsWith(box.suffix()))
        text.chop(box.suffix().size());
    return text.trimmed();
}

/// Writes the number of a text in our digits; gives that number. The text keeps its length, and
/// the cursor its place.
template <class Box> QString plainNumberPart(const Box& box, QString& text) {
    const QString number = numberPart(box, text);
    const QString plain = plainNumber(number);
    if (plain != number)
        text.replace(text.indexOf(number, box.prefix().size()), number.size(), plain);
    return plain;
}

template <class Box> bool isSpecial(const Box& box, const QString& text) {
    return !box.specialValueText().isEmpty() && text == box.specialValueText();
}

/// A word that stands for a number, such as "?", is no part of what is typed: the first key takes
/// its place.
template <class Box> void typeOver(Box& box, const QKeyEvent& event) {
    const bool types = !event.text().isEmpty() && event.text().front().isPrint() &&
                       !(event.modifiers() & (Qt::ControlModifier | Qt::AltModifier));
    if (types && isSpecial(box, box.text()))
        box.selectAll();
}

/// `press` is what the class of the field does with a key. One that would finish a text that is no
/// value only says what speaks against it. Nor is it for the button of a dialog, which would do
/// something with the old value. Esc gives up such a text, and nothing else.
template <class Press> void pressKey(FieldCheck& check, QKeyEvent& event, const Press& press) {
    if (event.key() == Qt::Key_Escape && check.refuses()) { // before a dialog, or a lesson, is left
        check.giveUp();
        check.say({});
        check.field()->selectAll();
        return event.accept();
    }
    const bool finishes = event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter;
    if (!finishes || !check.refuses())
        return press();
    QString text = check.field()->text();
    check.field()->fixup(text);
    if (check.sentence().isEmpty()) { // nothing was typed
        check.giveUp();
        press();
    }
    event.accept();
}

/// Before the class of the field takes the last value that it had of the text.
void leave(FieldCheck& check) {
    if (check.refuses())
        check.giveUp();
}

template <class Box> auto valueBack(Box* box) {
    return [box] {
        return std::function<void()>([box, before = box->value()] { box->setValue(before); });
    };
}

/// Judges what is typed key by key. The slots of the field itself come later, so that who hears
/// of a new value finds the sentence of the old text gone.
template <class Objection>
FieldCheck* checked(QAbstractSpinBox* field, QLineEdit* edit,
                    std::function<std::function<void()>()> back, Objection objection) {
    field->setLocale(QLocale::c());
    auto* check = new FieldCheck(field);
    check->setBack(std::move(back));
    QObject::connect(edit, &QLineEdit::textEdited, check, [check, objection](const QString& text) {
        check->begin();
        check->say(objection(text));
    });
    QObject::connect(field, &QAbstractSpinBox::editingFinished, check, &FieldCheck::end);
    return check;
}

} // namespace

FieldCheck* FieldCheck::of(const QWidget* field) {
    return field->findChild<FieldCheck*>(QString(), Qt::FindDirectChildrenOnly);
}

void FieldCheck::say(const QString& sentence) {
    if (sentence == m_sentence)
        return;
    m_sentence = sentence;
    Q_EMIT changed(sentence);
}

bool FieldCheck::refuses() const {
    QString text = field()->text();
    int position = 0;
    return field()->validate(text, position) != QValidator::Acceptable;
}

void FieldCheck::begin() {
    if (!m_back)
        m_back = m_backNow();
}

void FieldCheck::giveUp() {
    const auto back = std::exchange(m_back, nullptr);
    if (!back)
        return;
    QString text = field()->text();
    field()->fixup(text);
    const QString sentence = m_sentence;
    back(); // who hears of another value takes the sentence away
    say(sentence);
}

WholeSpinBox::WholeSpinBox(QWidget* parent)
    : QSpinBox(parent)
    , m_check(checked(this, lineEdit(), valueBack(this),
                      [this](const QString& text) { return objection(text, false); })) {
    connect(this, &QSpinBox::valueChanged, m_check, [this] { m_check->say({}); });
}

QString WholeSpinBox::objection(const QString& text, bool finished) const {
    static const QRegularExpression begun(QStringLiteral("^[+-]?$"));
    static const QRegularExpression whole(QStringLiteral("^[+-]?[0-9]+$"));
    QString copy = text;
    const QString plain = plainNumberPart(*this, copy);
    if (isSpecial(*this, text) || plain.isEmpty() || (!finished && begun.match(plain).hasMatch()))
        return {};
    if (!whole.match(plain).hasMatch())
        return notWhole(plain);
    const double value = QLocale::c().toDouble(plain); // of any length
    if (value > maximum())
        return tooLarge(plain, QString::number(m_largest.value_or(maximum())));
    if (value < minimum() && finished)
        return tooSmall(plain, QString::number(minimum()));
    return {};
}

QValidator::State WholeSpinBox::validate(QString& input, int&) const {
    const bool empty = plainNumberPart(*this, input).isEmpty();
    return isSpecial(*this, input) || (!empty && objection(input, true).isEmpty())
               ? QValidator::Acceptable
               : QValidator::Intermediate;
}

void WholeSpinBox::fixup(QString& input) const {
    m_check->say(objection(input, true));
}

void WholeSpinBox::keyPressEvent(QKeyEvent* event) {
    typeOver(*this, *event);
    pressKey(*m_check, *event, [&] { QSpinBox::keyPressEvent(event); });
}

void WholeSpinBox::focusOutEvent(QFocusEvent* event) {
    leave(*m_check);
    QSpinBox::focusOutEvent(event);
}

void WholeSpinBox::stepBy(int steps) {
    QSpinBox::stepBy(steps);
    m_check->end();
}

int WholeSpinBox::valueFromText(const QString& text) const {
    return isSpecial(*this, text) ? minimum() : plainNumber(numberPart(*this, text)).toInt();
}

SizeSpinBox::SizeSpinBox(QWidget* parent)
    : WholeSpinBox(parent) {
    setRange(0, largestTyped);
    setFont(textFont(13));
    setFocusPolicy(Qt::StrongFocus);
}

void SizeSpinBox::setAutomatic(int value) {
    const QString text = tr("auto (%1)").arg(value);
    if (text != specialValueText())
        setSpecialValueText(text);
}

void SizeSpinBox::stepBy(int steps) {
    m_stepping = true;
    int target = value();
    for (int i = 0; i < qAbs(steps); ++i) {
        const int direction = steps > 0 ? 1 : -1;
        target = m_next ? m_next(target, direction) : target + direction;
    }
    setValue(target);
    selectAll();
    FieldCheck::of(this)->end();
    m_stepping = false;
}

QAbstractSpinBox::StepEnabled SizeSpinBox::stepEnabled() const {
    StepEnabled enabled = StepUpEnabled;
    if (!m_next || m_next(value(), -1) != value())
        enabled |= StepDownEnabled;
    return enabled;
}

NumberSpinBox::NumberSpinBox(QWidget* parent)
    : QDoubleSpinBox(parent)
    , m_check(checked(this, lineEdit(), valueBack(this),
                      [this](const QString& text) { return objection(text, false); })) {
    connect(this, &QDoubleSpinBox::valueChanged, m_check, [this] { m_check->say({}); });
}

QString NumberSpinBox::objection(const QString& text, bool finished) const {
    static const QRegularExpression begun(
        QStringLiteral("^[+-]?([0-9]*\\.?|([0-9]+\\.?[0-9]*|\\.[0-9]+)[eE][+-]?)$"));
    static const QRegularExpression number(
        QStringLiteral("^[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?$"));
    QString copy = text;
    const QString plain = plainNumberPart(*this, copy);
    if (isSpecial(*this, text) || plain.isEmpty())
        return {};
    if (!number.match(plain).hasMatch())
        return !finished && begun.match(plain).hasMatch() ? QString() : notANumber(plain);
    bool fits = false;
    const double value = QLocale::c().toDouble(plain, &fits);
    if (!fits || value > maximum()) // beyond a double
        return tooLarge(plain, boundText(maximum()));
    if (!finished) // more digits may follow
        return {};
    if (const double smallest = m_smallest.value_or(minimum()); value < smallest)
        return tooSmall(plain, boundText(smallest));
    // A small number that is rounded to 0, which may mean something else there, is not meant.
    if (value != 0 && rounded(value) == 0)
        return tooSmall(plain, boundText(std::pow(10.0, -decimals())));
    return {};
}

QValidator::State NumberSpinBox::validate(QString& input, int&) const {
    const bool empty = plainNumberPart(*this, input).isEmpty();
    return isSpecial(*this, input) || (!empty && objection(input, true).isEmpty())
               ? QValidator::Acceptable
               : QValidator::Intermediate;
}

void NumberSpinBox::fixup(QString& input) const {
    m_check->say(objection(input, true));
}

void NumberSpinBox::keyPressEvent(QKeyEvent* event) {
    typeOver(*this, *event);
    pressKey(*m_check, *event, [&] { QDoubleSpinBox::keyPressEvent(event); });
}

void NumberSpinBox::focusOutEvent(QFocusEvent* event) {
    leave(*m_check);
    QDoubleSpinBox::focusOutEvent(event);
}

void NumberSpinBox::stepBy(int steps) {
    QDoubleSpinBox::stepBy(steps);
    m_check->end();
}

double NumberSpinBox::rounded(double value) const {
    const double unit = std::pow(10.0, decimals());
    return std::round(value * unit) / unit;
}

double NumberSpinBox::valueFromText(const QString& text) const {
    if (isSpecial(*this, text))
        return minimum();
    const double value = QLocale::c().toDouble(plainNumber(numberPart(*this, text)));
    return qBound(minimum(), rounded(value), maximum());
}

namespace {

QString seedObjection(const QString& text) {
    static const QRegularExpression digits(QStringLiteral("^[+]?[0-9]+$"));
    static const QRegularExpression negative(QStringLiteral("^-[0-9]+$"));
    const QString plain = plainNumber(text.trimmed());
    if (plain.isEmpty())
        return {};
    if (negative.match(plain).hasMatch())
        return tooSmall(plain, QStringLiteral("0"));
    if (!digits.match(plain).hasMatch())
        return notWhole(plain);
    bool fits = false;
    plain.toULongLong(&fits);
    return fits ? QString() : tooLarge(plain, QString::number(std::numeric_limits<quint64>::max()));
}

} // namespace

SeedSpinBox::SeedSpinBox(QWidget* parent)
    : QAbstractSpinBox(parent)
    , m_check(checked(
          this, lineEdit(),
          [this] {
              return std::function<void()>([this, before = m_value] {
                  const bool other = m_value != before;
                  setValue(before);
                  if (other)
                      Q_EMIT valueEdited(before);
              });
          },
          seedObjection)) {
    setFont(textFont(13));
    setFocusPolicy(Qt::StrongFocus);
    lineEdit()->setText(QStringLiteral("0"));
    connect(lineEdit(), &QLineEdit::textEdited, this, [this](const QString& text) {
        bool ok = false;
        const quint64 value = plainNumber(text.trimmed()).toULongLong(&ok);
        if (!ok || value == m_value)
            return;
        m_value = value;
        Q_EMIT valueEdited(value);
    });
    connect(this, &QAbstractSpinBox::editingFinished, this,
            [this] { lineEdit()->setText(QString::number(m_value)); });
}

void SeedSpinBox::setValue(quint64 value) {
    bool ok = false;
    const quint64 shown = lineEdit()->text().toULongLong(&ok);
    m_value = value;
    if (!ok || shown != value)
        lineEdit()->setText(QString::number(value));
}

void SeedSpinBox::stepBy(int steps) {
    m_check->say({});
    m_check->end();
    const auto by = static_cast<quint64>(qAbs(steps));
    if (steps > 0)
        m_value += qMin(by, std::numeric_limits<quint64>::max() - m_value);
    else
        m_value -= qMin(by, m_value);
    lineEdit()->setText(QString::number(m_value));
    selectAll();
    Q_EMIT valueEdited(m_value);
}

QValidator::State SeedSpinBox::validate(QString& input, int&) const {
    input = plainNumber(input);
    return !input.trimmed().isEmpty() && seedObjection(input).isEmpty() ? QValidator::Acceptable
                                                                        : QValidator::Intermediate;
}

void SeedSpinBox::keyPressEvent(QKeyEvent* event) {
    pressKey(*m_check, *event, [&] { QAbstractSpinBox::keyPressEvent(event); });
}

void SeedSpinBox::focusOutEvent(QFocusEvent* event) {
    leave(*m_check);
    QAbstractSpinBox::focusOutEvent(event);
}

void SeedSpinBox::fixup(QString& input) const {
    m_check->say(seedObjection(input));
}

QAbstractSpinBox::StepEnabled SeedSpinBox::stepEnabled() const {
    return m_value > 0 ? StepUpEnabled | StepDownEnabled : StepEnabled(StepUpEnabled);
}

} // namespace headscope
