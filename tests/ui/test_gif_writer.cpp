// SPDX-License-Identifier: GPL-3.0-or-later
// The writer of GIFs by itself: Qt's own reader, which shares no code with it, reads them back.
#include "film/gif_forecast.h"
#include "film/gif_palette.h"
#include "film/gif_writer.h"
#include "pages/shapes/shapes_animation.h"
#include "support/test_program.h"

#include <QApplication>
#include <QBuffer>
#include <QImageReader>
#include <QtTest>

using namespace headscope;

namespace {

struct Read {
    std::vector<QImage> pictures;
    std::vector<int> delays; ///< milliseconds that each is shown
    int announced = 0;
    int loops = 0;
    QString error;
};

Read readBack(QByteArray content) {
    Read read;
    QBuffer buffer(&content);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer, "gif");
    read.announced = reader.imageCount();
    while (reader.canRead()) {
        const QImage picture = reader.read();
        if (picture.isNull()) {
            read.error = reader.errorString();
            break;
        }
        read.pictures.push_back(picture.convertToFormat(QImage::Format_RGB32));
        read.delays.push_back(reader.nextImageDelay());
    }
    read.loops = reader.loopCount();
    return read;
}

QImage filled(QSize size, QRgb colour) {
    QImage image(size, QImage::Format_RGB32);
    image.fill(colour);
    return image;
}

GifRequest requestOf(const std::vector<QImage>& pictures, int delay = 5) {
    GifRequest request;
    request.size = pictures.front().size();
    request.frames = static_cast<int>(pictures.size());
    request.paint = [pictures](int i) { return pictures[static_cast<std::size_t>(i)]; };
    request.delay = [delay](int) { return delay; };
    return request;
}

ShapesAnimation arangeAnimation() {
    ShapesAnimation animation;
    Result<Journey> journey =
        makeJourney(arangeRequest(LayoutPath::Split, MemoryOrder::BatchFirst, {2, 3, 3, 2}));
    animation.scene.model = shapesModel(std::move(journey).value(), animation.scene.options);
    return animation;
}

/// The largest difference of a channel between two pictures.
int largestDifference(const QImage& a, const QImage& b) {
    int largest = a.size() == b.size() ? 0 : 256;
    for (int y = 0; largest < 256 && y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            const QRgb p = a.pixel(x, y);
            const QRgb q = b.pixel(x, y);
            largest = std::max({largest, std::abs(qRed(p) - qRed(q)),
                                std::abs(qGreen(p) - qGreen(q)), std::abs(qBlue(p) - qBlue(q))});
        }
    }
    return largest;
}

/// How many pixels differ by more than a person sees at the edges of letters.
qint64 differentPixels(const QImage& a, const QImage& b) {
    qint64 count = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            const QRgb p = a.pixel(x, y);
            const QRgb q = b.pixel(x, y);
            count += std::max({std::abs(qRed(p) - qRed(q)), std::abs(qGreen(p) - qGreen(q)),
                               std::abs(qBlue(p) - qBlue(q))}) > 24;
        }
    }
    return count;
}

} // namespace

class TestGifWriter : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void few_colours_come_back_exactly();
    void a_forecast_says_what_will_be();
    void pixels_that_change_back_come_back();
    void many_colours_keep_the_frequent_ones_exactly();
    void delays_and_loops();
    void equal_neighbours_are_one_frame();
    void longest_delay_is_split();
    void one_frame_of_one_pixel();
    void absurd_sizes_are_refused_data();
    void absurd_sizes_are_refused();
    void cancelling_stops_at_once_data();
    void cancelling_stops_at_once();
    void progress_only_grows_and_ends_at_all();
    void stretch_of_a_journey_begins_and_ends_where_it_says();
};

void TestGifWriter::few_colours_come_back_exactly() {
    std::vector<QImage> pictures;
    for (int i = 0; i < 5; ++i) {
        QImage picture = filled({31, 17}, qRgb(255, 255, 255));
        for (int x = 0; x < 31; ++x)
            picture.setPixel(x, i * 3, qRgb(40 * i, x * 8, 255 - 50 * i));
        pictures.push_back(picture);
    }
    const Result<GifFile> file = encodeGif(requestOf(pictures));
    QVERIFY(file.ok());
    QCOMPARE(file->frames, 5);
    const Read read = readBack(file->content);
    QCOMPARE(read.announced, 5);
    QCOMPARE(read.pictures.size(), std::size_t{5});
    for (std::size_t i = 0; i < 5; ++i)
        QCOMPARE(read.pictures[i], pictures[i]);
}

void TestGifWriter::pixels_that_change_back_come_back() {
    // Unchanged pixels are transparent in a frame: there and back again must not stay.
    const QImage plain = filled({8, 8}, qRgb(10, 20, 30));
    QImage marked = plain;
    marked.setPixel(3, 4, qRgb(200, 100, 0));
    const std::vector<QImage> pictures{plain, marked, plain, marked};
    const Result<GifFile> file = encodeGif(requestOf(pictures));
    QVERIFY(file.ok());
    const Read read = readBack(file->content);
    QCOMPARE(read.pictures.size(), pictures.size());
    for (std::size_t i = 0; i < pictures.size(); ++i)
        QCOMPARE(read.pictures[i], pictures[i]);
}

