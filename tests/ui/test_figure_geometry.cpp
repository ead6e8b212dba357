// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/figure_geometry.h"
#include "support/test_program.h"

#include <QtTest>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <set>

using namespace headscope;

namespace {

/// Letters of 0.6 em, everything beyond Latin 1 em: no fonts, no application.
class PlainMeasure : public TextMeasure {
public:
    double emWidth(const QString& text, FigureFont, bool bold) const override {
        double width = 0;
        for (const QChar c : text)
            width += c.unicode() < 0x2e80 ? (bold ? 0.65 : 0.6) : 1.0;
        return width;
    }
};

QStringList numbers(Index count) {
    QStringList labels;
    for (Index i = 0; i < count; ++i)
        labels << QString::number(i + 1);
    return labels;
}

FigureGeometryInput inputOf(QSizeF size, int panels, Index rows, Index columns) {
    FigureGeometryInput in;
    in.size = size;
    in.panels = panels;
    in.rows = rows;
    in.columns = columns;
    for (Index i = 0; i < rows; ++i)
        in.rowLabels << QStringLiteral("token%1").arg(i);
    for (Index i = 0; i < columns; ++i)
        in.columnLabels << QStringLiteral("token%1").arg(i);
    in.rowAxis = QStringLiteral("query ↓");
    in.columnAxis = QStringLiteral("key →");
    in.title = QStringLiteral("Attention weights");
    in.formula = QStringLiteral("= softmax(Q·K^{T} ÷ √d_{k})");
    in.note = QStringLiteral("Book a flight");
    for (int i = 0; i < panels; ++i) {
        in.panelTitles << QStringLiteral("head %1").arg(i + 1);
        in.badgeNumbers << QString::number(i + 1);
    }
    in.barLabels = {QStringLiteral("0"), QStringLiteral("0.5"), QStringLiteral("1")};
    in.legend = {LegendKind::Masked};
    in.legendTexts = {QStringLiteral("masked")};
    in.valueCharacters[0] = 5;
    in.valueCharacters[1] = 4;
    return in;
}

FigureGeometry laidOut(const FigureGeometryInput& in) {
    return layoutFigure(in, PlainMeasure());
}

struct Thing {
    QRectF box;
    QString name;
};

/// Everything that must not lie on anything else.
std::vector<Thing> thingsOf(const FigureGeometry& geometry) {
    std::vector<Thing> things;
    for (std::size_t i = 0; i < geometry.matrices.size(); ++i)
        things.push_back({geometry.matrices[i].bounds(), QStringLiteral("matrix %1").arg(i)});
    for (std::size_t i = 0; i < geometry.badges.size(); ++i)
        things.push_back({geometry.badges[i], QStringLiteral("badge %1").arg(i)});
    for (const FigureRule& rule : geometry.rules)
        things.push_back({rule.rect, QStringLiteral("rule %1").arg(rule.group)});
    things.push_back({geometry.bar, QStringLiteral("bar")});
    for (const FigureSwatch& swatch : geometry.swatches)
        things.push_back({swatch.rect, QStringLiteral("swatch")});
    for (const FigureText& text : geometry.texts) {
        if (text.role != FigureRole::BadgeNumber)
            things.push_back(
                {text.box,
                 QStringLiteral("text \"%1\" of panel %2").arg(text.text).arg(text.panel)});
    }
    return things;
}

QString described(const Thing& thing) {
    return QStringLiteral("%1 (%2, %3, %4 x %5)")
        .arg(thing.name)
        .arg(thing.box.x())
        .arg(thing.box.y())
        .arg(thing.box.width())
        .arg(thing.box.height());
}

/// The first thing that is wrong with a layout; empty where nothing is.
QString fault(const FigureGeometryInput& in, const FigureGeometry& geometry) {
    if (static_cast<int>(geometry.matrices.size()) != in.panels)
        return QStringLiteral("%1 of %2 panels").arg(geometry.matrices.size()).arg(in.panels);
    // A box is ascent to descent of every script; ink is smaller by more than this.
    const double slack = 0.75;
    const QRectF page(QPointF(0, 0), geometry.size);
    const std::vector<Thing> things = thingsOf(geometry);
    for (const Thing& thing : things) {
        if (!page.contains(thing.box))
            return QStringLiteral("outside: ") + described(thing);
    }
    // Sorted by their left edge, only neighbours have to be compared.
    std::vector<Thing> sorted = things;
    std::sort(sorted.begin(), sorted.end(),
              [](const Thing& a, const Thing& b) { return a.box.left() < b.box.left(); });
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const QRectF box = sorted[i].box.adjusted(slack, slack, -slack, -slack);
        for (std::size_t j = i + 1; j < sorted.size() && sorted[j].box.left() < box.right(); ++j) {
            if (box.intersects(sorted[j].box.adjusted(slack, slack, -slack, -slack)))
                return described(sorted[i]) + QStringLiteral(" lies on ") + described(sorted[j]);
        }
    }
    const auto says = [&](FigureRole role) {
        return std::any_of(geometry.texts.begin(), geometry.texts.end(),
                           [&](const FigureText& text) { return text.role == role; });
    };
    for (const FigureRole role :
         {FigureRole::RowAxis, FigureRole::ColumnAxis, FigureRole::BarLabel}) {
        if (!says(role))
            return QStringLiteral("role %1 is missing").arg(static_cast<int>(role));
    }
    for (const MatrixGeometry& matrix : geometry.matrices) {
        if (!(matrix.pitchX > 0 && matrix.pitchY > 0))
            return QStringLiteral("cells without a size");
    }
    return {};
}

} // namespace

