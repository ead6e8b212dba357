// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/safetensors_header.h"

#include <nlohmann/json.hpp>

#include <set>

namespace headscope {

namespace {

constexpr std::uint64_t largestSize = (std::uint64_t{1} << 48U) - 1; // of the format's schema

/// Follows the JSON event by event and refuses at the first one that does not
/// belong: no tree of a hostile header is ever built.
class HeaderReader {
public:
    using json = nlohmann::json;

    explicit HeaderReader(const std::string& file)
        : m_file(file) {}

    Result<std::vector<SafetensorsEntry>> take() {
        if (m_error)
            return *m_error;
        return std::move(m_entries);
    }

    bool null() {
        if (m_place == Place::Skipped)
            return scalarSkipped();
        if (m_place == Place::MetadataValue) { // Option::None in the reference
            m_place = Place::Top;
            return true;
        }
        return misplaced();
    }
    bool boolean(bool /*value*/) { return scalarSkipped(); }
    bool number_integer(json::number_integer_t /*negative*/) { return scalarSkipped(); }
    bool number_unsigned(json::number_unsigned_t value) {
        switch (m_place) {
        case Place::Shape: return addSize(value);
        case Place::Offsets: return addOffset(value);
        default: return scalarSkipped();
        }
    }
    // Also integers beyond 64 bits arrive here.
    bool number_float(json::number_float_t /*value*/, const std::string& /*text*/) {
        return scalarSkipped();
    }
    bool string(std::string& value) {
        switch (m_place) {
        case Place::Dtype:
            m_entries.back().dtype = value;
            m_place = Place::Tensor;
            return true;
        case Place::MetadataEntry: m_place = Place::Metadata; return true;
        default: return scalarSkipped();
        }
    }
    bool binary(json::binary_t& /*value*/) { return misplaced(); }

    bool start_object(std::size_t /*members*/) {
        switch (m_place) {
        case Place::Start: m_place = Place::Top; return true;
        case Place::MetadataValue: m_place = Place::Metadata; return true;
        case Place::TensorValue:
            m_place = Place::Tensor;
            m_seen = 0;
            return true;
        case Place::Skipped: ++m_skipDepth; return true;
        default: return misplaced();
        }
    }
    bool key(std::string& name) {
        switch (m_place) {
        case Place::Top: return beginMember(name);
        case Place::Metadata: m_place = Place::MetadataEntry; return true;
        case Place::Tensor: return beginTensorMember(name);
        default: return true; // within what is skipped
        }
    }
    bool end_object() {
        switch (m_place) {
        case Place::Top: m_place = Place::End; return true;
        case Place::Metadata: m_place = Place::Top; return true;
        case Place::Tensor:
            m_place = Place::Top;
            return m_seen == (SeenDtype | SeenShape | SeenOffsets) || incomplete();
        default: return endSkipped();
        }
    }
    bool start_array(std::size_t /*elements*/) {
        switch (m_place) {
        case Place::ShapeValue: m_place = Place::Shape; return true;
        case Place::OffsetsValue:
            m_place = Place::Offsets;
            m_offsets = 0;
            return true;
        case Place::Skipped: ++m_skipDepth; return true;
        default: return misplaced();
        }
    }
    bool end_array() {
        switch (m_place) {
        case Place::Shape: m_place = Place::Tensor; return true;
        case Place::Offsets: m_place = Place::Tensor; return m_offsets == 2 || misplaced();
        default: return endSkipped();
        }
    }
    bool parse_error(std::size_t position, const std::string& /*token*/,
                     const json::exception& /*exception*/) {
        return fail(
            makeError(HEADSCOPE_MESSAGE("Message", "the header of %1 is not valid JSON in UTF-8 "
                                                   "(at its byte %2)"),
                      m_file, position));
    }

private:
    /// Where the next event belongs.
    enum class Place : std::uint8_t {
        Start,
        Top,
        MetadataValue, ///< after the key __metadata__
        Metadata,
        MetadataEntry, ///< after a key within it
        TensorValue,   ///< after the name of a tensor
        Tensor,
        Dtype,
        ShapeValue,
        Shape,
        OffsetsValue,
        Offsets,
        Skipped, ///< the value of an unknown member of a tensor
        End,
    };
    enum Seen : unsigned { SeenDtype = 1, SeenShape = 2, SeenOffsets = 4 };

