// SPDX-License-Identifier: GPL-3.0-or-later
#include "disk/byte_source.h"
#include "disk/file_io.h"
#include "support/file_bytes.h"
#include "support/test_program.h"

#include <QtTest>

#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// Writes beyond `limit` bytes of a file fail (EFBIG), as on a full disk.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t limit) {
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit lowered{limit, m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &lowered);
        m_handler = std::signal(SIGXFSZ, SIG_IGN);
    }
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    Q_DISABLE_COPY_MOVE(FileSizeLimit)

private:
    rlimit m_before{};
    void (*m_handler)(int) = nullptr;
};

/// Permissions do not hold for root: as root the test becomes nobody for a while.
class WithoutRoot {
public:
    WithoutRoot() {
        if (m_root)
            m_changed = ::seteuid(65534) == 0;
    }
    ~WithoutRoot() {
        if (m_changed && ::seteuid(0) != 0)
            qFatal("cannot become root again");
    }
    Q_DISABLE_COPY_MOVE(WithoutRoot)
    bool restricted() const { return !m_root || m_changed; }

private:
    bool m_root = ::geteuid() == 0;
    bool m_changed = false;
};

unsigned modeOf(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777U : 0U;
}

} // namespace

class TestFileIo : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void what_is_written_can_be_read();
    void pieces_are_joined();
    void a_new_file_obeys_the_umask();
    void a_private_file_is_private_from_the_start();
    void what_dead_processes_left_is_removed();
    void a_replaced_file_keeps_its_mode();
    void symbolic_links_are_followed();
    void a_link_to_nothing_makes_its_target();
    void links_in_a_circle_are_an_error();
    void missing_directory_is_named();
    void directory_as_target_is_refused();
    void full_device_is_an_error();
    void open_file_numbers_continue_where_they_are();
    void pipes_can_be_written();
    void failure_at_any_byte_keeps_the_old_file();
    void read_only_directory_is_an_error();
    void protected_file_is_not_replaced();
    void missing_file_gives_the_reason();
    void directories_and_devices_cannot_be_read();
    void pipes_can_be_read();
    void reading_past_the_end_is_an_error();
};

