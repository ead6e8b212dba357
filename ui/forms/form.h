// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "forms/controls.h"
#include "forms/field_row.h"
#include "forms/spin_boxes.h"
#include "support/result.h"
#include "tensor/dims.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QTimer>
#include <QToolButton>

#include <cmath>
#include <deque>
#include <functional>
#include <optional>
#include <utility>

namespace headscope {

/// What an edit is called: its words in the menu, and a key; edits of one key follow each other.
struct EditName {
    QString text;
    QString key;
};

/// What a field stands for. An Error of `write` refuses the value.
template <class T> struct Binding {
    std::function<T()> read;
    std::function<Status(const T& value, const EditName& name)> write;
};

/// What the owner of the form has for itself; `changed` follows.
template <class T> Binding<T> stored(T& value, std::function<void()> changed = {}) {
    return {[&value] { return value; },
            [&value, changed = std::move(changed)](const T& now, const EditName&) -> Status {
                value = now;
                if (changed)
                    changed();
                return Done{};
            }};
}

/// A value that can be chosen and the word for it, a key of its translation.
template <class T> struct Choice {
    const char* text;
    T value;
};

struct WholeRange {
    int least = 0;
    int most = 0;
    int step = 1;
};

struct DecimalRange {
    double least = 0;
    double most = 0;
    double step = 1;
    int decimals = 2;
};

class FieldGuard;
class Form;

/// A field of a form; what it says of itself is declared here, once. Texts are keys of
/// translations in the context of the form's owner: QT_TR_NOOP().
class FormField {
public:
    FormField(Form& form, QWidget* control)
        : m_form(form)
        , m_control(control) {}

    /// What stands beside (or above) the control and, where it differs, what a screen reader says;
    /// of a button what it says. It places the field in the rows of the form.
    FormField& label(const char* text, const char* name = nullptr,
                     FieldRow::LabelPlace place = FieldRow::LabelPlace::Beside);
    /// In the place of a label, where the owner lays the control out: what a screen reader says.
    FormField& name(const char* name);
    /// Another label and name than it was declared with.
    FormField& relabel(const char* text);
    FormField& tip(const char* text) {
        m_tip = text;
        retranslate();
        return *this;
    }
    /// The words of its edits; those of a check box that is switched off may be others.
    FormField& undo(const char* text, const char* off = nullptr) {
        m_undoOff = off;
        return set(m_undo, text);
    }
    FormField& key(const char* key) { return set(m_key, key); }
    /// Only there while `offered` says so.
    FormField& when(std::function<bool()> offered) { return set(m_offered, std::move(offered)); }
    /// There, but only to be changed while `enabled` says so.
    FormField& enabled(std::function<bool()> enabled) { return set(m_enabled, std::move(enabled)); }
    /// Called before the field shows its value: what its value depends on.
    FormField& prepared(std::function<void()> prepare) {
        return set(m_prepare, std::move(prepare));
    }
    /// Nobody is told that "5" is wrong while they type "512": a refusal is said when they stop,
    /// and stays until another value comes.
    FormField& waits();
    /// Values that would be right in the place of one that was refused.
    FormField& offers(std::function<std::vector<int>()> values) {
        return set(m_offers, std::move(values));
    }
    /// How it shows its value, where the owner made the control; `all`: whatever stands there.
    FormField& shows(std::function<void(bool all)> show) { return set(m_show, std::move(show)); }
    /// The keyboard went elsewhere.
    FormField& left(std::function<void()> left) { return set(m_left, std::move(left)); }

    template <class Control> Control& as() const { return *static_cast<Control*>(m_control); }
    QWidget* control() const { return m_control; }
    FieldRow* row() const { return m_row; }
    bool isRefused() const;
    /// It is there and can be changed.
    bool isOpen() const;
    /// What was said against its value does not hold any more.
    void accept();
    void show(bool all = false);

private:
    friend class Form;

    template <class Member, class Value> FormField& set(Member& member, Value value) {
        member = std::move(value);
        return *this;
    }
    void placed();
    void retranslate();
    /// What stands before it in the lines of a dialog; nullptr: nothing.
    QLabel* labelInLines() const;
    void refuse(const QString& sentence, const std::vector<int>& offered);

