// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/palette.h"
#include "scene/value_range.h"

#include "scene/colour_tables.h"
#include "support/numbers.h"
#include "support/test_program.h"

#include <QtTest>

#include <cmath>
#include <limits>
#include <set>

using namespace headscope;

namespace {

constexpr ColourMap allMaps[] = {ColourMap::Viridis,        ColourMap::Cividis, ColourMap::Magma,
                                 ColourMap::Grey,           ColourMap::Paper,   ColourMap::RedBlue,
                                 ColourMap::PaperAroundZero};
constexpr float largest = std::numeric_limits<float>::max();

/// WCAG 2: from 1 : 1 to 21 : 1.
double contrast(QRgb a, QRgb b) {
    const double la = relativeLuminance(a);
    const double lb = relativeLuminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

} // namespace

class TestPalette : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tables_are_the_published_ones();
    void luminance_of_known_colours();
    void paper_is_white_and_darker_with_the_value();
    void sequential_maps_get_lighter_with_the_value();
    void grey_prints_tell_plus_from_minus();
    void red_blue_is_neutral_and_lightest_at_zero();
    void text_on_every_cell_colour_has_contrast_4_5();
    void values_beyond_the_range_take_its_ends();
    void nan_has_a_colour_that_no_map_comes_near();
    void colours_follow_the_value_in_equal_bins();
    void themes_are_readable();
    void head_colours_repeat_after_eight();
    void what_vanishes_on_its_ground_has_an_edge();
};

void TestPalette::tables_are_the_published_ones() {
    QCOMPARE(viridisTable.front(), QRgb{0xff440154});
    QCOMPARE(viridisTable[128], QRgb{0xff21918c});
    QCOMPARE(viridisTable.back(), QRgb{0xfffde725});
    QCOMPARE(magmaTable.front(), QRgb{0xff000004});
    QCOMPARE(magmaTable.back(), QRgb{0xfffcfdbf});
    QCOMPARE(cividisTable.back(), QRgb{0xfffee838});
}

void TestPalette::luminance_of_known_colours() {
    QCOMPARE(relativeLuminance(0xff000000), 0.0);
    QCOMPARE(relativeLuminance(0xffffffff), 1.0);
    QVERIFY(std::abs(relativeLuminance(0xff808080) - 0.215861) < 1e-6);
    QVERIFY(std::abs(relativeLuminance(0xff00ff00) - 0.7152) < 1e-9);
}

void TestPalette::paper_is_white_and_darker_with_the_value() {
    QCOMPARE(colourAt(ColourMap::Paper, 0), QRgb{0xffffffff});
    QCOMPARE(colourAt(ColourMap::PaperAroundZero, 0), QRgb{0xffffffff});
    for (const ColourMap map : {ColourMap::Paper, ColourMap::PaperAroundZero}) {
        double before = 2;
        for (int i = 0; i <= 255; ++i) {
            const double now = relativeLuminance(colourAt(map, i / 255.0));
            QVERIFY2(now < before + 1e-9, qPrintable(QStringLiteral("entry %1").arg(i)));
            before = now;
        }
        QCOMPARE(colourAt(map, 1), QRgb{0xff000000});
    }
    // Nothing at all is light, and both sides are far from it.
    const QRgb zero = colourOf(ColourMap::PaperAroundZero, {-2, 2}, 0.0F);
    QVERIFY(relativeLuminance(zero) > 0.4);
    QVERIFY(relativeLuminance(zero) < 0.5);
}

void TestPalette::sequential_maps_get_lighter_with_the_value() {
    for (const ColourMap map : sequentialMaps) {
        if (map == ColourMap::Paper)
            continue;
        double before = -1;
        for (int i = 0; i < 256; ++i) {
            const double now = relativeLuminance(colourAt(map, (i + 0.5) / 256));
            // Rounding to 8 bits may make two neighbours equal, or differ by a hair.
            QVERIFY2(now > before - 0.0005, qPrintable(QStringLiteral("entry %1").arg(i)));
            before = std::max(now, before);
        }
        QVERIFY(relativeLuminance(colourAt(map, 1)) - relativeLuminance(colourAt(map, 0)) > 0.5);
    }
}