void TestFileIo::what_is_written_can_be_read() {
    const QTemporaryDir folder;
    const std::string path = pathIn(folder, "注意力 data");
    for (const std::string& content :
         {std::string(), std::string("abc\0\n\xFF", 6), std::string(300'000, 'x')}) {
        QVERIFY(writeFileAtomically(path, content));
        const Result<std::string> read = readFile(path);
        QVERIFY(read.ok());
        QVERIFY(*read == content);
        QCOMPARE(entriesOf(folder).size(), 1);
    }
}

void TestFileIo::pieces_are_joined() {
    const QTemporaryDir folder;
    const std::string_view pieces[] = {"one ", "", "two"};
    QVERIFY(writeFileAtomically(pathIn(folder, "a"), pieces));
    QCOMPARE(fileBytes(pathIn(folder, "a")), std::string("one two"));
}

void TestFileIo::a_new_file_obeys_the_umask() {
    const QTemporaryDir folder;
    const mode_t before = ::umask(027);
    const bool written = writeFileAtomically(pathIn(folder, "a"), "x").ok();
    ::umask(before);
    QVERIFY(written);
    QCOMPARE(modeOf(pathIn(folder, "a")), 0640U);
}

void TestFileIo::a_private_file_is_private_from_the_start() {
    const QTemporaryDir folder;
    const std::string_view pieces[] = {"x"};
    QVERIFY(writeFileAtomically(pathIn(folder, "a"), pieces, 0600));
    QCOMPARE(modeOf(pathIn(folder, "a")), 0600U);
}

void TestFileIo::what_dead_processes_left_is_removed() {
    const QTemporaryDir folder;
    const pid_t dead = ::fork();
    if (dead == 0)
        ::_exit(0);
    QCOMPARE(::waitpid(dead, nullptr, 0), dead);
    const auto left = [&](pid_t maker, int number) {
        return pathIn(
            folder, (".headscope-" + std::to_string(maker) + "-" + std::to_string(number) + ".tmp")
                        .c_str());
    };
    QVERIFY(putFile(left(dead, 0), "half"));
    QCOMPARE(::mkdir(left(dead, 1).c_str(), 0777), 0);
    QVERIFY(putFile(left(dead, 1) + "/a", "half"));
    QVERIFY(putFile(left(::getppid(), 0), "of a living process"));
    QVERIFY(putFile(left(dead, 2), "of a process that is not seen from here"));
    const int open = ::open(left(dead, 2).c_str(), O_RDONLY | O_CLOEXEC);
    QCOMPARE(::flock(open, LOCK_EX), 0);
    QVERIFY(putFile(pathIn(folder, ".headscope-notes.tmp"), "another name"));
    QVERIFY(writeFileAtomically(pathIn(folder, "a"), "x"));
    QStringList kept = {QStringLiteral("a"), QStringLiteral(".headscope-notes.tmp"),
                        QFileInfo(QString::fromStdString(left(::getppid(), 0))).fileName(),
                        QFileInfo(QString::fromStdString(left(dead, 2))).fileName()};
    QStringList found = entriesOf(folder);
    kept.sort();
    found.sort();
    ::close(open);
    QCOMPARE(found, kept);
}

void TestFileIo::a_replaced_file_keeps_its_mode() {
    const QTemporaryDir folder;
    const std::string path = pathIn(folder, "a");
    QVERIFY(putFile(path, "old"));
    QCOMPARE(::chmod(path.c_str(), 0604), 0);
    QVERIFY(writeFileAtomically(path, "new"));
    QCOMPARE(fileBytes(path), std::string("new"));
    QCOMPARE(modeOf(path), 0604U);
}

void TestFileIo::symbolic_links_are_followed() {
    const QTemporaryDir folder;
    const std::string target = pathIn(folder, "target");
    const std::string link = pathIn(folder, "link");
    QVERIFY(putFile(target, "old"));
    QCOMPARE(::symlink("target", link.c_str()), 0);
    QVERIFY(writeFileAtomically(link, "new"));
    QVERIFY(QFileInfo(QString::fromStdString(link)).isSymLink());
    QCOMPARE(fileBytes(target), std::string("new"));
}

void TestFileIo::a_link_to_nothing_makes_its_target() {
    const QTemporaryDir folder;
    const std::string link = pathIn(folder, "link");
    QCOMPARE(::symlink("target", link.c_str()), 0);
    QVERIFY(writeFileAtomically(link, "new"));
    QCOMPARE(fileBytes(pathIn(folder, "target")), std::string("new"));
    QVERIFY(QFileInfo(QString::fromStdString(link)).isSymLink());
}

void TestFileIo::links_in_a_circle_are_an_error() {
    const QTemporaryDir folder;
    const std::string link = pathIn(folder, "link");
    QCOMPARE(::symlink("link", link.c_str()), 0);
    QVERIFY(!writeFileAtomically(link, "new").ok());
    QCOMPARE(entriesOf(folder), QStringList{QStringLiteral("link")});
}

void TestFileIo::missing_directory_is_named() {
    const QTemporaryDir folder;
    const Status written = writeFileAtomically(pathIn(folder, "none/a"), "x");
    QVERIFY(!written.ok());
    QCOMPARE(written.error().text(), "cannot write " + pathIn(folder, "none/a") +
                                         ": there is no directory " + pathIn(folder, "none"));
}

void TestFileIo::directory_as_target_is_refused() {
    const QTemporaryDir folder;
    const Status written = writeFileAtomically(folder.path().toStdString(), "x");
    QVERIFY(!written.ok());
    QVERIFY(written.error().text().find("is a directory") != std::string::npos);
    QVERIFY(entriesOf(folder).isEmpty());
}

void TestFileIo::full_device_is_an_error() {
    const Status written = writeFileAtomically("/dev/full", "x");
    QVERIFY(!written.ok());
    QCOMPARE(written.error().arguments.front(), std::string("/dev/full"));
    QVERIFY(QFileInfo::exists(QStringLiteral("/dev/full")));
    QVERIFY(writeFileAtomically("/dev/null", "x"));
}

void TestFileIo::open_file_numbers_continue_where_they_are() {
    const QTemporaryDir folder;
    const std::string path = pathIn(folder, "redirected");
    const int number = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    QVERIFY(number >= 0);
    QCOMPARE(::write(number, "before ", 7), ssize_t{7});
    QVERIFY(writeFileAtomically("/dev/fd/" + std::to_string(number), "after"));
    ::close(number);
    QCOMPARE(fileBytes(path), std::string("before after"));
}

void TestFileIo::pipes_can_be_written() {
    int ends[2] = {-1, -1};
    QCOMPARE(::pipe(ends), 0);
    QVERIFY(writeFileAtomically("/dev/fd/" + std::to_string(ends[1]), "through"));
    char read[16] = {};
    QCOMPARE(::read(ends[0], read, sizeof read), ssize_t{7});
    QCOMPARE(std::string(read), std::string("through"));
    ::close(ends[0]);
    ::close(ends[1]);
}

void TestFileIo::failure_at_any_byte_keeps_the_old_file() {
    const QTemporaryDir folder;
    const std::string path = pathIn(folder, "a");
    QVERIFY(putFile(path, "old"));
    const std::string content(40, 'n');
    const std::string_view pieces[] = {std::string_view(content).substr(0, 17),
                                       std::string_view(content).substr(17)};
    for (std::size_t k = 0; k < content.size(); ++k) {
        bool written = true;
        {
            const FileSizeLimit limit(k);
            written = writeFileAtomically(path, pieces).ok();
        }
        QVERIFY(!written);
        QCOMPARE(fileBytes(path), std::string("old"));
        QCOMPARE(entriesOf(folder), QStringList{QStringLiteral("a")});
    }
    const FileSizeLimit limit(content.size());
    QVERIFY(writeFileAtomically(path, pieces));
    QCOMPARE(fileBytes(path), content);
}

void TestFileIo::read_only_directory_is_an_error() {
    const QTemporaryDir folder;
    const std::string path = pathIn(folder, "a");
    QVERIFY(putFile(path, "old"));
    QCOMPARE(::chmod(path.c_str(), 0666), 0);
    QCOMPARE(::chmod(folder.path().toStdString().c_str(), 0555), 0);
    {
        const WithoutRoot nobody;
        QVERIFY(nobody.restricted());
        QVERIFY(!writeFileAtomically(path, "new").ok());
        QVERIFY(!writeFileAtomically(pathIn(folder, "b"), "new").ok());
    }
    QCOMPARE(::chmod(folder.path().toStdString().c_str(), 0755), 0);
    QCOMPARE(fileBytes(path), std::string("old"));
    QCOMPARE(entriesOf(folder), QStringList{QStringLiteral("a")});
}

void TestFileIo::protected_file_is_not_replaced() {
    const QTemporaryDir folder;
    const std::string path = pathIn(folder, "a");
    QVERIFY(putFile(path, "old"));
    QCOMPARE(::chmod(path.c_str(), 0444), 0);
    QCOMPARE(::chmod(folder.path().toStdString().c_str(), 0777), 0);
    {
        const WithoutRoot nobody;
        QVERIFY(nobody.restricted());
        QVERIFY(!writeFileAtomically(path, "new").ok());
        QVERIFY(writeFileAtomically(pathIn(folder, "b"), "new"));
    }
    QCOMPARE(fileBytes(path), std::string("old"));
}

void TestFileIo::missing_file_gives_the_reason() {
    const QTemporaryDir folder;
    const Result<std::string> read = readFile(pathIn(folder, "none"));
    QVERIFY(!read.ok());
    QCOMPARE(read.error().text(), "cannot read " + pathIn(folder, "none") + ": " +
                                      std::generic_category().message(ENOENT));
}

void TestFileIo::directories_and_devices_cannot_be_read() {
    const QTemporaryDir folder;
    const Result<std::string> directory = readFile(folder.path().toStdString());
    QVERIFY(!directory.ok());
    QVERIFY(directory.error().text().find("is a directory") != std::string::npos);
    // Reading /dev/zero to its end would never come back.
    QVERIFY(!readFile("/dev/zero").ok());
}

void TestFileIo::pipes_can_be_read() {
    int ends[2] = {-1, -1};
    QCOMPARE(::pipe(ends), 0);
    QCOMPARE(::write(ends[1], "through", 7), ssize_t{7});
    ::close(ends[1]);
    const Result<std::string> read = readFile("/dev/fd/" + std::to_string(ends[0]));
    ::close(ends[0]);
    QVERIFY(read.ok());
    QCOMPARE(*read, std::string("through"));
}

void TestFileIo::reading_past_the_end_is_an_error() {
    const QTemporaryDir folder;
    QVERIFY(putFile(pathIn(folder, "a"), "0123456789"));
    const auto file = openFile(pathIn(folder, "a"));
    QVERIFY(file.ok());
    const std::string text = "0123456789";
    const MemorySource memory(text, "memory");
    for (const ByteSource* source :
         std::initializer_list<const ByteSource*>{file->get(), &memory}) {
        QCOMPARE(source->size(), std::uint64_t{10});
        std::string target(4, ' ');
        QVERIFY(source->readAt(6, target));
        QCOMPARE(target, std::string("6789"));
        QVERIFY(!source->readAt(7, target).ok());
        QVERIFY(!source->readAt(~std::uint64_t{0} >> 1U, target).ok());
        QVERIFY(source->readAt(10, {}));
    }
    // Cut short by somebody else after it was opened: an Error, not a signal.
    QCOMPARE(::truncate(pathIn(folder, "a").c_str(), 3), 0);
    std::string target(4, ' ');
    QVERIFY(!(*file)->readAt(0, target).ok());
}

HEADSCOPE_TEST(TestFileIo, QCoreApplication)
#include "test_file_io.moc"
