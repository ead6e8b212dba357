// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/torch_file.h"

#include "disk/file_io.h"
#include "formats/other_file.h"
#include "formats/zip_file.h"
#include "support/utf8.h"

#include <algorithm>
#include <array>
#include <deque>
#include <limits>
#include <memory>
#include <new>
#include <unordered_map>

namespace headscope {

namespace {

/// More than any state dict has, and few enough to be built at once.
constexpr std::uint64_t largestPickle = std::uint64_t{16} << 20;
/// What a tensor may come to that is larger than its storage, as expand() makes it.
constexpr std::uint64_t mostExpanded = std::uint64_t{1} << 26;
/// Aliases can make a short pickle a long walk, and much of little.
constexpr std::size_t mostValues = 1'000'000;
constexpr std::size_t mostVisited = 200'000;
constexpr std::size_t mostItems = 4'000'000;
constexpr std::size_t longestKey = 256;
constexpr std::size_t mostNameBytes = std::size_t{64} << 20;
constexpr int deepestNesting = 32;

struct StorageType {
    std::string_view name;
    std::optional<ElementType> readAs; ///< nothing: known, but not read here
    std::uint64_t bytes = 0;
};
constexpr std::array<StorageType, 13> storageTypes = {{
    {"FloatStorage", ElementType::Float32, 4},
    {"DoubleStorage", ElementType::Float64, 8},
    {"HalfStorage", ElementType::Float16, 2},
    {"BFloat16Storage", ElementType::BFloat16, 2},
    {"LongStorage", ElementType::Int64, 8},
    {"IntStorage", ElementType::Int32, 4},
    {"ShortStorage", ElementType::Int16, 2},
    {"CharStorage", ElementType::Int8, 1},
    {"ByteStorage", ElementType::UInt8, 1},
    {"BoolStorage", ElementType::Bool, 1},
    {"UntypedStorage", ElementType::UInt8, 1},
    {"ComplexFloatStorage", {}, 8},
    {"ComplexDoubleStorage", {}, 16},
}};
/// What _rebuild_tensor_v3 calls them.
constexpr std::array<std::pair<std::string_view, ElementType>, 10> dtypesOfTorch = {{
    {"float32", ElementType::Float32},
    {"float64", ElementType::Float64},
    {"float16", ElementType::Float16},
    {"bfloat16", ElementType::BFloat16},
    {"int64", ElementType::Int64},
    {"int32", ElementType::Int32},
    {"int16", ElementType::Int16},
    {"int8", ElementType::Int8},
    {"uint8", ElementType::UInt8},
    {"bool", ElementType::Bool},
}};

/// What a pickle builds. Lists and dictionaries hold places in Machine::m_values, so that a
/// value can stand in several of them, or in itself.
struct PickleValue {
    enum class Kind : std::uint8_t {
        Nothing, ///< what does not matter
        None,
        Number, ///< a whole one, or a truth value
        Text,
        Sequence,
        Dictionary, ///< keys and values in turn
        Name,       ///< of a class or function, "module name"
        Storage,
        Tensor,
        Mark,
    };
    Kind kind = Kind::Nothing;
    std::int64_t number = 0;
    std::string text; ///< of Storage: its key
    std::vector<std::size_t> items;
    const StorageType* storage = nullptr;
    std::shared_ptr<const StoredTensor> tensor = nullptr;
};

/// Executes the few instructions of a pickle that build what a state dict is made of.
class PickleMachine {
public:
    using Kind = PickleValue::Kind;

    PickleMachine(std::string_view bytes, const ByteSource& source, const ZipEntry& pickle,
                  std::map<std::string, ZipEntry, std::less<>> members)
        : m_bytes(bytes)
        , m_source(source)
        , m_members(std::move(members)) {
        const std::size_t slash = pickle.name.rfind('/');
        m_folder = slash == std::string::npos ? "" : pickle.name.substr(0, slash + 1);
    }