namespace rc {
template <> struct Arbitrary<FigureGeometryInput> {
    static Gen<FigureGeometryInput> arbitrary() {
        return gen::exec([] {
            const auto pick = [](int low, int high) { return *gen::inRange(low, high + 1); };
            const int extent = *gen::element(1, 2, 10, 24, 100, 512);
            FigureGeometryInput in = inputOf(QSizeF(pick(240, 2400), pick(180, 1800)),
                                             *gen::element(1, 2, 3, 4, 8, 12, 32), pick(1, extent),
                                             pick(1, *gen::element(1, 2, 10, 24, 100, 512)));
            const auto label = [&]() -> QString {
                switch (pick(0, 4)) {
                case 0: return QStringLiteral("我");
                case 1: return QStringLiteral("incomprehensibilities (12)");
                case 2: return QStringLiteral("北京北京北京北京北京北京北京北京北京北京");
                case 3: return QString(pick(1, 200), u'w');
                default: return QStringLiteral("the");
                }
            };
            for (QString& text : in.rowLabels)
                text = label();
            for (QString& text : in.columnLabels)
                text = label();
            in.squareCells = *gen::arbitrary<bool>();
            if (*gen::arbitrary<bool>()) {
                in.columnLabels = numbers(in.columns);
                in.columnNumbers = true;
            }
            if (in.panels == 1 && *gen::arbitrary<bool>()) {
                in.panelTitles.clear();
                in.badgeNumbers.clear();
            }
            if (*gen::arbitrary<bool>())
                in.title = label() + label();
            if (*gen::arbitrary<bool>())
                in.note = label() + label() + label();
            if (*gen::arbitrary<bool>())
                in.legendTexts << QStringLiteral("each head has its own range");
            if (!in.panelTitles.isEmpty() && pick(0, 3) == 0)
                for (int i = 0; i < in.panels; ++i)
                    in.panelNotes << QStringLiteral("±12.34");
            if (!in.panelTitles.isEmpty() && pick(0, 3) == 0)
                for (int i = 0; i < in.panels; ++i)
                    in.panelJobs << label() + QStringLiteral(" .99");
            return in;
        });
    }
};
} // namespace rc

namespace headscope {
std::ostream& operator<<(std::ostream& out, const FigureGeometryInput& in) {
    return out << in.size.width() << "x" << in.size.height() << ", panels " << in.panels << ", "
               << in.rows << " rows, " << in.columns << " columns, numbers " << in.columnNumbers
               << ", square " << in.squareCells << ", titles " << in.panelTitles.size()
               << ", notes " << in.panelNotes.size() << ", jobs " << in.panelJobs.size()
               << ", title " << in.title.toStdString() << ", note " << in.note.toStdString();
}
} // namespace headscope

