// SPDX-License-Identifier: GPL-3.0-or-later
#include "forms/form.h"

#include "forms/field_guard.h"
#include "type/fonts.h"
#include "words/error_text.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>
#include <utility>

namespace headscope {

namespace {

constexpr int typingPause = 600; ///< ms

} // namespace

FormField& FormField::label(const char* text, const char* name, FieldRow::LabelPlace place) {
    m_label = text;
    m_name = name ? name : text;
    QWidget* placedWidget = m_control;
    const bool isButton = qobject_cast<QAbstractButton*>(m_control) != nullptr;
    if (m_form.m_lines) { // of a dialog, which has one language
        m_form.m_lines->addRow(isButton ? QString() : m_form.translated(text), m_control);
        placed();
        return *this;
    }
    if (!isButton) {
        placedWidget = m_row = new FieldRow(m_control, place, m_form.m_owner);
        if (m_form.m_labelWidth > 0)
            m_row->setLabelWidth(m_form.m_labelWidth);
        QObject::connect(m_row, &FieldRow::offerTaken, &m_form, [this](int value) {
            auto& box = as<QSpinBox>();
            box.setFocus();
            box.setValue(value);
            box.selectAll();
        });
    }
    if (m_form.m_rows)
        m_form.m_rows->addWidget(placedWidget);
    placed();
    return *this;
}

FormField& FormField::relabel(const char* text) {
    if (m_label == text && m_name == text)
        return *this; // at every edit
    m_label = m_name = text;
    retranslate();
    return *this;
}

FormField& FormField::name(const char* name) {
    m_name = name;
    placed();
    return *this;
}

/// After the row, which marks its field by itself, so that who hears of it finds it marked.
void FormField::placed() {
    m_check = FieldCheck::of(m_control);
    if (m_check)
        QObject::connect(m_check, &FieldCheck::changed, &m_form, [this](const QString& sentence) {
            if (!m_row && sentence.isEmpty()) {
                accept();
            } else if (!m_row) {
                markRefused(*m_control, true, m_form.m_owner->palette());
                refuse(sentence, {});
            }
            if (sentence.isEmpty())
                return;
            // What was refused of the text before says nothing of this one.
            m_form.m_refusal.reset();
            m_form.m_refusalTimer.stop();
            Q_EMIT m_form.rejected(m_control, sentence);
        });
    retranslate();
}

FormField& FormField::waits() {
    m_waits = true;
    if (auto* box = qobject_cast<QAbstractSpinBox*>(m_control))
        QObject::connect(box, &QAbstractSpinBox::editingFinished, &m_form, &Form::showRefusal);
    return *this;
}

bool FormField::isRefused() const {
    return (m_row ? m_row->hasError() : !m_sentence.isEmpty()) ||
           (m_form.m_refusal && m_form.m_refusal->field == this);
}

bool FormField::isOpen() const {
    return (!m_offered || m_offered()) && (!m_enabled || m_enabled());
}

void FormField::accept() {
    if (m_form.m_refusal && m_form.m_refusal->field == this)
        m_form.m_refusal.reset();
    if (m_row) {
        m_row->clearError();
    } else if (!std::exchange(m_sentence, {}).isEmpty()) {
        markRefused(*m_control, false, m_form.m_owner->palette());
        m_form.say();
    }
    if (m_check)
        m_check->say({});
}

void FormField::refuse(const QString& sentence, const std::vector<int>& offered) {
    if (m_row)
        return m_row->showError(sentence, offered);
    m_sentence = sentence;
    m_form.say();
}

void FormField::show(bool all) {
    // Only numbers tell of what is shown; a blocker would keep a text from its height.
    const bool isNumber = qobject_cast<QAbstractSpinBox*>(m_control) != nullptr;
    if (!isNumber && !m_waits) // a number says by itself when it is another one
        accept();
    const bool wasQuiet = isNumber && m_control->blockSignals(true);
    if (m_prepare)
        m_prepare();
    if (m_show)
        m_show(all);
    if (isNumber)
        m_control->blockSignals(wasQuiet);
    QLabel* const before = labelInLines();
    const auto each = [&](QWidget* field, void (QWidget::*apply)(bool), bool on) {
        (field->*apply)(on);
        if (before)
            (before->*apply)(on);
    };
    if (m_enabled)
        each(m_control, &QWidget::setEnabled, m_enabled());
    if (m_offered)
        each(m_row ? m_row : m_control, &QWidget::setVisible, m_offered());
}

QLabel* FormField::labelInLines() const {
    return m_form.m_lines ? qobject_cast<QLabel*>(m_form.m_lines->labelForField(m_control))
                          : nullptr;
}

void FormField::retranslate() {
    const QString label = m_form.translated(m_label);
    const QString name = m_form.translated(m_name);
    const QString tip = m_form.translated(m_tip);
    if (m_row) {
        m_row->setTexts(label, name, tip);
    } else {
        if (auto* button = qobject_cast<QAbstractButton*>(m_control))
            button->setText(label);
        m_control->setAccessibleName(name);
        m_control->setToolTip(tip);
    }
    if (m_entries)
        m_entries();
}

Form::Form(QWidget* owner, QBoxLayout* rows)
    : QObject(owner)
    , m_owner(owner)
    , m_rows(rows) {
    m_refusalTimer.setSingleShot(true);
    m_refusalTimer.setInterval(typingPause);
    connect(&m_refusalTimer, &QTimer::timeout, this, &Form::showRefusal);
}

QString Form::translated(const char* text) const {
    return text ? QCoreApplication::translate(m_owner->metaObject()->className(), text) : QString();
}

void Form::texts(std::function<void()> write) {
    write();
    m_texts.push_back(std::move(write));
}

QLabel* Form::title(const char* text) {
    auto* title = new QLabel(m_owner);
    title->setFont(textFont(12, QFont::DemiBold));
    title->setForegroundRole(QPalette::PlaceholderText);
    m_rows->addWidget(title);
    texts([this, title, text] { title->setText(translated(text)); });
    return title;
}

QComboBox* Form::addCombo() {
    auto* box = new QComboBox(m_owner);
    if (!m_lines) // a long entry must not widen the panel
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    return box;
}

QToolButton* Form::addSegment(QButtonGroup& group) {
    auto* button = new QToolButton(m_owner);
    button->setCheckable(true);
    button->setFont(textFont(13));
    button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    group.addButton(button);
    return button;
}

FormField& Form::list(const Binding<int>& bound, const std::function<QStringList()>& entries) {
    QComboBox* const box = addCombo();
    FormField& field = made(box);
    field.m_show = [box, bound, entries, shown = QStringList()](bool) mutable {
        const QSignalBlocker quiet(box);
        QStringList texts = entries();
        if (shown != texts) { // else a list that is open would close
            box->clear();
            box->addItems(texts);
            shown = std::move(texts);
        }
        box->setCurrentIndex(bound.read());
    };
    connect(box, &QComboBox::activated, this, [this, &field, bound](int index) {
        propose(field, [&](const EditName& name) { return bound.write(index, name); });
        if (field.isRefused())
            field.m_show(false); // what stands
    });
    return field;
}

FormField& Form::seed(const Binding<std::uint64_t>& bound) {
    auto* box = new SeedSpinBox(m_owner);
    FormField& field = made(box);
    field.m_show = showNumber<std::uint64_t>(
        field, bound.read, [box](std::uint64_t value, bool) { box->setValue(value); });
    connect(box, &SeedSpinBox::valueEdited, this, [this, &field, bound](quint64 value) {
        propose(field, [&](const EditName& name) { return bound.write(value, name); });
    });
    return field;
}

FormField& Form::check(const Binding<bool>& bound) {
    auto* box = new QCheckBox(m_owner);
    FormField& field = made(box);
    field.m_show = [box, bound](bool) { box->setChecked(bound.read()); };
    connect(box, &QCheckBox::clicked, this, [this, &field, bound](bool on) {
        propose(
            field, [&](const EditName& name) { return bound.write(on, name); }, on);
    });
    return field;
}

FormField& Form::line(const Binding<QString>& bound, const QString& placeholder) {
    auto* edit = new QLineEdit(m_owner);
    edit->setPlaceholderText(placeholder);
    FormField& field = made(edit);
    field.m_show = [edit, bound](bool) {
        const QSignalBlocker quiet(edit);
        if (edit->text() != bound.read()) // else the cursor would jump
            edit->setText(bound.read());
    };
    connect(edit, &QLineEdit::textChanged, this, [this, &field, bound](const QString& text) {
        propose(field, [&](const EditName& name) { return bound.write(text, name); });
    });
    return field;
}

FormField& Form::add(QWidget* control) {
    if (m_guard)
        control->installEventFilter(m_guard);
    return m_fields.emplace_back(*this, control);
}

FormField& Form::made(QWidget* control) {
    if (!m_lines)
        control->setFont(textFont(13));
    if (!qobject_cast<QCheckBox*>(control))
        control->setFocusPolicy(Qt::StrongFocus);
    return add(control);
}

void Form::propose(FormField& field, const Write& write, bool on) {
    m_refusalTimer.stop();
    const Status status =
        write({translated(on || !field.m_undoOff ? field.m_undo : field.m_undoOff),
               QString::fromLatin1(field.m_key)});
    if (status)
        return field.accept();
    m_refusal =
        Refusal{&field, status.error(), field.m_offers ? field.m_offers() : std::vector<int>()};
    const auto* size = qobject_cast<SizeSpinBox*>(field.control());
    if (field.m_waits && !(size && size->isStepping()))
        m_refusalTimer.start();
    else
        showRefusal();
}

void Form::showRefusal() {
    m_refusalTimer.stop();
    const auto refusal = std::exchange(m_refusal, std::nullopt);
    if (!refusal)
        return;
    const QString sentence = headscope::translated(refusal->error);
    refusal->field->refuse(sentence, refusal->offers);
    Q_EMIT rejected(refusal->field->control(), sentence);
}

void Form::say() {
    const auto isRefused = [](const FormField& field) {
        return !field.m_sentence.isEmpty() && field.isOpen();
    };
    auto refused = std::ranges::find_if(m_fields, [&](const FormField& field) {
        return isRefused(field) && field.control()->hasFocus();
    });
    if (refused == m_fields.end())
        refused = std::ranges::find_if(m_fields, isRefused);
    const QString sentence = refused == m_fields.end() ? QString() : refused->m_sentence;
    if (std::exchange(m_said, sentence) != sentence)
        Q_EMIT said(sentence);
}

void Form::watch(std::function<void()> left) {
    const auto fieldOf = [this](const QObject* control) -> FormField& {
        return *std::ranges::find(m_fields, control, &FormField::control);
    };
    FieldGuard::Panel panel;
    panel.isRefused = [fieldOf](const QObject* control) { return fieldOf(control).isRefused(); };
    panel.left = [this, fieldOf, left](const QObject* control) {
        showRefusal();
        // What comes back is no edit of its own.
        const bool isNumber = qobject_cast<const QAbstractSpinBox*>(control) != nullptr;
        if (FieldCheck* const check = fieldOf(control).m_check;
            isNumber && check && check->refuses())
            check->giveUp();
        left();
        if (const auto& alsoLeft = fieldOf(control).m_left)
            alsoLeft();
    };
    panel.drop = [this, left](const QObject*) {
        std::vector<FormField*> refused;
        for (FormField& field : m_fields) {
            if (field.isRefused())
                refused.push_back(&field);
        }
        for (FormField* field : refused) {
            if (field->m_check)
                field->m_check->giveUp();
        }
        left();
        for (FormField* field : refused) {
            field->accept();
            field->show(true);
            Q_EMIT rejected(field->control(), QString()); // what was said of it is past
        }
    };
    m_guard = new FieldGuard(std::move(panel), this);
}

void Form::show() {
    if (m_filled && !m_filled())
        return;
    for (FormField& field : m_fields)
        field.show();
    say(); // what cannot be changed now is not asked for
}

void Form::retranslate() {
    for (FormField& field : m_fields)
        field.retranslate();
    for (const auto& write : m_texts)
        write();
    show();
}

bool Form::event(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) // of the owner, who passes it on
        retranslate();
    return QObject::event(event);
}

} // namespace headscope