void TestPalette::grey_prints_tell_plus_from_minus() {
    for (const ColourMap chosen : sequentialMaps) {
        const bool grey = chosen == ColourMap::Grey || chosen == ColourMap::Paper;
        const ColourMap map = mapOf(TensorName::Scores, chosen);
        QCOMPARE(map, chosen == ColourMap::Grey    ? chosen
                      : chosen == ColourMap::Paper ? ColourMap::PaperAroundZero
                                                   : ColourMap::RedBlue);
        QCOMPARE(mapOf(TensorName::AttentionWeights, chosen), chosen);
        const double apart = std::abs(relativeLuminance(colourOf(map, {-14, 14}, 14.0F)) -
                                      relativeLuminance(colourOf(map, {-14, 14}, -14.0F)));
        QCOMPARE(apart > 0.9, grey);
    }
}

void TestPalette::red_blue_is_neutral_and_lightest_at_zero() {
    const ValueRange range{-3, 3};
    QCOMPARE(colourOf(ColourMap::RedBlue, range, 0.0F), QRgb{0xfff7f7f7});
    QCOMPARE(colourOf(ColourMap::RedBlue, range, -3.0F), QRgb{0xff053061});
    QCOMPARE(colourOf(ColourMap::RedBlue, range, 3.0F), QRgb{0xff67001f});
    for (const double side : {0.0, 1.0}) {
        double before = 2;
        for (int i = 0; i <= 100; ++i) {
            const double now =
                relativeLuminance(colourAt(ColourMap::RedBlue, 0.5 + (side - 0.5) * i / 100));
            QVERIFY(now <= before + 1e-9);
            before = now;
        }
    }
}

void TestPalette::text_on_every_cell_colour_has_contrast_4_5() {
    std::set<QRgb> colours = {nanColour()};
    for (const ColourMap map : allMaps) {
        for (int i = 0; i <= 4096; ++i)
            colours.insert(colourAt(map, i / 4096.0));
    }
    QVERIFY(colours.size() > 1200);
    for (const QRgb colour : colours)
        QVERIFY2(contrast(colour, textColourOn(colour).rgb()) >= 4.5,
                 qPrintable(QColor(colour).name()));
}

void TestPalette::values_beyond_the_range_take_its_ends() {
    for (const ColourMap map : allMaps) {
        const QRgb low = colourAt(map, 0);
        const QRgb high = colourAt(map, 1);
        for (const ValueRange range : {ValueRange{0, 1}, ValueRange{-1e-38, 1e-38},
                                       ValueRange{-largest, largest}, ValueRange{5, 6}}) {
            QCOMPARE(colourOf(map, range, -infinity), low);
            QCOMPARE(colourOf(map, range, infinity), high);
            QCOMPARE(colourOf(map, range, -largest), low);
            QCOMPARE(colourOf(map, range, largest), high);
        }
        QCOMPARE(colourAt(map, -1), low);
        QCOMPARE(colourAt(map, 2), high);
        QVERIFY(low != high);
    }
}

void TestPalette::nan_has_a_colour_that_no_map_comes_near() {
    for (const ColourMap map : allMaps) {
        QCOMPARE(colourOf(map, {0, 1}, notANumber), nanColour());
        for (int i = 0; i <= 1024; ++i) {
            const QRgb c = colourAt(map, i / 1024.0);
            const int distance = std::abs(qRed(c) - qRed(nanColour())) +
                                 std::abs(qGreen(c) - qGreen(nanColour())) +
                                 std::abs(qBlue(c) - qBlue(nanColour()));
            QVERIFY(distance > 100);
        }
    }
}