class TestFigureGeometry : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothing_overlaps_and_nothing_leaves_the_page();
    void known_figures_data();
    void known_figures();
    void many_panels_stay_on_a_page_of_any_width();
    void eight_heads_make_a_grid_of_two_rows();
    void a_tall_page_makes_a_tall_grid();
    void cells_lie_in_order_and_on_whole_pixels();
    void values_are_written_only_where_they_fit();
    void long_tokens_are_elided_and_keep_their_index();
    void crowded_labels_are_left_out_evenly();
    void groups_of_columns_carry_their_heads();
    void label_steps();
    void given_type_is_kept_on_every_page();
    void a_journal_figure_uses_its_width_data();
    void a_journal_figure_uses_its_width();
    void axes_are_shared_on_paper();
    void columns_can_be_chosen();
    void a_crop_leaves_the_margin_alone();
    void a_caption_is_broken_into_lines();
    void matrices_of_another_shape_may_have_wide_cells();
    void printable_text_data();
    void printable_text();
};

void TestFigureGeometry::nothing_overlaps_and_nothing_leaves_the_page() {
    QVERIFY(rc::check("no overlap, all inside", [](const FigureGeometryInput& in) {
        const QString wrong = fault(in, laidOut(in));
        RC_ASSERT(wrong.toStdString() == "");
    }));
}

void TestFigureGeometry::known_figures_data() {
    QTest::addColumn<QSizeF>("size");
    QTest::addColumn<int>("panels");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::newRow("one_cell") << QSizeF(1600, 900) << 1 << 1 << 1;
    QTest::newRow("one_query") << QSizeF(1600, 900) << 1 << 1 << 10;
    QTest::newRow("one_key") << QSizeF(1600, 900) << 1 << 10 << 1;
    QTest::newRow("sentence_of_four_heads") << QSizeF(1600, 900) << 4 << 10 << 10;
    QTest::newRow("thirty_two_heads") << QSizeF(1600, 900) << 32 << 10 << 10;
    QTest::newRow("merged_context") << QSizeF(1600, 900) << 1 << 100 << 24;
    QTest::newRow("128_tokens") << QSizeF(1600, 900) << 8 << 128 << 128;
    QTest::newRow("512_tokens") << QSizeF(1600, 900) << 8 << 512 << 512;
    QTest::newRow("one_row_of_512") << QSizeF(1600, 900) << 1 << 1 << 512;
    QTest::newRow("one_column_of_journal") << QSizeF(336, 250) << 8 << 10 << 10;
    QTest::newRow("smallest_page_most_heads") << QSizeF(240, 180) << 32 << 10 << 10;
    QTest::newRow("smallest_page_long_text") << QSizeF(240, 180) << 8 << 128 << 128;
    QTest::newRow("poster") << QSizeF(20000, 11250) << 12 << 24 << 24;
    QTest::newRow("ribbon") << QSizeF(4000, 180) << 8 << 10 << 10;
    QTest::newRow("tower") << QSizeF(240, 4000) << 8 << 10 << 10;
    QTest::newRow("layers_of_heads") << QSizeF(1600, 900) << 144 << 12 << 12;
}

void TestFigureGeometry::known_figures() {
    QFETCH(QSizeF, size);
    QFETCH(int, panels);
    QFETCH(int, rows);
    QFETCH(int, columns);
    const FigureGeometryInput in = inputOf(size, panels, rows, columns);
    QCOMPARE(fault(in, laidOut(in)), QString());
}

void TestFigureGeometry::many_panels_stay_on_a_page_of_any_width() {
    for (int width = 1150; width < 1250; ++width) {
        FigureGeometryInput in = inputOf(QSizeF(width, 180), 32, 18, 28);
        in.squareCells = false;
        const QString wrong = fault(in, laidOut(in));
        QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("%1: %2").arg(width).arg(wrong)));
    }
}