    void setByteOrder(ByteOrder order) { m_order = order; }
    /// `beside`: where lists of strings, and None, go.
    Result<StoredTensors> run(OtherValues& beside);

private:
    bool step(); ///< false: the end, or an error
    bool stepConstant(unsigned char code);
    bool stepCollection(unsigned char code);
    bool stepMemo(unsigned char code);
    void reduce();
    void build();
    void makeStorage();
    void makeTensor(const PickleValue& arguments, bool withDtype);
    void makeDictionary(const PickleValue& arguments);
    void askFor(std::string_view module, std::string_view name);
    struct Collected {
        StoredTensors tensors = {};
        OtherValues beside = {};
        std::size_t visited = 0;
    };
    Status collect(std::size_t value, const std::string& path, int depth, Collected& collected);
    bool isWordList(const PickleValue& value) const;

    void fail(Error error) {
        if (!m_error)
            m_error = std::move(error);
    }
    Error tooMuch() const {
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is nested too deep, or holds too much"),
                         m_source.name());
    }
    void wrong() {
        fail(makeError(HEADSCOPE_MESSAGE("Message", "the pickle in %1 is damaged at byte %2"),
                       m_source.name(), m_at));
    }
    std::string_view take(std::uint64_t count);
    std::uint64_t number(std::size_t bytes);
    std::string_view line();
    std::size_t push(PickleValue value);
    void pushKind(Kind kind) { push({kind, 0, {}, {}, nullptr, nullptr}); }
    void pushNumber(std::int64_t value) { push({Kind::Number, value, {}, {}, nullptr, nullptr}); }
    void pushText(std::string_view text);
    void pushItems(Kind kind, std::vector<std::size_t> items) {
        push({kind, 0, {}, std::move(items), nullptr, nullptr});
    }
    std::size_t pop();
    std::vector<std::size_t> popToMark();
    PickleValue& at(std::size_t place) { return m_values[place]; }
    /// What the top becomes that is a list or dictionary; nothing where it is neither.
    PickleValue* top(Kind kind);
    std::optional<PerAxis<std::uint64_t>> sizes(std::size_t place);

