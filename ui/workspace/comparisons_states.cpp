// SPDX-License-Identifier: GPL-3.0-or-later
// Which states there are to be compared, and what they are called.
#include "workspace/comparisons.h"

#include "examples/examples.h"
#include "examples/origin.h"
#include "scene/error_text.h"
#include "scene/statements.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace headscope {

namespace {

constexpr std::string_view stepPrefix = "step/";
constexpr std::size_t mostSteps = 20; ///< in the menu

bool isSameKind(const Source& a, const Source& b) {
    return !a.experiment() == !b.experiment() && !a.attention() == !b.attention() &&
           !a.model() == !b.model();
}

std::string keyOf(std::string_view prefix, std::uint64_t number) {
    return std::string(prefix) + std::to_string(number);
}

std::optional<std::uint64_t> numberIn(std::string_view key, std::string_view prefix) {
    if (!key.starts_with(prefix))
        return std::nullopt;
    const std::string_view digits = key.substr(prefix.size());
    return QByteArray(digits.data(), static_cast<qsizetype>(digits.size())).toULongLong();
}

} // namespace

QString documentTitle(const Document& document) {
    const QString& path = document.place().path;
    RunOrigin origin;
    if (const auto experiment = document.source().experiment())
        origin = originOf(*experiment);
    else if (const ModelSourcePointer model = document.source().model())
        origin.model = model->model;
    else if (const FileAttentionPointer attention = document.source().attention())
        origin.fileName = attention->name;
    return runTitle(origin, path);
}

void Comparisons::pin() {
    const QString edit = m_document.undoStack().undoText();
    QString name = edit.isEmpty() ? documentTitle(m_document) : tr("after “%1”").arg(edit);
    const auto isTaken = [this](const QString& wanted) {
        return std::ranges::any_of(m_document.pins(), [&](const Pin& other) {
            return QString::fromStdString(other.name) == wanted;
        });
    };
    const QString plain = name;
    for (int i = 2; isTaken(name); ++i)
        name = QStringLiteral("%1 (%2)").arg(plain).arg(i);
    const std::uint64_t number = m_document.pin(name.toStdString());
    m_a.state = keyOf(stateOfPin, number);
    m_b.state = stateNow;
    m_chosen = true;
    ask();
}

ComparedSide Comparisons::kept(ComparedSide side) {
    if (side.state == stateNow || side.state.starts_with(stateOfPin) ||
        side.state.starts_with(stateOfExample))
        return side;
    const Source source = stateOf(side.state).source;
    const auto all = choices();
    const auto choice = std::ranges::find(all, side.state, &StateChoice::key);
    const QString name = choice == all.end() ? tr("a state before") : choice->name;
    side.state = source ? keyOf(stateOfPin, m_document.pin(name.toStdString(), source))
                        : std::string(stateNow);
    return side;
}

void Comparisons::renamePin(const std::string& state, const QString& name) {
    const QString plain = name.simplified();
    if (const auto number = numberIn(state, stateOfPin); number && !plain.isEmpty())
        m_document.renamePin(*number, plain.toStdString());
}

void Comparisons::deletePin(const std::string& state) {
    if (const auto number = numberIn(state, stateOfPin))
        m_document.deletePin(*number);
}

Comparisons::State Comparisons::stateOf(const std::string& key) const {
    State state;
    if (const auto number = numberIn(key, stateOfPin)) {
        const auto found = std::ranges::find(m_document.pins(), *number, &Pin::number);
        if (found != m_document.pins().end())
            state.source = found->source;
    } else if (const auto past = numberIn(key, stepPrefix)) {
        state.source = m_document.pastSource(*past);
    } else if (key.starts_with(stateOfExample)) {
        const auto found = m_files.find(key);
        if (found != m_files.end())
            state = found->second;
        else if (const Example* example = findExample(key.substr(stateOfExample.size())))
            state.source = Source(example->make());
    } else if (key.starts_with(stateOfFile)) {
        const auto found = m_files.find(key);
        if (found != m_files.end())
            state = found->second;
        else
            state.path = key.substr(stateOfFile.size());
    }
    return state.source || !state.path.empty() ? state : m_now;
}

std::vector<StateChoice> Comparisons::choices() const {
    std::vector<StateChoice> all;
    all.push_back({StateChoice::Kind::Now, stateNow, tr("now")});
    for (const Pin& pin : m_document.pins())
        all.push_back({StateChoice::Kind::Pin, keyOf(stateOfPin, pin.number),
                       tr("pinned: %1").arg(visibleName(QString::fromStdString(pin.name)))});
    for (const Document::PastState& past : m_document.pastStates()) {
        if (std::ranges::count(all, StateChoice::Kind::Step, &StateChoice::kind) ==
            static_cast<std::ptrdiff_t>(mostSteps))
            break;
        all.push_back({StateChoice::Kind::Step, keyOf(stepPrefix, past.number),
                       tr("before: %1").arg(past.edit)});
    }
    // What was brought from elsewhere stays in the menu as long as it is compared.
    for (const std::string* key : {&m_a.state, &m_b.state}) {
        if (std::ranges::find(all, *key, &StateChoice::key) != all.end())
            continue;
        if (key->starts_with(stateOfFile)) {
            const QString path =
                QFile::decodeName(QByteArray::fromStdString(key->substr(stateOfFile.size())));
            all.push_back({StateChoice::Kind::File, *key, visibleName(QFileInfo(path).fileName())});
        } else if (const Example* example = key->starts_with(stateOfExample)
                                                ? findExample(key->substr(stateOfExample.size()))
                                                : nullptr) {
            all.push_back({StateChoice::Kind::Example, *key, runTitle(originOf(example->make()))});
        }
    }
    return all;
}

void Comparisons::suggest() {
    m_a = {};
    const auto past = m_document.pastStates();
    if (!m_document.pins().empty())
        m_a.state = keyOf(stateOfPin, m_document.pins().back().number);
    else if (!past.empty()) {
        // The oldest that can stand beside what is shown: before a model was opened there was none.
        const auto isAlike = [this](const Document::PastState& state) {
            return isSameKind(m_document.pastSource(state.number), m_document.source());
        };
        const auto oldest = std::find_if(past.rbegin(), past.rend(), isAlike);
        m_a.state = keyOf(stepPrefix, oldest == past.rend() ? past.back().number : oldest->number);
    }
}

} // namespace headscope