void TestFigureGeometry::eight_heads_make_a_grid_of_two_rows() {
    const FigureGeometry geometry = laidOut(inputOf({1600, 900}, 8, 10, 10));
    QCOMPARE(geometry.gridColumns, 4);
    QVERIFY(geometry.matrices[0].pitchX >= 24);
    QCOMPARE(geometry.matrices[0].pitchX, geometry.matrices[0].pitchY);
    QVERIFY(geometry.valuePixels >= 7);
}

void TestFigureGeometry::a_tall_page_makes_a_tall_grid() {
    QCOMPARE(laidOut(inputOf({600, 1600}, 8, 10, 10)).gridColumns, 2);
    QCOMPARE(laidOut(inputOf({3000, 400}, 8, 10, 10)).gridColumns, 8);
}

void TestFigureGeometry::cells_lie_in_order_and_on_whole_pixels() {
    for (const int panels : {1, 3, 8, 32}) {
        const FigureGeometry geometry = laidOut(inputOf({1600, 900}, panels, 10, 10));
        for (const MatrixGeometry& matrix : geometry.matrices) {
            QCOMPARE(matrix.origin, QPointF(matrix.origin.toPoint()));
            QCOMPARE(matrix.pitchX, std::floor(matrix.pitchX));
            QVERIFY(matrix.cellRect(0, 0).right() <= matrix.cellRect(0, 1).left());
            QVERIFY(matrix.cellRect(0, 0).bottom() <= matrix.cellRect(1, 0).top());
            QCOMPARE(matrix.cellRect(9, 9).bottomRight(), matrix.bounds().bottomRight());
        }
    }
}

void TestFigureGeometry::values_are_written_only_where_they_fit() {
    bool some = false;
    bool none = false;
    for (int side = 240; side < 2000; side += 40) {
        const FigureGeometry geometry = laidOut(inputOf(QSizeF(side, side), 4, 10, 10));
        const double pitch = geometry.matrices[0].pitchX;
        some = some || geometry.valuePixels > 0;
        none = none || geometry.valuePixels == 0;
        if (geometry.valuePixels == 0)
            continue;
        QVERIFY(geometry.valueWidth * 0.6 * geometry.valuePixels <
                pitch - geometry.matrices[0].gapX);
        QVERIFY(geometry.valuePixels * 1.1 < pitch);
    }
    QVERIFY(some && none);
}

void TestFigureGeometry::long_tokens_are_elided_and_keep_their_index() {
    const PlainMeasure measure;
    const QString text = QStringLiteral("incomprehensibilities (12)");
    QCOMPARE(measure.elided(text, 10, 1000), text);
    QCOMPARE(measure.elided(text, 10, 60), QStringLiteral("inco… (12)"));
    QCOMPARE(measure.elided(text, 10, 20), QStringLiteral("…"));
    // Two that would look alike lose their beginnings instead.
    const QStringList apart = measure.elidedApart(
        {QStringLiteral("www.example.org/a"), QStringLiteral("www.example.org/b"),
         QStringLiteral("incomprehensible"), QStringLiteral("short")},
        10, 60);
    QVERIFY2(apart[0].startsWith(u'…') && apart[0].endsWith(QStringLiteral("/a")),
             qPrintable(apart[0]));
    QVERIFY(apart[1].endsWith(QStringLiteral("/b")));
    QVERIFY(apart[2].startsWith(QStringLiteral("inco")) && apart[2].endsWith(u'…'));
    QCOMPARE(apart[3], QStringLiteral("short"));
    // Those that end alike, too, are cut before what tells them apart.
    const QStringList middle =
        measure.elidedApart({QStringLiteral("https://example.org/one/index.html"),
                             QStringLiteral("https://example.org/two/index.html"),
                             QStringLiteral("https://example.org/twin/index.html (3)"),
                             QStringLiteral("https://example.org/twin/index.html (4)")},
                            10, 60);
    QVERIFY2(middle[0].startsWith(QStringLiteral("…one")), qPrintable(middle[0]));
    QVERIFY2(middle[1].startsWith(QStringLiteral("…two")), qPrintable(middle[1]));
    QCOMPARE(middle[2], QStringLiteral("https… (3)"));
    QVERIFY(middle[3].endsWith(QStringLiteral("(4)")));
    for (const QString& label : middle)
        QVERIFY(measure.emWidth(label, FigureFont::Text, false) * 10 <= 60);
    // Never half of a character.
    const QString cats = QStringLiteral("🐱🐱🐱🐱");
    const QString shorter = measure.elided(cats, 10, 50);
    QVERIFY(shorter.endsWith(u'…') && shorter.size() % 2 == 1 && shorter.size() < cats.size());
}

