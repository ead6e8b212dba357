// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure_preset.h"
#include "scene/scene.h"
#include "support/bounds.h"
#include "tensor/cell_span.h"

#include <QByteArray>
#include <QSize>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace headscope {

/// What a figure shows: the chosen heads of one tensor, for one sequence.
struct FigureRequest {
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const Run> run; ///< whose words stand at the axes
    /// The run that `trace` is a block of; null: that block is all there is.
    std::shared_ptr<const BlockMap> blocks;
    TensorName tensor = TensorName::AttentionWeights;
    Index sequence = 0;
    std::vector<int> heads; ///< from 0, in the order of drawing; empty: all
    bool mean = false;      ///< the mean of all heads, in the place of `heads`
    /// Rows and columns of each matrix that are drawn, as they lie where queries are rows; nothing:
    /// all. Colours and ranges are those of the whole.
    std::optional<CellSpan> part;
    FigurePreset preset = FigurePreset::Free;
    QSize size{1600, 900}; ///< in pixels of 1/96 inch; of FigurePreset::Free
    /// The page in millimetres, in the place of `size` or of what the preset proposes; empty:
    /// those.
    QSizeF millimetres;
    double dotsPerInch = 96; ///< of a PNG, whose pixels are size · dotsPerInch / 96
    ThemeKind theme = ThemeKind::Light;
    ColourMap map = ColourMap::Viridis;
    RangeChoice range;
    bool values = true;       ///< written in the cells, where they fit
    bool rowsAreKeys = false; ///< the transposed drawing
    bool told = true; ///< whether it names what scores are divided by, which a lesson may ask
    QString source;   ///< what the numbers come from: runTitle(); may be empty

    bool titled = true; ///< title, formula and subtitle stand above the panels
    QString title;      ///< in the place of what the tensor is called; empty: that
    QString subtitle;   ///< in the place of where the numbers come from; empty: that
    /// Below everything; an empty text: what the figure says of itself.
    std::optional<QString> caption;
    bool letters = false; ///< a, b, c … at the panels
    int gridColumns = 0;  ///< panels side by side; 0: what gives the largest cells
    bool crop = false;    ///< the page ends where its content does

    std::string_view scope() const {
        return blocks ? std::string_view(blocks->shown.path) : std::string_view();
    }
};

/// The figure of the stage that is shown, of the heads that are: all of them, or the one that
/// stands alone. Without a source. The scene has a trace.
FigureRequest figureRequest(const Scene& scene);

/// Whether a matrix has those rows and columns; the Error says how many it has.
Status checkPart(const CellSpan& part, Index rows, Index columns);

/// Whether a tensor of the trace has several heads of query × key, which have a mean.
bool hasMeanOfHeads(const Trace& trace, TensorName name);
/// That it has not.
Error noMeanOfHeads(TensorName name);

/// How a figure is made; its bytes do not depend on it.
struct FigureWork {
    CancellationToken cancellation;
    std::function<void(double)> progress; ///< from 0 to 1, in the thread that renders; may be empty

    bool isCancelled() const { return cancellation.isCancelled(); }
};

enum class FigureFormat : std::uint8_t { Png, Svg, Pdf };

struct FigureEnding {
    const char* ending; ///< ".svg"
    FigureFormat format;
};
/// All that figures are written as.
std::span<const FigureEnding> figureEndings();
/// By the ending of the name, in any case; nothing for any other ending.
std::optional<FigureFormat> figureFormatOf(const QString& fileName);
/// Of a name with another one; `also` would be taken besides.
Error noFigureName(const QString& fileName, const char* also = nullptr);

inline constexpr int smallestFigureWidth = 240;
inline constexpr int smallestFigureHeight = 180;
inline constexpr int largestFigureSide = 20000;
/// Dots per inch of a PNG.
inline constexpr Bounds<int> figureDots{24, 1200};
/// Whether a page may be so large; the Error says how large it may be.
Status checkFigureSize(const QSizeF& size);

/// What a figure leaves out because it has no room for it at its sizes of type, as sentences in
/// the language of the installed translators.
using FigureNotes = QStringList;

/// The complete file. The same request gives the same bytes, but for the date
/// in a PDF. Needs a QGuiApplication (fonts). Text is in the language of the
/// installed translators. An Error where the trace has no such tensor, head or
/// sequence, where the size is out of bounds, where nothing fits at sizes of type that are given,
/// or once it is cancelled.
Result<QByteArray> renderFigure(const FigureRequest& request, FigureFormat format,
                                const FigureWork& work = {}, FigureNotes* notes = nullptr);

} // namespace headscope