    Form& m_form;
    QWidget* m_control;
    FieldRow* m_row = nullptr;
    FieldCheck* m_check = nullptr; ///< of its text, where it is a number
    const char* m_label = nullptr;
    const char* m_name = nullptr;
    const char* m_tip = nullptr;
    const char* m_undo = nullptr;
    const char* m_undoOff = nullptr;
    const char* m_key = nullptr;
    bool m_waits = false;
    QString m_sentence; ///< against its value, of a field without a row
    std::function<bool()> m_offered;
    std::function<bool()> m_enabled;
    std::function<void()> m_prepare;
    std::function<void()> m_entries; ///< writes the words of what can be chosen
    std::function<std::vector<int>()> m_offers;
    std::function<void(bool)> m_show;
    std::function<void()> m_left;
};

/// The fields of a panel, each declared in one place: how it is called and explained, how it is
/// read from what is shown, which edit a value becomes, and when it is there. The form makes and
/// hears the controls, shows what stands, says everything in another language when that changes,
/// and marks the field whose value was refused.
class Form : public QObject {
    Q_OBJECT

public:
    using Write = std::function<Status(const EditName& name)>;

    /// What is declared next stands in `rows`.
    Form(QWidget* owner, QBoxLayout* rows);

    void setRows(QBoxLayout* rows) { m_rows = rows; }
    /// In a dialog: what is declared next stands in these lines, in the type and as wide as Qt
    /// would have it; what is wrong with it the dialog says.
    void setLines(QFormLayout* lines) { m_lines = lines; }
    QBoxLayout* rows() const { return m_rows; }
    void setLabelWidth(int width) { m_labelWidth = width; }
    /// Of the numbers that are declared next; without it "512" is not 5, 51, 512.
    void setKeyboardTracking(bool on) { m_keyboardTracking = on; }
    /// Only while `filled` says so there is anything that its fields could show.
    void when(std::function<bool()> filled) { m_filled = std::move(filled); }
    /// FieldGuard watches the fields that are declared next: undo drops all that was refused, and
    /// `left` is called when the keyboard leaves one.
    void watch(std::function<void()> left);
    /// Texts of the panel that are no field's; called at once, and in every other language.
    void texts(std::function<void()> write);
    /// Over the fields that are declared next.
    QLabel* title(const char* text);

    template <class T> FormField& choice(Binding<T> bound, std::vector<Choice<T>> choices);
    /// The same as buttons side by side, each with that tip.
    template <class T>
    void buttons(const Binding<T>& bound, const std::vector<Choice<T>>& choices,
                 const char* tip = nullptr);
    /// One of a list that depends on what is shown.
    FormField& list(const Binding<int>& bound, const std::function<QStringList()>& entries);
    template <class T> FormField& number(Binding<T> bound, WholeRange range);
    /// Any number can be typed, so that a sentence can say why it is wrong.
    template <class T> FormField& size(Binding<T> bound, Index largest);
    template <class T> FormField& decimal(Binding<T> bound, DecimalRange range);
    FormField& seed(const Binding<std::uint64_t>& bound);
    FormField& check(const Binding<bool>& bound);
    FormField& line(const Binding<QString>& bound, const QString& placeholder);
    /// A control of another kind.
    FormField& add(QWidget* control);

    /// One edit of that field.
    void propose(FormField& field, const Write& write, bool on = true);
    void show();

Q_SIGNALS:
    /// Empty: what was said of the field is past.
    void rejected(QWidget* field, const QString& sentence);
    /// What is to be said of fields without a row: of the first that is refused and can be changed;
    /// empty: nothing.
    void said(const QString& sentence);

protected:
    bool event(QEvent* event) override;

private:
    friend class FormField;

    FormField& made(QWidget* control);
    QComboBox* addCombo();
    QToolButton* addSegment(QButtonGroup& group);
    /// What was refused is said now, whoever types.
    void showRefusal();
    void say();
    void retranslate();
    QString translated(const char* text) const;
    template <class Box, class T> FormField& spin(Box* box, Binding<T> bound);
    /// How a number is shown: what was refused stays while the value is the same.
    template <class Number>
    static std::function<void(bool)> showNumber(FormField& field, std::function<Number()> read,
                                                std::function<void(Number, bool all)> write);