void TestFigureGeometry::crowded_labels_are_left_out_evenly() {
    const FigureGeometry geometry = laidOut(inputOf({1600, 900}, 1, 512, 512));
    std::vector<int> rows;
    for (const FigureText& text : geometry.texts) {
        if (text.role == FigureRole::RowLabel)
            rows.push_back(text.index);
    }
    QVERIFY(rows.size() > 10 && rows.size() < 100);
    for (std::size_t i = 0; i + 1 < rows.size(); ++i)
        QCOMPARE(rows[i + 1] - rows[i], rows[1] - rows[0]);
}

void TestFigureGeometry::groups_of_columns_carry_their_heads() {
    FigureGeometryInput in = inputOf({1600, 900}, 1, 100, 24);
    in.panelTitles.clear();
    in.badgeNumbers.clear();
    in.squareCells = false;
    in.columnGroups = 8;
    in.columnLabels = numbers(8);
    in.columnNumbers = true;
    const FigureGeometry geometry = laidOut(in);
    QCOMPARE(fault(in, geometry), QString());
    QCOMPARE(geometry.rules.size(), std::size_t{8});
    const MatrixGeometry& matrix = geometry.matrices[0];
    for (int group = 0; group < 8; ++group) {
        const QRectF rule = geometry.rules[static_cast<std::size_t>(group)].rect;
        QVERIFY(rule.left() >= matrix.cellRect(0, group * 3).left());
        QVERIFY(rule.right() <= matrix.cellRect(0, group * 3 + 2).right());
        QVERIFY(rule.bottom() < matrix.origin.y());
    }
}

void TestFigureGeometry::label_steps() {
    QCOMPARE(figureLabelStep(20, 15, 10), Index{1});
    QCOMPARE(figureLabelStep(10, 15, 10), Index{2});
    QCOMPARE(figureLabelStep(4, 15, 100), Index{5});
    QCOMPARE(figureLabelStep(1.5, 15, 100), Index{10});
    QCOMPARE(figureLabelStep(0.1, 15, 1000), Index{200});
    QCOMPARE(figureLabelStep(10, 15, 1), Index{0});
    QVERIFY(isFigureLabelled(0, 5, 20, false) && isFigureLabelled(5, 5, 20, false));
    QVERIFY(isFigureLabelled(4, 5, 20, true) && !isFigureLabelled(0, 5, 20, true));
    QVERIFY(isFigureLabelled(2, 5, 3, true));
}

namespace {

/// The page of a preset, in half points.
FigureGeometryInput onPaper(FigureGeometryInput in, FigurePreset preset) {
    const FigurePresetSize page = sizeOf(preset).value();
    in.size = page.millimetres * (72 * 2 / 25.4);
    in.type = page.type;
    in.margin = page.margin;
    in.cropHeight = page.heightFollows;
    return in;
}

/// The first text that is smaller than it may be.
QString tooSmall(const FigureGeometry& geometry, int smallest) {
    for (const FigureText& text : geometry.texts) {
        if (text.pixels < smallest)
            return text.text;
    }
    return geometry.valuePixels > 0 && geometry.valuePixels < smallest
               ? QStringLiteral("the values")
               : QString();
}

} // namespace

