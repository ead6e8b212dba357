// SPDX-License-Identifier: GPL-3.0-or-later
#include "strip/block_chips.h"

#include "type/fonts.h"
#include "words/block_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>

namespace headscope {

namespace {

/// How much is left out so that all fits.
struct Terseness {
    bool shortGroups = false;
    bool foldLayers = false;
    bool shortWords = false;
    bool onlyCurrentGroup = false;
};

struct Block {
    const TraceScope* scope;
    Scope place;
};

QString text(const char* source) {
    return QCoreApplication::translate("Block", source);
}

QString shortPartName(const Scope& place, bool adds) {
    if (place.place == Scope::Place::Norm && place.layer)
        return text(QT_TRANSLATE_NOOP("Block", "norm"));
    if (place.place != Scope::Place::Itself)
        return partName(place, adds);
    switch (place.sublayer) {
    case Sublayer::SelfAttention: return text(QT_TRANSLATE_NOOP("Block", "self"));
    case Sublayer::CrossAttention: return text(QT_TRANSLATE_NOOP("Block", "cross"));
    case Sublayer::FeedForward: return text(QT_TRANSLATE_NOOP("Block", "ffn"));
    case Sublayer::None: break;
    }
    return partName(place, adds);
}

class Row {
public:
    Row(const Scene& scene, const Terseness& terseness)
        : m_scene(scene)
        , m_terse(terseness)
        , m_here(blockScope(scene.selection.scope).compared(Scope::ComparedNorm::None)) {
        for (const TraceScope& scope : scene.blocks->scopes) {
            Block block{&scope, blockScope(scope.path)};
            if (block.place.comparedNorm == Scope::ComparedNorm::None)
                m_blocks.push_back(std::move(block));
        }
        for (std::size_t first = 0; first < m_blocks.size();) {
            std::size_t end = first;
            while (end < m_blocks.size() && m_blocks[end].place.part == m_blocks[first].place.part)
                ++end;
            addGroup(std::span(m_blocks).subspan(first, end - first));
            first = end;
        }
    }
    std::vector<BlockChip> take() { return std::move(m_chips); }

private:
    void add(BlockChip::Kind kind, const QString& words, const Block& target, bool current) {
        BlockChip chip;
        chip.kind = kind;
        chip.text = words;
        chip.scope = target.scope->path;
        chip.current = current;
        chip.name = blockName(chip.scope, addsResidual(*m_scene.blocks->whole, chip.scope));
        m_chips.push_back(std::move(chip));
    }

    void mark(const QString& sign) {
        BlockChip chip;
        chip.text = sign;
        chip.clickable = false;
        m_chips.push_back(std::move(chip));
    }

    /// The block of that layer that corresponds to the shown one, else its first attention.
    const Block& entrance(std::span<const Block> group, std::optional<Index> layer) const {
        for (const Block& block : group) {
            if (block.place.layer == layer && block.place.sublayer == m_here.sublayer &&
                block.place.place == m_here.place)
                return block;
        }
        for (const Block& block : group) {
            if (block.place.layer == layer && block.scope->kind == ScopeKind::Attention)
                return block;
        }
        return group.front();
    }

    void addGroup(std::span<const Block> group) {
        const bool open = group.front().place.part == m_here.part;
        if (!m_chips.empty())
            mark(QStringLiteral("→"));
        Index layers = 0;
        for (const Block& block : group)
            layers = std::max(layers, block.place.layer.value_or(-1) + 1);
        QString name = groupName(group.front().place);
        if (m_terse.shortGroups && !open && group.front().place.kind() == ScopeKind::Positions)
            name = QStringLiteral("+P"); // as the stage that adds them
        if (layers == 0) {
            add(BlockChip::Kind::Group, name, group.front(), open);
            return;
        }
        const Block& start = entrance(group, open && m_here.layer ? *m_here.layer : 0);
        if (!open) {
            add(BlockChip::Kind::Group,
                layers > 1 ? QStringLiteral("%1 ×%2").arg(name).arg(layers) : name, start, false);
            return;
        }
        if (m_terse.onlyCurrentGroup)
            m_chips.clear();
        add(BlockChip::Kind::Group, name, start, true);
        if (layers > 1)
            addLayers(group, layers);
        mark(QStringLiteral("▸"));
        addParts(group);
    }