    QWidget* m_owner;
    QBoxLayout* m_rows;
    QFormLayout* m_lines = nullptr;
    int m_labelWidth = 0;
    bool m_keyboardTracking = true;
    std::function<bool()> m_filled;
    QString m_said;
    std::deque<FormField> m_fields;
    std::vector<std::function<void()>> m_texts;
    FieldGuard* m_guard = nullptr;
    /// Refused, and not said yet.
    struct Refusal {
        FormField* field;
        Error error;
        std::vector<int> offers;
    };
    std::optional<Refusal> m_refusal;
    QTimer m_refusalTimer;
};

template <class T> FormField& Form::choice(Binding<T> bound, std::vector<Choice<T>> choices) {
    QComboBox* const box = addCombo();
    FormField& field = made(box);
    field.m_entries = [this, box, choices] {
        std::vector<Entry<T>> entries;
        for (const Choice<T>& choice : choices)
            entries.push_back({translated(choice.text), choice.value});
        setEntries<T>(box, entries);
    };
    field.m_show = [box, bound](bool) { choose(box, bound.read()); };
    connect(box, &QComboBox::activated, this, [this, &field, box, bound] {
        propose(field, [&](const EditName& name) { return bound.write(chosen<T>(box), name); });
    });
    return field;
}

template <class T>
void Form::buttons(const Binding<T>& bound, const std::vector<Choice<T>>& choices,
                   const char* tip) {
    auto* group = new QButtonGroup(this);
    auto* line = new QHBoxLayout;
    line->setSpacing(0);
    m_rows->addLayout(line);
    QBoxLayout* const rows = std::exchange(m_rows, line);
    for (const Choice<T>& choice : choices) {
        QToolButton* const button = addSegment(*group);
        FormField& field = add(button)
                               .label(choice.text)
                               .tip(tip)
                               .shows([button, bound, value = choice.value](bool) {
                                   if (bound.read() == value)
                                       button->setChecked(true);
                               });
        connect(button, &QToolButton::clicked, this, [this, &field, bound, value = choice.value] {
            propose(field, [&](const EditName& name) { return bound.write(value, name); });
        });
    }
    m_rows = rows;
}

template <class Number>
std::function<void(bool)> Form::showNumber(FormField& field, std::function<Number()> read,
                                           std::function<void(Number, bool all)> write) {
    return [&field, read = std::move(read), write = std::move(write),
            last = std::optional<Number>()](bool all) mutable {
        const Number value = read();
        const bool same = std::exchange(last, value) == value;
        if (same && !all && field.isRefused())
            return;
        field.accept();
        write(value, all);
    };
}

template <class Box, class T> FormField& Form::spin(Box* box, Binding<T> bound) {
    using Number = decltype(box->value());
    FormField& field = made(box);
    box->setKeyboardTracking(m_keyboardTracking);
    const auto isShown = [box](Number value) {
        if constexpr (std::is_same_v<Number, double>) // as the field rounds
            return std::abs(box->value() - value) < 0.5 * std::pow(10.0, -box->decimals());
        else
            return box->value() == value;
    };
    field.m_show = showNumber<Number>(
        field, [bound] { return static_cast<Number>(bound.read()); },
        [box, isShown](Number value, bool all) {
            // Where all is put back, also a text that is no number.
            if (all || !isShown(value))
                box->setValue(value);
        });
    connect(box, &Box::valueChanged, this, [this, &field, bound](Number value) {
        propose(field,
                [&](const EditName& name) { return bound.write(static_cast<T>(value), name); });
    });
    return field;
}

template <class T> FormField& Form::number(Binding<T> bound, WholeRange range) {
    auto* box = new WholeSpinBox(m_owner);
    box->setRange(range.least, range.most);
    box->setSingleStep(range.step);
    return spin<QSpinBox>(box, std::move(bound));
}

template <class T> FormField& Form::size(Binding<T> bound, Index largest) {
    auto* box = new SizeSpinBox(m_owner);
    box->setLargest(static_cast<int>(largest));
    return spin<QSpinBox>(box, std::move(bound));
}

template <class T> FormField& Form::decimal(Binding<T> bound, DecimalRange range) {
    auto* box = new NumberSpinBox(m_owner);
    box->setDecimals(range.decimals);
    box->setRange(range.least, range.most);
    box->setSingleStep(range.step);
    FormField& field = spin<QDoubleSpinBox>(box, bound);
    // All digits of what stood there, which the field may round.
    FieldCheck::of(box)->setBack([this, &field, bound] {
        return std::function<void()>([this, &field, bound, before = bound.read()] {
            if (bound.read() != before)
                propose(field, [&](const EditName& name) { return bound.write(before, name); });
            field.show(true);
        });
    });
    return field;
}

} // namespace headscope