void TestPalette::colours_follow_the_value_in_equal_bins() {
    const ValueRange range{0, 256};
    for (int i = 0; i < 256; ++i) {
        const auto entry = static_cast<std::size_t>(i);
        QCOMPARE(colourOf(ColourMap::Viridis, range, static_cast<float>(i) + 0.5F),
                 viridisTable[entry]);
        QCOMPARE(qGreen(colourOf(ColourMap::Grey, range, static_cast<float>(i) + 0.5F)), i);
    }
    QCOMPARE(colourOf(ColourMap::Viridis, range, 256.0F), viridisTable.back());
}

void TestPalette::themes_are_readable() {
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
        const Theme& t = theme(kind);
        QVERIFY(t.kind == kind);
        for (const QColor& ground : {t.window, t.base}) {
            QVERIFY(contrast(t.text.rgb(), ground.rgb()) >= 7);
            QVERIFY(contrast(t.secondary.rgb(), ground.rgb()) >= 4.5);
            QVERIFY(contrast(t.accent.rgb(), ground.rgb()) >= 4.5);
            QVERIFY(contrast(t.error.rgb(), ground.rgb()) >= 4.5);
            QVERIFY(contrast(t.hatch.rgb(), ground.rgb()) >= 3);
        }
        QVERIFY(contrast(t.accentText.rgb(), t.accent.rgb()) >= 4.5);
        QVERIFY(contrast(t.text.rgb(), t.accentTint.rgb()) >= 4.5);
    }
    QCOMPARE(theme(ThemeKind::Light).accent, QColor(0x5b3fd6));
    QCOMPARE(theme(ThemeKind::Dark).accent, QColor(0xb7a8ff));
}

void TestPalette::head_colours_repeat_after_eight() {
    std::set<QRgb> colours;
    for (int head = 0; head < 8; ++head) {
        colours.insert(headColour(head, ThemeKind::Light).rgb());
        QCOMPARE(headColour(head + 8, ThemeKind::Light), headColour(head, ThemeKind::Light));
        QVERIFY(contrast(headColour(head, ThemeKind::Light).rgb(),
                         textColourOn(headColour(head, ThemeKind::Light).rgb()).rgb()) >= 4.5);
    }
    QCOMPARE(colours.size(), std::size_t{8});
    for (int head = 0; head < 8; ++head) {
        const QRgb onDark = headColour(head, ThemeKind::Dark).rgb();
        for (const QColor& ground : {theme(ThemeKind::Dark).base, theme(ThemeKind::Dark).window})
            QVERIFY2(contrast(onDark, ground.rgb()) >= 3, qPrintable(QString::number(head + 1)));
        QVERIFY(contrast(onDark, textColourOn(onDark).rgb()) >= 4.5);
        QVERIFY((onDark == headColour(head, ThemeKind::Light).rgb()) ==
                (head != 7)); // the last one is black
    }
    QCOMPARE(headColour(0, ThemeKind::Light), QColor(0xe69f00));
    QCOMPARE(headColour(1, ThemeKind::Light), QColor(0x56b4e9));
}

void TestPalette::what_vanishes_on_its_ground_has_an_edge() {
    for (const ColourMap map : {ColourMap::Paper, ColourMap::PaperAroundZero}) {
        const std::optional<QRgb> edge = edgeColour(map, ThemeKind::Light);
        QVERIFY(edge);
        QVERIFY(contrast(*edge, theme(ThemeKind::Light).base.rgb()) >= 3);
        // And beside the end of the map that is as the ground.
        QVERIFY(contrast(*edge, colourAt(map, 0)) >= 3);
    }
    for (const ColourMap map : {ColourMap::Viridis, ColourMap::Cividis, ColourMap::Magma,
                                ColourMap::Grey, ColourMap::RedBlue}) {
        for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark})
            QVERIFY(!edgeColour(map, kind));
    }
    QVERIFY(!edgeColour(ColourMap::Paper, ThemeKind::Dark));
}

HEADSCOPE_TEST(TestPalette, QCoreApplication)
#include "test_palette.moc"