void TestFigureGeometry::given_type_is_kept_on_every_page() {
    int shown = 0;
    QVERIFY(rc::check("7 pt, 6.5 pt, never below 6 pt", [&](FigureGeometryInput in) {
        in = onPaper(in, *rc::gen::element(FigurePreset::Column, FigurePreset::Columns,
                                           FigurePreset::Slide));
        in.letters = *rc::gen::arbitrary<bool>();
        in.cropWidth = *rc::gen::arbitrary<bool>();
        in.gridColumns = *rc::gen::element(0, 0, 1, 2, 5);
        if (*rc::gen::arbitrary<bool>())
            in.caption =
                QStringLiteral("What this shows: 我 looks at 机票, and the others do not.");
        const FigureGeometry geometry = laidOut(in);
        if (geometry.matrices.empty())
            return; // an Error says so
        ++shown;
        RC_ASSERT(fault(in, geometry).toStdString() == "");
        RC_ASSERT(tooSmall(geometry, in.type->smallest).toStdString() == "");
        RC_ASSERT(geometry.size.width() <= in.size.width());
        RC_ASSERT(geometry.size.height() <= in.size.height());
        if (in.gridColumns > 0)
            RC_ASSERT(geometry.gridColumns == std::min(in.gridColumns, in.panels));
    }));
    QVERIFY2(shown > 25, qPrintable(QString::number(shown)));
}

void TestFigureGeometry::a_journal_figure_uses_its_width_data() {
    QTest::addColumn<int>("preset");
    QTest::addColumn<int>("panels");
    QTest::addColumn<int>("across");
    const auto row = [](const char* name, FigurePreset preset, int panels, int across) {
        QTest::newRow(name) << static_cast<int>(preset) << panels << across;
    };
    row("narrow_four_heads", FigurePreset::Column, 4, 2);
    row("narrow_eight_heads", FigurePreset::Column, 8, 3);
    row("wide_four_heads", FigurePreset::Columns, 4, 4);
    row("wide_twelve_heads", FigurePreset::Columns, 12, 4);
}

void TestFigureGeometry::a_journal_figure_uses_its_width() {
    QFETCH(int, preset);
    QFETCH(int, panels);
    QFETCH(int, across);
    FigureGeometryInput in = inputOf({}, panels, 10, 10);
    for (QStringList* labels : {&in.rowLabels, &in.columnLabels})
        labels->fill(QStringLiteral("我们"));
    in = onPaper(in, static_cast<FigurePreset>(preset));
    const FigureGeometry geometry = laidOut(in);
    QCOMPARE(fault(in, geometry), QString());
    QCOMPARE(geometry.gridColumns, across);
    QCOMPARE(geometry.size.width(), in.size.width());
    QVERIFY(geometry.size.height() < in.size.height());
    for (const FigureText& text : geometry.texts) {
        if (text.role == FigureRole::RowLabel || text.role == FigureRole::ColumnLabel)
            QVERIFY(text.pixels >= 12 && text.pixels <= 14); // 6 to 7 pt
        if (text.role == FigureRole::BarLabel)
            QCOMPARE(text.pixels, 13);
    }
}

void TestFigureGeometry::axes_are_shared_on_paper() {
    const FigureGeometry geometry = laidOut(onPaper(inputOf({}, 4, 6, 6), FigurePreset::Column));
    QCOMPARE(geometry.gridColumns, 2);
    std::map<FigureRole, std::set<int>> panels;
    for (const FigureText& text : geometry.texts)
        panels[text.role].insert(text.panel);
    QCOMPARE(panels[FigureRole::ColumnLabel], (std::set{0, 1}));
    QCOMPARE(panels[FigureRole::RowLabel], (std::set{0, 2}));
    QCOMPARE(panels[FigureRole::RowAxis], (std::set{0}));
}

void TestFigureGeometry::columns_can_be_chosen() {
    for (const int across : {1, 2, 3, 5, 8, 20}) {
        FigureGeometryInput in = inputOf({1600, 900}, 8, 10, 10);
        in.gridColumns = across;
        const FigureGeometry geometry = laidOut(in);
        QCOMPARE(geometry.gridColumns, std::min(across, 8));
        QCOMPARE(fault(in, geometry), QString());
    }
}

