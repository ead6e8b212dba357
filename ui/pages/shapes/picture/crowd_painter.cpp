// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/block_painter.h"
#include "pages/shapes/picture/crowd_image.h"
#include "pages/shapes/picture/step_painter.h"

#include <QPainter>

#include <list>

namespace headscope {

namespace {

/// More parcels than this on their way at once would only cover each other.
constexpr Index mostParcels = 64;

/// What an image of a crowd was made of. Sampling a few hundred thousand pixels
/// takes longer than a frame, and only the groups move.
struct CrowdKey {
    std::uint64_t model = 0;
    std::size_t step = 0;
    BlockArrangement arrangement;
    BlockMeasures measures;
    Point origin;
    ShapesColour colour = ShapesColour::Head;
    ThemeKind theme = ThemeKind::Light;
    std::optional<Index> solo;
    std::size_t movingStep = 0;
    bool marked = false;
    bool operator==(const CrowdKey&) const = default;
};

const CrowdImage& crowdImage(const CrowdKey& key, const Journey& journey,
                             const BlockGeometry& blocks, const ElementStyle& style,
                             const StepGroups* moving, const Journey* right) {
    constexpr std::size_t kept = 6;
    thread_local std::list<std::pair<CrowdKey, CrowdImage>> images;
    for (auto found = images.begin(); found != images.end(); ++found) {
        if (found->first == key) {
            images.splice(images.begin(), images, found);
            return images.front().second;
        }
    }
    images.emplace_front(key, makeCrowdImage(journey, key.step, blocks, style, moving, right));
    if (images.size() > kept)
        images.pop_back();
    return images.front().second;
}

CrowdKey keyOf(const StepFrame& frame, std::size_t step, const BlockGeometry& blocks) {
    CrowdKey key;
    key.model = frame.model.id;
    key.step = step;
    key.arrangement = blocks.arrangement();
    key.measures = blocks.measures();
    key.origin = blocks.origin();
    key.colour = frame.style.colouring();
    key.theme = frame.style.theme().kind;
    key.solo = frame.style.soloHead();
    return key;
}

/// The pixels of groups from `first` up to `end`, the others faintly.
void paintGroups(QPainter& painter, const CrowdImage& image, const BlockGeometry& blocks,
                 Index first, Index end, QRgb ghost) {
    QImage shown = image.colours;
    for (int y = 0; y < shown.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(shown.scanLine(y));
        const std::uint32_t* groups =
            image.groups.data() +
            static_cast<std::size_t>(y) * static_cast<std::size_t>(shown.width());
        for (int x = 0; x < shown.width(); ++x) {
            const std::uint32_t group = groups[x];
            if (group != CrowdImage::noGroup &&
                (static_cast<Index>(group) < first || static_cast<Index>(group) >= end))
                line[x] = ghost;
        }
    }
    painter.drawImage(QPointF(blocks.origin().x, blocks.origin().y), shown);
}

void paintWhole(QPainter& painter, const CrowdImage& image, QPointF at) {
    painter.drawImage(at, image.colours);
}

QRectF blockRect(const BlockGeometry& blocks, Index line, Index block) {
    const Point corner = blocks.blockOrigin(line, block);
    const Extent size = blocks.blockExtent();
    return {corner.x, corner.y, size.width, size.height};
}

/// Groups on their way, each as one parcel from where its elements were to its block.
void paintParcels(QPainter& painter, const StepFrame& frame, const StepGroups& groups) {
    const Journey& journey = frame.model.right;
    const std::size_t step = frame.position.move;
    const BlockGeometry& from = frame.geometry.before.blocks;
    const BlockGeometry& to = frame.geometry.after->blocks;
    const StepMotion motion(journey, step, from, to);
    const BlockArrangement& arrangement = to.arrangement();
    const bool byBlock = groups.count() == arrangement.blocks();
    Index parcels = 0;
    const Index end = groups.begun(frame.position.progress);
    for (Index group = groups.arrived(frame.position.progress);
         group < end && parcels < mostParcels; ++group) {
        const double own = groups.progressOf(group, frame.position.progress);
        const Index lines = std::min<Index>(byBlock ? arrangement.lines() : 1, mostParcels);
        for (Index line = 0; line < lines && parcels < mostParcels; ++line, ++parcels) {
            // The first and the last element of what becomes this block, and all between.
            PlacedBlock first;
            PlacedBlock last;
            if (byBlock) {
                first = {line, group, 0, 0};
                last = {line, group, arrangement.rows() - 1, arrangement.columns() - 1};
            } else {
                const Index row =
                    std::min(group, journey.elementCount() / arrangement.columns() - 1);
                const Index perBlock = arrangement.rows();
                first.row = last.row = row % perBlock;
                first.block = last.block = row / perBlock % arrangement.blocks();
                first.line = last.line =
                    std::min(row / perBlock / arrangement.blocks(), arrangement.lines() - 1);
                last.column = arrangement.columns() - 1;
            }
            const Index firstElement = journey.elementAt(step, arrangement.cellOf(first));
            const Index lastElement = journey.elementAt(step, arrangement.cellOf(last));
            const QRectF source =
                cellRect(from, journey.cellOf(step - 1, firstElement))
                    .united(cellRect(from, journey.cellOf(step - 1, lastElement)));
            const QRectF target = cellRect(to, first).united(cellRect(to, last));
            // As large as it will be, from the middle of where its elements were.
            const Point start{source.center().x() - target.width() / 2,
                              source.center().y() - target.height() / 2};
            const Point corner = motion.between(start, {target.x(), target.y()}, own);
            const QRectF rect(corner.x, corner.y, std::max(3.0, target.width()),
                              std::max(3.0, target.height()));
            const QColor colour(frame.style.fill(firstElement));
            painter.setBrush(colour);
            painter.setPen(QPen(frame.style.theme().base, 1));
            painter.drawRect(rect);
        }
    }
}

} // namespace

void paintCrowd(QPainter& painter, const StepFrame& frame) {
    const Journey& journey = frame.model.right;
    const std::size_t step = frame.position.move;
    const BlockGeometry& from = frame.geometry.before.blocks;
    const auto plain = [&](std::size_t shown, const BlockGeometry& blocks) {
        // x before its projection has numbers, but no elements of the journey.
        if (!journey.follows(shown)) {
            const BlockArrangement& arrangement = blocks.arrangement();
            for (Index line = 0; line < std::min<Index>(arrangement.lines(), 4096); ++line)
                painter.fillRect(blockRect(blocks, line, 0), frame.style.theme().neutralBar);
            return;
        }
        paintWhole(
            painter,
            crowdImage(keyOf(frame, shown, blocks), journey, blocks, frame.style, nullptr, nullptr),
            {blocks.origin().x, blocks.origin().y});
    };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (step == 0) {
        plain(0, from);
    } else if (journey[step].operation == LayoutOperation::Project) {
        plain(step - 1, from);
        if (frame.position.progress > 0) {
            painter.setOpacity(frame.position.progress);
            plain(step, frame.geometry.after->blocks);
        }
    } else {
        const BlockGeometry& to = frame.geometry.after->blocks;
        const StepGroups groups(journey, step);
        CrowdKey source = keyOf(frame, step - 1, from);
        CrowdKey target = keyOf(frame, step, to);
        source.movingStep = target.movingStep = step;
        const CrowdImage& before = crowdImage(source, journey, from, frame.style, &groups, nullptr);
        const CrowdImage& after = crowdImage(target, journey, to, frame.style, &groups, nullptr);
        const QRgb ghost = frame.style.theme().hairline.rgb();
        const double progress = frame.position.progress;
        paintGroups(painter, before, from, groups.begun(progress), groups.count(), ghost);
        paintGroups(painter, after, to, 0, groups.arrived(progress), ghost);
        paintParcels(painter, frame, groups);
    }
    painter.restore();
}

void paintWrongCrowd(QPainter& painter, const StepFrame& frame) {
    const Journey& wrong = *frame.model.wrong;
    const BlockGeometry& blocks = frame.geometry.wrong->blocks;
    CrowdKey key = keyOf(frame, wrong.lastStep(), blocks);
    key.marked = true;
    paintWhole(painter, crowdImage(key, wrong, blocks, frame.style, nullptr, &frame.model.right),
               {blocks.origin().x, blocks.origin().y});
}

} // namespace headscope