void TestGifWriter::many_colours_keep_the_frequent_ones_exactly() {
    // 1,024 colours of one pixel each on large areas of two.
    QImage picture = filled({64, 96}, qRgb(255, 255, 255));
    for (int y = 0; y < 40; ++y) {
        for (int x = 0; x < 64; ++x)
            picture.setPixel(x, y, qRgb(0, 114, 178));
    }
    for (int i = 0; i < 1024; ++i)
        picture.setPixel(i % 64, 50 + i / 64, qRgb(i % 32 * 8, i / 32 * 8, 128));
    const Result<GifFile> file = encodeGif(requestOf({picture}));
    QVERIFY(file.ok());
    const Read read = readBack(file->content);
    QCOMPARE(read.pictures.size(), std::size_t{1});
    QCOMPARE(read.pictures[0].pixel(5, 5), qRgb(0, 114, 178));
    QCOMPARE(read.pictures[0].pixel(5, 90), qRgb(255, 255, 255));
    QSet<QRgb> colours;
    for (int y = 0; y < 96; ++y) {
        for (int x = 0; x < 64; ++x)
            colours << read.pictures[0].pixel(x, y);
    }
    QVERIFY(colours.size() <= static_cast<qsizetype>(GifPalette::mostColours));
    QVERIFY2(colours.size() > 64, qPrintable(QString::number(colours.size())));
    QVERIFY(largestDifference(read.pictures[0], picture) < 64);
}

void TestGifWriter::delays_and_loops() {
    std::vector<QImage> pictures;
    for (int i = 0; i < 3; ++i)
        pictures.push_back(filled({4, 4}, qRgb(i, i, i)));
    GifRequest request = requestOf(pictures);
    // Browsers show 0 and 1 for a tenth of a second: 2 is the least that is written.
    request.delay = [](int i) { return i == 0 ? 150 : i == 1 ? 0 : 7; };
    const Result<GifFile> file = encodeGif(request);
    QVERIFY(file.ok());
    const Read read = readBack(file->content);
    QVERIFY((read.delays == std::vector<int>{1500, 20, 70}));
    QCOMPARE(read.loops, -1);
    request.repeats = false;
    const Read once = readBack(encodeGif(request)->content);
    QVERIFY(once.pictures == read.pictures);
    QVERIFY(once.delays == read.delays);
    QCOMPARE(once.loops, 0);
}

void TestGifWriter::equal_neighbours_are_one_frame() {
    const QImage dark = filled({6, 6}, qRgb(1, 2, 3));
    const QImage light = filled({6, 6}, qRgb(250, 2, 3));
    const Result<GifFile> file = encodeGif(requestOf({dark, dark, dark, light, light}));
    QVERIFY(file.ok());
    QCOMPARE(file->frames, 2);
    const Read read = readBack(file->content);
    QCOMPARE(read.announced, 2);
    QVERIFY((read.delays == std::vector<int>{150, 100}));
}

void TestGifWriter::longest_delay_is_split() {
    GifRequest request = requestOf({filled({2, 2}, qRgb(9, 9, 9)), filled({2, 2}, qRgb(8, 8, 8))});
    request.delay = [](int i) { return i == 0 ? 100'000 : 2; };
    const Result<GifFile> file = encodeGif(request);
    QVERIFY(file.ok());
    QCOMPARE(file->frames, 3);
    const Read read = readBack(file->content);
    QCOMPARE(static_cast<int>(read.delays.size()), file->frames);
    QCOMPARE(read.delays[0] + read.delays[1], 1'000'000);
}

void TestGifWriter::one_frame_of_one_pixel() {
    const Result<GifFile> file = encodeGif(requestOf({filled({1, 1}, qRgb(77, 88, 99))}));
    QVERIFY(file.ok());
    const Read read = readBack(file->content);
    QCOMPARE(read.pictures.size(), std::size_t{1});
    QCOMPARE(read.pictures[0].pixel(0, 0), qRgb(77, 88, 99));
}

void TestGifWriter::absurd_sizes_are_refused_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("nothing") << QSize(0, 0);
    QTest::newRow("no_height") << QSize(10, 0);
    QTest::newRow("negative") << QSize(-5, 10);
    QTest::newRow("wider_than_a_gif_can_say") << QSize(65536, 1);
    QTest::newRow("higher_than_a_gif_can_say") << QSize(1, 65536);
}

void TestGifWriter::absurd_sizes_are_refused() {
    QFETCH(QSize, size);
    bool painted = false;
    GifRequest request;
    request.size = size;
    request.delay = [](int) { return 2; };
    request.paint = [&](int) {
        painted = true;
        return QImage();
    };
    const Result<GifFile> file = encodeGif(request);
    QVERIFY(!file.ok());
    QVERIFY(!painted);
    QVERIFY(QString::fromStdString(file.error().text()).contains(u"65535"));
}