    bool fail(Error error) {
        m_error = std::move(error);
        return false;
    }
    bool misplaced() {
        if (m_entries.empty() || m_place == Place::Metadata || m_place == Place::MetadataEntry ||
            m_place == Place::MetadataValue || m_place == Place::Start)
            return fail(makeError(HEADSCOPE_MESSAGE("Message",
                                                    "the header of %1 is not an object of tensors, "
                                                    "with strings as its metadata"),
                                  m_file));
        return incomplete();
    }
    bool incomplete() {
        return fail(makeError(
            HEADSCOPE_MESSAGE("Message",
                              "tensor %1 of %2 is described wrongly: it needs a dtype (text), "
                              "a shape (sizes) and data_offsets (begin and end)"),
            m_entries.back().name, m_file));
    }
    bool twice(const std::string& name) {
        return fail(makeError(HEADSCOPE_MESSAGE("Message", "the header of %1 has \"%2\" twice"),
                              m_file, name));
    }

    bool beginMember(const std::string& name) {
        if (name == "__metadata__") {
            m_place = Place::MetadataValue;
            return !std::exchange(m_hasMetadata, true) || twice(name);
        }
        m_place = Place::TensorValue;
        if (!m_names.insert(name).second)
            return twice(name);
        m_entries.emplace_back().name = name;
        return true;
    }
    bool beginTensorMember(const std::string& name) {
        const unsigned bit = name == "dtype"          ? SeenDtype
                             : name == "shape"        ? SeenShape
                             : name == "data_offsets" ? SeenOffsets
                                                      : 0U;
        m_place = bit == SeenDtype     ? Place::Dtype
                  : bit == SeenShape   ? Place::ShapeValue
                  : bit == SeenOffsets ? Place::OffsetsValue
                                       : Place::Skipped;
        if ((m_seen & bit) != 0)
            return twice(name);
        m_seen |= bit;
        return true;
    }
    bool addSize(std::uint64_t size) {
        AnnouncedShape& shape = m_entries.back().shape;
        if (size > largestSize)
            return fail(
                makeError(HEADSCOPE_MESSAGE("Message", "tensor %1 of %2 has a size beyond 2^48"),
                          m_entries.back().name, m_file));
        if (shape.size() == AnnouncedShape::maxRank)
            return fail(
                makeError(HEADSCOPE_MESSAGE("Message", "tensor %1 of %2 has more than %3 axes"),
                          m_entries.back().name, m_file, AnnouncedShape::maxRank));
        shape.push_back(size);
        return true;
    }
    bool addOffset(std::uint64_t offset) {
        if (m_offsets == 2)
            return misplaced();
        (m_offsets++ == 0 ? m_entries.back().begin : m_entries.back().end) = offset;
        return true;
    }
    bool scalarSkipped() {
        if (m_place != Place::Skipped)
            return misplaced();
        if (m_skipDepth == 0)
            m_place = Place::Tensor;
        return true;
    }
    bool endSkipped() {
        if (--m_skipDepth == 0)
            m_place = Place::Tensor;
        return true;
    }

    const std::string& m_file;
    std::vector<SafetensorsEntry> m_entries;
    std::set<std::string, std::less<>> m_names;
    std::optional<Error> m_error;
    Place m_place = Place::Start;
    unsigned m_seen = 0;
    unsigned m_offsets = 0;
    std::size_t m_skipDepth = 0;
    bool m_hasMetadata = false;
};

} // namespace

Result<std::vector<SafetensorsEntry>> parseSafetensorsHeader(std::string_view json,
                                                             const std::string& file) {
    HeaderReader reader(file);
    // The parser would take a zero byte for the end of the text, and swallow a
    // byte order mark; the reference reader refuses both.
    const std::size_t zero = json.find('\0');
    if (zero != std::string_view::npos || json.starts_with("\xEF\xBB\xBF"))
        return makeError(HEADSCOPE_MESSAGE("Message", "the header of %1 is not valid JSON in UTF-8 "
                                                      "(at its byte %2)"),
                         file, zero == std::string_view::npos ? 0 : zero);
    nlohmann::json::sax_parse(json.begin(), json.end(), &reader);
    return reader.take();
}

Result<std::string> safetensorsHeader(const std::vector<SafetensorsEntry>& entries) {
    // The format asks for no order of the members; the reference writer puts the
    // metadata first, and ordered_json keeps the order of insertion.
    nlohmann::ordered_json header;
    header["__metadata__"] = {{"format", "pt"}};
    for (const SafetensorsEntry& entry : entries) {
        nlohmann::ordered_json& member = header[entry.name];
        member["dtype"] = entry.dtype;
        member["shape"] = std::vector<std::uint64_t>(entry.shape.begin(), entry.shape.end());
        member["data_offsets"] = {entry.begin, entry.end};
    }
    try {
        std::string text = header.dump();
        text.append((8 - text.size() % 8) % 8, ' ');
        return text;
    } catch (const nlohmann::json::type_error&) {
        return makeError(HEADSCOPE_MESSAGE("Message", "the name of a tensor is not valid UTF-8: "
                                                      "rename it before saving"));
    }
}

} // namespace headscope