    std::string_view m_bytes;
    const ByteSource& m_source;
    std::map<std::string, ZipEntry, std::less<>> m_members;
    std::string m_folder;
    ByteOrder m_order = ByteOrder::Little;
    std::size_t m_at = 0;
    std::deque<PickleValue> m_values;
    std::size_t m_items = 0; ///< of all of them
    std::vector<std::size_t> m_stack;
    std::unordered_map<std::uint64_t, std::size_t> m_memo;
    std::optional<Error> m_error;
    std::size_t m_nameBytes = 0;
    bool m_stopped = false;
};

std::string_view PickleMachine::take(std::uint64_t count) {
    if (count > m_bytes.size() - m_at) {
        wrong();
        return {};
    }
    const std::string_view taken = m_bytes.substr(m_at, count);
    m_at += count;
    return taken;
}

std::uint64_t PickleMachine::number(std::size_t bytes) {
    const std::string_view taken = take(bytes);
    std::uint64_t value = 0;
    for (std::size_t i = taken.size(); i-- > 0;)
        value = value << 8U | static_cast<unsigned char>(taken[i]);
    return value;
}

std::string_view PickleMachine::line() {
    const std::size_t end = m_bytes.find('\n', m_at);
    if (end == std::string_view::npos) {
        wrong();
        return {};
    }
    const std::string_view taken = m_bytes.substr(m_at, end - m_at);
    m_at = end + 1;
    return taken;
}

std::size_t PickleMachine::push(PickleValue value) {
    m_items += value.items.size();
    if (m_values.size() >= mostValues || m_items > mostItems)
        fail(tooMuch());
    m_values.push_back(std::move(value));
    m_stack.push_back(m_values.size() - 1);
    return m_stack.back();
}

void PickleMachine::pushText(std::string_view text) {
    if (firstWrongByte(text))
        return wrong();
    push({Kind::Text, 0, std::string(text), {}, nullptr, nullptr});
}

std::size_t PickleMachine::pop() {
    if (m_stack.empty() || at(m_stack.back()).kind == Kind::Mark) {
        wrong();
        pushKind(Kind::Nothing);
    }
    const std::size_t place = m_stack.back();
    m_stack.pop_back();
    return place;
}

std::vector<std::size_t> PickleMachine::popToMark() {
    std::size_t begin = m_stack.size();
    while (begin > 0 && at(m_stack[begin - 1]).kind != Kind::Mark)
        --begin;
    if (begin == 0) {
        wrong();
        return {};
    }
    const auto first = m_stack.begin() + static_cast<std::ptrdiff_t>(begin);
    std::vector<std::size_t> items(first, m_stack.end());
    m_stack.resize(begin - 1);
    return items;
}

PickleValue* PickleMachine::top(Kind kind) {
    if (m_stack.empty() || at(m_stack.back()).kind != kind) {
        wrong();
        return nullptr;
    }
    return &at(m_stack.back());
}

/// Numbers, strings and truth values.
bool PickleMachine::stepConstant(unsigned char code) {
    switch (code) {
    case 'N': pushKind(Kind::None); return true;
    case 0x88: pushNumber(1); return true;
    case 0x89: pushNumber(0); return true;
    case 'J': pushNumber(static_cast<std::int32_t>(number(4))); return true;
    case 'K': pushNumber(static_cast<std::int64_t>(number(1))); return true;
    case 'M': pushNumber(static_cast<std::int64_t>(number(2))); return true;
    case 0x8a: { // whole numbers of any length; no size takes more than eight bytes
        const std::uint64_t size = number(1);
        if (size > 8) {
            take(size);
            pushKind(Kind::Nothing);
            return true;
        }
        std::uint64_t value = number(size);
        if (size > 0 && size < 8 && (value >> (8 * size - 1)) != 0)
            value |= ~std::uint64_t{0} << (8 * size);
        pushNumber(static_cast<std::int64_t>(value));
        return true;
    }
    case 'G': // a float matters to no tensor
        take(8);
        pushKind(Kind::Nothing);
        return true;
    case 'X': pushText(take(number(4))); return true;
    case 0x8c: pushText(take(number(1))); return true;
    case 0x8d: pushText(take(number(8))); return true;
    case 'T': pushText(take(number(4))); return true;
    case 'U': pushText(take(number(1))); return true;
    case 'B':
        take(number(4));
        pushKind(Kind::Nothing);
        return true;
    case 'C':
        take(number(1));
        pushKind(Kind::Nothing);
        return true;
    default: return false;
    }
}

bool PickleMachine::stepCollection(unsigned char code) {
    const auto tuple = [this](std::size_t count) {
        std::vector<std::size_t> items(count);
        for (std::size_t i = count; i-- > 0;)
            items[i] = pop();
        pushItems(Kind::Sequence, std::move(items));
    };
    const auto extend = [this](Kind kind, const std::vector<std::size_t>& items) {
        if (kind == Kind::Dictionary && items.size() % 2 != 0)
            return wrong();
        m_items += items.size();
        if (m_items > mostItems)
            return fail(tooMuch());
        if (PickleValue* const value = top(kind))
            value->items.insert(value->items.end(), items.begin(), items.end());
    };
    switch (code) {
    case '(': pushKind(Kind::Mark); return true;
    case ')':
    case ']': pushItems(Kind::Sequence, {}); return true;
    case '}': pushItems(Kind::Dictionary, {}); return true;
    case 't':
    case 'l': pushItems(Kind::Sequence, popToMark()); return true;
    case 'd': {
        std::vector<std::size_t> items = popToMark();
        if (items.size() % 2 != 0)
            wrong();
        pushItems(Kind::Dictionary, std::move(items));
        return true;
    }
    case 0x85: tuple(1); return true;
    case 0x86: tuple(2); return true;
    case 0x87: tuple(3); return true;
    case 'a': {
        const std::size_t item = pop();
        extend(Kind::Sequence, {item});
        return true;
    }
    case 'e': extend(Kind::Sequence, popToMark()); return true;
    case 's': {
        const std::size_t value = pop();
        const std::size_t key = pop();
        extend(Kind::Dictionary, {key, value});
        return true;
    }
    case 'u': extend(Kind::Dictionary, popToMark()); return true;
    default: return false;
    }
}

bool PickleMachine::stepMemo(unsigned char code) {
    const auto keep = [this](std::uint64_t key) {
        if (m_stack.empty())
            return wrong();
        m_memo[key] = m_stack.back();
    };
    const auto fetch = [this](std::uint64_t key) {
        const auto found = m_memo.find(key);
        if (found == m_memo.end())
            return wrong();
        m_stack.push_back(found->second);
    };
    switch (code) {
    case 'q': keep(number(1)); return true;
    case 'r': keep(number(4)); return true;
    case 0x94: keep(m_memo.size()); return true;
    case 'h': fetch(number(1)); return true;
    case 'j': fetch(number(4)); return true;
    case '0':
        if (m_stack.empty())
            wrong();
        else
            m_stack.pop_back();
        return true;
    case '1': popToMark(); return true;
    case '2':
        if (m_stack.empty())
            wrong();
        else
            m_stack.push_back(m_stack.back());
        return true;
    default: return false;
    }
}

/// A class or a function that the pickle asks for. Only the names of what is known are kept.
void PickleMachine::askFor(std::string_view module, std::string_view name) {
    // No more of it than a sentence has room for.
    const std::string whole =
        std::string(module.substr(0, longestKey)) + "." + std::string(name.substr(0, longestKey));
    const bool isTorch = module == "torch" || module == "torch.storage";
    const bool known =
        whole == "collections.OrderedDict" || whole == "torch._utils._rebuild_tensor_v2" ||
        whole == "torch._utils._rebuild_tensor_v3" || whole == "torch._utils._rebuild_parameter" ||
        whole == "torch._utils._rebuild_parameter_with_state" || whole == "torch.Size" ||
        whole == "torch.device" ||
        (isTorch &&
         std::ranges::any_of(storageTypes,
                             [&](const StorageType& type) { return type.name == name; })) ||
        (module == "torch" && std::ranges::any_of(dtypesOfTorch, [&](const auto& dtype) {
             return dtype.first == name;
         }));
    if (!known)
        return fail(makeError(
            HEADSCOPE_MESSAGE("Message",
                              "%1 asks for %2, which is no tensor, list or dictionary, and nothing "
                              "is run here: save a state_dict() or tensors"),
            m_source.name(), whole));
    push({Kind::Name, 0, whole, {}, nullptr, nullptr});
}

/// ('storage', type, key, location, elements).
void PickleMachine::makeStorage() {
    const PickleValue& id = at(pop());
    if (id.kind != Kind::Sequence || id.items.size() < 5)
        return wrong();
    const PickleValue& kind = at(id.items[0]);
    const PickleValue& type = at(id.items[1]);
    const PickleValue& key = at(id.items[2]);
    if (kind.text != "storage" || type.kind != Kind::Name || key.kind != Kind::Text ||
        key.text.size() > longestKey)
        return wrong();
    const std::string_view typeName = std::string_view(type.text).substr(type.text.rfind('.') + 1);
    const auto found = std::ranges::find(storageTypes, typeName, &StorageType::name);
    if (found == storageTypes.end())
        return wrong();
    push({Kind::Storage, 0, key.text, {}, &*found, nullptr});
}

std::optional<PerAxis<std::uint64_t>> PickleMachine::sizes(std::size_t place) {
    const PickleValue& value = at(place);
    if (value.kind != Kind::Sequence || value.items.size() > Shape::maxRank)
        return std::nullopt;
    PerAxis<std::uint64_t> sizes;
    for (const std::size_t item : value.items) {
        if (at(item).kind != Kind::Number || at(item).number < 0)
            return std::nullopt;
        sizes.push_back(static_cast<std::uint64_t>(at(item).number));
    }
    return sizes;
}

/// (storage, offset, size, stride, requires_grad, hooks[, dtype]).
void PickleMachine::makeTensor(const PickleValue& arguments, bool withDtype) {
    if (arguments.items.size() < (withDtype ? 7U : 4U))
        return wrong();
    const PickleValue& storage = at(arguments.items[0]);
    const PickleValue& offset = at(arguments.items[1]);
    const auto shape = sizes(arguments.items[2]);
    const auto strides = sizes(arguments.items[3]);
    if (storage.kind != Kind::Storage || offset.kind != Kind::Number || offset.number < 0 ||
        !shape || !strides || shape->size() != strides->size())
        return wrong();
    StoredTensor made;
    std::optional<ElementType> type = storage.storage->readAs;
    std::uint64_t bytes = storage.storage->bytes;
    if (withDtype) {
        const std::string& dtype = at(arguments.items[6]).text;
        const auto found = std::ranges::find_if(dtypesOfTorch, [&](const auto& known) {
            return dtype == "torch." + std::string(known.first);
        });
        if (found == dtypesOfTorch.end())
            return wrong();
        type = found->second;
        bytes = elementSize(*type);
    }
    if (!type)
        made.unreadable = std::string(storage.storage->name);
    made.data.shape = *shape;
    made.data.type = type.value_or(ElementType::UInt8);
    made.data.byteOrder = m_order;
    made.strides = *strides;
    // The last element that it reaches must be one of the storage.
    std::uint64_t last = static_cast<std::uint64_t>(offset.number);
    std::uint64_t count = 1;
    bool fits = true;
    for (std::size_t i = 0; i < shape->size(); ++i) {
        const std::uint64_t size = (*shape)[i];
        std::uint64_t reach = 0;
        fits = fits && !__builtin_mul_overflow(count, size, &count) &&
               (size == 0 || (!__builtin_mul_overflow(size - 1, (*strides)[i], &reach) &&
                              !__builtin_add_overflow(last, reach, &last)));
    }
    const auto member = m_members.find(m_folder + "data/" + storage.text);
    std::uint64_t taken = 0;
    fits = fits && member != m_members.end() && !member->second.deflated &&
           last < std::numeric_limits<std::uint64_t>::max() / 2 &&
           !__builtin_mul_overflow(last + 1, bytes, &taken) &&
           (count == 0 || taken <= member->second.size) &&
           (count <= mostExpanded || count <= member->second.size / bytes);
    std::uint64_t ignored = 0;
    if (!fits || !checkedByteCount(made.data.shape, made.data.type, ignored))
        return fail(
            makeError(HEADSCOPE_MESSAGE("Message", "a tensor of %1 has shape and strides "
                                                   "that its storage %2 has no numbers for"),
                      m_source.name(), storage.text));
    const Result<std::uint64_t> begin = zipContentOffset(m_source, member->second);
    if (!begin)
        return fail(begin.error());
    made.data.offset = *begin + static_cast<std::uint64_t>(offset.number) * bytes;
    push({Kind::Tensor, 0, {}, {}, nullptr, std::make_shared<const StoredTensor>(std::move(made))});
}

/// OrderedDict(), or of a list of pairs.
void PickleMachine::makeDictionary(const PickleValue& arguments) {
    std::vector<std::size_t> items;
    if (!arguments.items.empty()) {
        for (const std::size_t pair : at(arguments.items[0]).items) {
            if (at(pair).kind != Kind::Sequence || at(pair).items.size() != 2)
                return wrong();
            items.insert(items.end(), at(pair).items.begin(), at(pair).items.end());
        }
    }
    pushItems(Kind::Dictionary, std::move(items));
}

void PickleMachine::reduce() {
    const PickleValue& arguments = at(pop());
    const PickleValue& function = at(pop());
    if (m_error)
        return;
    if (function.kind != Kind::Name || arguments.kind != Kind::Sequence)
        return wrong();
    if (function.text == "collections.OrderedDict") {
        makeDictionary(arguments);
    } else if (function.text == "torch._utils._rebuild_tensor_v2") {
        makeTensor(arguments, false);
    } else if (function.text == "torch._utils._rebuild_tensor_v3") {
        makeTensor(arguments, true);
    } else if (function.text.starts_with("torch._utils._rebuild_parameter") ||
               function.text == "torch.Size") {
        if (arguments.items.empty())
            return wrong();
        m_stack.push_back(arguments.items[0]);
    } else if (function.text == "torch.device") {
        pushKind(Kind::Nothing);
    } else {
        wrong(); // a storage, which only a persistent id makes
    }
}

/// A state that is set: of a dictionary its metadata, which says nothing of tensors.
void PickleMachine::build() {
    pop();
    if (m_stack.empty() || at(m_stack.back()).kind != Kind::Dictionary)
        wrong();
}

bool PickleMachine::step() {
    const std::string_view taken = take(1);
    if (m_error)
        return false;
    const auto code = static_cast<unsigned char>(taken[0]);
    if (stepConstant(code) || stepCollection(code) || stepMemo(code))
        return !m_error;
    switch (code) {
    case 0x80: number(1); break; // the protocol
    case 0x95: number(8); break; // a frame: how far to read ahead
    case '.': m_stopped = true; return false;
    case 'c': {
        const std::string_view module = line();
        const std::string_view what = line();
        if (!m_error)
            askFor(module, what);
        break;
    }
    case 0x93: {
        const std::string what = at(pop()).text;
        const std::string module = at(pop()).text;
        if (!m_error)
            askFor(module, what);
        break;
    }
    case 'R':
    case 0x81: reduce(); break;
    case 'b': build(); break;
    case 'Q': makeStorage(); break;
    default:
        fail(makeError(HEADSCOPE_MESSAGE("Message", "the pickle in %1 has the instruction %2 at "
                                                    "byte %3, which no state dict needs"),
                       m_source.name(), static_cast<int>(code), m_at - 1));
    }
    return !m_error;
}

bool PickleMachine::isWordList(const PickleValue& value) const {
    return value.kind == Kind::Sequence && !value.items.empty() &&
           std::ranges::all_of(
               value.items, [this](std::size_t item) { return m_values[item].kind == Kind::Text; });
}

Status PickleMachine::collect(std::size_t value, const std::string& path, int depth,
                              Collected& collected) {
    if (++collected.visited > mostVisited || depth > deepestNesting)
        return tooMuch();
    const PickleValue& found = at(value);
    if (found.kind == Kind::Tensor) {
        m_nameBytes += path.size();
        if (m_nameBytes > mostNameBytes)
            return tooMuch();
        if (!collected.tensors.emplace(path, *found.tensor).second)
            return makeError(HEADSCOPE_MESSAGE("Message", "%1 has two tensors called %2"),
                             m_source.name(), path);
        return Done{};
    }
    if (isWordList(found)) {
        std::vector<std::string> words;
        for (const std::size_t item : found.items) {
            m_nameBytes += at(item).text.size() + sizeof(std::string);
            if (m_nameBytes > mostNameBytes)
                return tooMuch();
            words.push_back(at(item).text);
        }
        collected.beside.words.emplace_back(path, std::move(words));
        return Done{};
    }
    for (std::size_t i = 0; i < found.items.size(); ++i) {
        std::string name = std::to_string(i);
        if (found.kind == Kind::Dictionary) {
            const PickleValue& key = at(found.items[i++]);
            name = key.kind == Kind::Number ? std::to_string(key.number)
                                            : key.text.substr(0, longestKey);
        }
        const std::string way = path.empty() ? name : path + '.' + name;
        if (found.kind == Kind::Sequence && at(found.items[i]).kind == Kind::None) {
            m_nameBytes += way.size() + sizeof(std::string);
            collected.beside.nones.push_back(way);
        }
        if (Status below = collect(found.items[i], way, depth + 1, collected); !below)
            return below;
    }
    return Done{};
}

Result<StoredTensors> PickleMachine::run(OtherValues& beside) {
    while (step()) {
    }
    if (!m_error && (!m_stopped || m_stack.size() != 1))
        wrong();
    if (m_error)
        return *m_error;
    Collected collected;
    if (const Status all = collect(m_stack[0], {}, 0, collected); !all)
        return all.error();
    if (collected.tensors.empty())
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 holds no tensors"), m_source.name());
    beside = std::move(collected.beside);
    return std::move(collected.tensors);
}

/// One word for a shell, whatever is in it.
std::string shellWord(std::string_view text) {
    std::string word = "'";
    for (const char letter : text)
        word += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return word + "'";
}

bool beginsWith(const ByteSource& source, std::string_view beginning) {
    std::string head(beginning.size(), '\0');
    return source.size() >= head.size() && source.readAt(0, head) && head == beginning;
}

} // namespace