    void addLayers(std::span<const Block> group, Index layers) {
        if (m_terse.foldLayers) {
            const Index layer = m_here.layer.value_or(layers - 1);
            add(BlockChip::Kind::Layer, QStringLiteral("%1 / %2").arg(layer + 1).arg(layers),
                entrance(group, (layer + 1) % layers), true);
            return;
        }
        for (Index layer = 0; layer < layers; ++layer) {
            add(BlockChip::Kind::Layer, QString::number(layer + 1), entrance(group, layer),
                m_here.layer == layer);
            m_chips.back().name =
                QStringLiteral("%1 %2").arg(groupName(group.front().place)).arg(layer + 1);
        }
    }

    void addParts(std::span<const Block> group) {
        bool first = true;
        // Behind the layers stands what belongs to none of them: the last norm.
        const std::optional<Index> layer = m_here.layer ? m_here.layer : lastLayer(group);
        for (const Block& block : group) {
            if (block.place.layer && block.place.layer != layer)
                continue;
            if (!first)
                mark(block.place.layer ? QStringLiteral("·") : QStringLiteral("→"));
            first = false;
            const bool adds = addsResidual(*m_scene.blocks->whole, block.scope->path);
            add(BlockChip::Kind::Part,
                m_terse.shortWords ? shortPartName(block.place, adds) : partName(block.place, adds),
                block, block.place == m_here);
        }
    }

    static std::optional<Index> lastLayer(std::span<const Block> group) {
        std::optional<Index> last;
        for (const Block& block : group)
            last = std::max(last, block.place.layer);
        return last;
    }

    const Scene& m_scene;
    Terseness m_terse;
    Scope m_here;
    std::vector<Block> m_blocks;
    std::vector<BlockChip> m_chips;
};

} // namespace

QFont blockChipFont(const BlockChip& chip, double textScale) {
    const bool strong = chip.current && chip.kind != BlockChip::Kind::Group;
    if (chip.kind == BlockChip::Kind::Layer)
        return numberFont(12 * textScale, strong ? QFont::Bold : QFont::Normal);
    return textFont(13 * textScale, chip.current ? QFont::DemiBold : QFont::Normal);
}

std::vector<BlockChip> layoutBlocks(const Scene& scene, QSizeF size) {
    if (!scene.isModel())
        return {};
    const double s = scene.display.textScale;
    const double left = 16 * s;
    const double height = 24 * s;
    std::vector<BlockChip> chips;
    for (const Terseness& terseness :
         {Terseness{}, Terseness{.shortGroups = true},
          Terseness{.shortGroups = true, .foldLayers = true},
          Terseness{.shortGroups = true, .shortWords = true},
          Terseness{.shortGroups = true, .foldLayers = true, .shortWords = true},
          Terseness{.foldLayers = true, .shortWords = true, .onlyCurrentGroup = true}}) {
        chips = Row(scene, terseness).take();
        double x = left;
        for (BlockChip& chip : chips) {
            // As wide as when it is chosen, so that nothing moves by being chosen.
            BlockChip chosen = chip;
            chosen.current = true;
            const double text =
                QFontMetricsF(blockChipFont(chosen, s)).horizontalAdvance(chip.text);
            const double padding = chip.kind == BlockChip::Kind::Mark    ? 2 * s
                                   : chip.kind == BlockChip::Kind::Layer ? 5 * s
                                   : terseness.onlyCurrentGroup          ? 4 * s
                                                                         : 8 * s;
            const double wide = chip.kind == BlockChip::Kind::Layer
                                    ? std::max(text + 2 * padding, 22 * s)
                                    : text + 2 * padding;
            chip.rect = QRectF(x, (size.height() - height) / 2, wide, height);
            x += wide;
        }
        if (x <= size.width() - 8 * s)
            break;
    }
    return chips;
}

std::optional<std::string> scopeOneLayerOn(const Scene& scene, int by) {
    if (!scene.isModel())
        return std::nullopt;
    Scope wanted = blockScope(scene.selection.scope);
    if (!wanted.layer)
        return std::nullopt;
    wanted.layer = *wanted.layer + by;
    for (const TraceScope& scope : scene.blocks->scopes) {
        if (blockScope(scope.path) == wanted)
            return scope.path;
    }
    return std::nullopt;
}

} // namespace headscope