void TestGifWriter::cancelling_stops_at_once_data() {
    QTest::addColumn<int>("paintings");
    QTest::newRow("before_the_first") << 0;
    QTest::newRow("while_colours_are_counted") << 4;
    QTest::newRow("while_frames_are_written") << 14;
}

void TestGifWriter::cancelling_stops_at_once() {
    QFETCH(int, paintings);
    GifRequest request;
    request.size = {5, 5};
    request.frames = 10;
    request.cancellation = CancellationToken::create();
    int painted = 0;
    request.delay = [](int) { return 2; };
    request.paint = [&](int i) {
        if (++painted == paintings)
            request.cancellation.cancel();
        return filled({5, 5}, qRgb(i, 0, 0));
    };
    if (paintings == 0)
        request.cancellation.cancel();
    QVERIFY(!encodeGif(request).ok());
    QCOMPARE(painted, paintings);
}

void TestGifWriter::progress_only_grows_and_ends_at_all() {
    std::vector<QImage> pictures(7, filled({3, 3}, qRgb(1, 1, 1)));
    GifRequest request = requestOf(pictures);
    std::vector<double> told;
    request.progress = [&](double done) { told.push_back(done); };
    QVERIFY(encodeGif(request).ok());
    QVERIFY(told.size() > 7);
    QVERIFY(std::is_sorted(told.begin(), told.end()));
    QCOMPARE(told.back(), 1.0);
}

void TestGifWriter::stretch_of_a_journey_begins_and_ends_where_it_says() {
    ShapesAnimation whole = arangeAnimation();
    ShapesAnimation part = whole;
    std::size_t transpose = 0;
    while (part.scene.model->right[transpose].operation != LayoutOperation::Transpose)
        ++transpose;
    part.choice.from = part.choice.to = transpose;
    part.choice.size = {640, 480};
    part.choice.framesPerSecond = 10;
    const Result<GifFile> file = encodeGif(shapesFilm(part));
    QVERIFY(file.ok());
    const Read read = readBack(file->content);
    QCOMPARE(static_cast<int>(read.pictures.size()), file->frames);
    ShapesScene scene = part.scene;
    scene.time = scene.model->timeline.moveStartOf(transpose);
    const qint64 pixels = 640 * 480;
    QVERIFY(differentPixels(read.pictures.front(), shapesImage(scene, part.choice.size)) <
            pixels / 1000);
    scene.time = scene.model->timeline.moveEndOf(transpose);
    QVERIFY(differentPixels(read.pictures.back(), shapesImage(scene, part.choice.size)) <
            pixels / 1000);
    qint64 shown = 0;
    for (const int delay : read.delays)
        shown += delay;
    const auto stretch = std::chrono::duration_cast<std::chrono::milliseconds>(
        scene.model->timeline.moveEndOf(transpose) - scene.model->timeline.moveStartOf(transpose));
    // The time of the stretch, and what the first and the last picture are held longer.
    QVERIFY2(std::abs(shown - stretch.count() - 2900) <= 200, qPrintable(QString::number(shown)));
}

void TestGifWriter::a_forecast_says_what_will_be() {
    for (const double speed : {1.0, 3.0}) {
        ShapesAnimation animation = arangeAnimation();
        animation.choice.size = {640, 480};
        animation.choice.framesPerSecond = 10;
        animation.choice.speed = speed;
        const GifRequest request = shapesFilm(animation);
        const GifForecast forecast = forecastOf(request);
        const Result<GifFile> file = encodeGif(request);
        QVERIFY(file.ok());
        QCOMPARE(forecast.frames(), request.frames);
        QVERIFY(file->frames <= forecast.frames());
        qint64 milliseconds = 0;
        for (const int delay : readBack(file->content).delays)
            milliseconds += delay;
        QVERIFY(std::abs(forecast.seconds() - static_cast<double>(milliseconds) / 1000) < 0.001);
        const auto bytes = static_cast<double>(file->content.size());
        qInfo("%lld estimated, %.0f written", forecast.bytes(), bytes);
        QVERIFY(static_cast<double>(forecast.bytes()) > bytes / 2);
        QVERIFY(static_cast<double>(forecast.bytes()) < bytes * 2);
    }
    // A single frame has no neighbour, and no frame is no file.
    GifRequest one = requestOf({filled({20, 20}, 0xff112233)});
    const GifForecast still = forecastOf(one);
    QCOMPARE(still.bytes(), encodeGif(one)->content.size());
    one.frames = 0;
    QCOMPARE(forecastOf(one).bytes(), qint64{0});
    QVERIFY(!encodeGif(one).ok());
}

HEADSCOPE_TEST(TestGifWriter, QApplication)
#include "test_gif_writer.moc"