bool looksLikeTorch(const ByteSource& source) {
    std::array<char, 8> head{};
    if (source.size() < head.size() || !source.readAt(0, head))
        return false;
    const std::string_view bytes(head.data(), head.size());
    // Lengths of .safetensors headers may begin so, but not go on.
    return (bytes.starts_with("PK\x03\x04") &&
            bytes.substr(4) != std::string_view("\0\0\0\0", 4)) ||
           (bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5 && bytes[7] != 0);
}

Result<StoredTensors> readTorchFile(const ByteSource& source) {
    OtherValues beside;
    return readTorchFile(source, beside);
}

Result<StoredTensors> readTorchFile(const ByteSource& source, OtherValues& beside) {
    if (beginsWith(source, "\x80")) {
        if (auto pickle = plainPickleError(source))
            return *pickle;
        return makeError(
            HEADSCOPE_MESSAGE("Message",
                              "%1 is a pickle as PyTorch wrote it before 1.6, which is not read: "
                              "python3 -c \"import sys, torch; torch.save(torch.load(sys.argv[1], "
                              "map_location='cpu'), sys.argv[1])\" %2 writes it anew"),
            source.name(), shellWord(source.name()));
    }
    try {
        Result<std::vector<ZipEntry>> entries = readZipDirectory(source);
        if (!entries)
            return entries.error();
        std::map<std::string, ZipEntry, std::less<>> members;
        const ZipEntry* pickle = nullptr;
        const ZipEntry* order = nullptr;
        for (const ZipEntry& entry : *entries) {
            members.emplace(entry.name, entry);
            const auto isCalled = [&entry](std::string_view name) {
                return entry.name == name ||
                       (entry.name.ends_with(name) &&
                        entry.name[entry.name.size() - name.size() - 1] == '/');
            };
            if (isCalled("data.pkl"))
                pickle = &entry;
            if (isCalled("byteorder"))
                order = &entry;
        }
        if (!pickle)
            return makeError(
                HEADSCOPE_MESSAGE("Message", "%1 is a zip, but none of torch.save(): it "
                                             "has no data.pkl. It has %2"),
                source.name(), entries->empty() ? std::string("nothing") : entries->front().name);
        if (pickle->size > largestPickle)
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "the pickle in %1 has %2 bytes; at most %3 "
                                               "are read"),
                             source.name(), pickle->size, largestPickle);
        const Result<std::string> bytes = readZipEntry(source, *pickle);
        if (!bytes)
            return bytes.error();
        PickleMachine machine(*bytes, source, *pickle, members);
        if (order && order->size < 16) {
            const Result<std::string> word = readZipEntry(source, *order);
            if (word && word->starts_with("big"))
                machine.setByteOrder(ByteOrder::Big);
        }
        return machine.run(beside);
    } catch (const std::bad_alloc&) {
        return noMemoryToRead(source.name());
    }
}

} // namespace headscope