void TestFigureGeometry::a_crop_leaves_the_margin_alone() {
    FigureGeometryInput in = inputOf({1600, 900}, 1, 10, 10);
    const FigureGeometry whole = laidOut(in);
    in.cropWidth = in.cropHeight = true;
    const FigureGeometry cropped = laidOut(in);
    QCOMPARE(fault(in, cropped), QString());
    QVERIFY(cropped.size.width() < whole.size.width() - 100);
    QRectF content;
    for (const Thing& thing : thingsOf(cropped))
        content |= thing.box;
    constexpr double margin = 28;
    for (const double side : {content.left(), content.top(), cropped.size.width() - content.right(),
                              cropped.size.height() - content.bottom()})
        QVERIFY2(side >= margin && side < margin + 2, qPrintable(QString::number(side)));
    // Nothing else has changed, and cells still begin on whole pixels.
    QCOMPARE(cropped.matrices[0].pitchX, whole.matrices[0].pitchX);
    QCOMPARE(cropped.matrices[0].origin.x(), std::round(cropped.matrices[0].origin.x()));
    QCOMPARE(cropped.texts.size(), whole.texts.size());
}

void TestFigureGeometry::a_caption_is_broken_into_lines() {
    FigureGeometryInput in = inputOf({480, 700}, 1, 4, 4);
    in.caption = QStringLiteral("Rows are queries, columns are keys; the darker a cell, the less "
                                "of its attention the query gives to the key.\nEnd");
    const FigureGeometry geometry = laidOut(in);
    QCOMPARE(fault(in, geometry), QString());
    QStringList lines;
    for (const FigureText& text : geometry.texts) {
        if (text.role == FigureRole::Caption)
            lines << text.text;
    }
    QVERIFY(lines.size() > 2);
    QCOMPARE(lines.takeLast(), QStringLiteral("End"));
    QCOMPARE(lines.join(u' ') + QStringLiteral("\nEnd"), in.caption); // no word is lost
}

void TestFigureGeometry::matrices_of_another_shape_may_have_wide_cells() {
    FigureGeometryInput in = inputOf({1600, 500}, 2, 40, 12);
    const FigureGeometry square = laidOut(in);
    QCOMPARE(square.matrices[0].pitchX, square.matrices[0].pitchY);
    in.squareCells = false;
    const FigureGeometry wide = laidOut(in);
    QVERIFY(wide.matrices[0].pitchX > wide.matrices[0].pitchY);
    QCOMPARE(fault(in, wide), QString());
}

void TestFigureGeometry::printable_text_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("plain") << QStringLiteral("订了 <b>") << QStringLiteral("订了 <b>");
    QTest::newRow("newline") << QStringLiteral("a\nb") << QStringLiteral("a\\nb");
    QTest::newRow("turning") << QStringLiteral("a\u202Eb\u2066c\u200F")
                             << QStringLiteral("a\\u202Eb\\u2066c\\u200F");
    const QString ours = QStringLiteral("\u200E\u2068שלום\u2069");
    QTest::newRow("a_label_that_turns")
        << ours + QStringLiteral(" → a") << ours + QStringLiteral(" → a");
    QTest::newRow("half_of_its_marks")
        << QStringLiteral("\u200E\u2068x") << QStringLiteral("\\u200E\\u2068x");
    QTest::newRow("nul_and_escape")
        << QString::fromLatin1("\0\x1b", 2) << QStringLiteral("\\u0000\\u001B");
    QTest::newRow("delete") << QStringLiteral("\x7f") << QStringLiteral("\\u007F");
    QTest::newRow("blank") << QStringLiteral("  ") << QStringLiteral("␣");
    QTest::newRow("empty") << QString() << QStringLiteral("␣");
    QTest::newRow("lone_surrogate") << QString(QChar(0xd83d)) << QStringLiteral("\ufffd");
    QTest::newRow("emoji") << QStringLiteral("🐱") << QStringLiteral("🐱");
    QTest::newRow("not_a_character") << QString(QChar(0xffff)) << QStringLiteral("\\uFFFF");
}

void TestFigureGeometry::printable_text() {
    QFETCH(QString, text);
    QTEST(printable(text), "expected");
}

HEADSCOPE_TEST(TestFigureGeometry, QCoreApplication)
#include "test_figure_geometry.moc"
