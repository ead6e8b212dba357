// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/cancellation.h"
#include "support/result.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <optional>

namespace headscope {

/// A regular file is a Done; what may never end or never answer (pipe, device, directory,
/// socket) is refused in a sentence without being opened.
Status checkRegularFile(const std::string& path);
/// The same of what may also be the folder of a model.
Status checkReadable(const std::string& path);

/// Reads files outside the window's thread, one at a time. Who waits for one lets the
/// event loop run, as a dialog does; files that are there at once cost no turn of it.
class FileReading : public QObject {
    Q_OBJECT

public:
    explicit FileReading(QObject* parent = nullptr);
    ~FileReading() override;

    /// What `read` makes of a regular file; an Error where it is none. Nothing where the
    /// reading was given up: then what still comes of it is thrown away. `read` is called in
    /// another thread and must not touch what belongs to the window.
    template <class Outcome>
    std::optional<Result<Outcome>> read(const QString& path,
                                        std::function<Result<Outcome>(const std::string&)> read) {
        auto outcome = std::make_shared<std::optional<Result<Outcome>>>();
        if (!run(path, [outcome, read = std::move(read)](const std::string& name) {
                const Status regular = checkReadable(name);
                outcome->emplace(regular ? read(name) : Result<Outcome>(regular.error()));
            }))
            return std::nullopt;
        return std::move(*outcome);
    }

    bool isReading() const { return m_cancel != nullptr; }
    /// The name of what is read for so long that people should know; else empty.
    const QString& announced() const { return m_announced; }
    /// For how long.
    int seconds() const { return m_seconds; }
    /// Gives up what is read, if anything.
    void cancel();

Q_SIGNALS:
    /// announced() or seconds() is another one.
    void announcedChanged();

private:
    bool run(const QString& path, std::function<void(const std::string&)> work);
    void announce(const QString& name, int seconds = 0);

    QString m_announced;
    int m_seconds = 0;
    std::function<void()> m_cancel;
};

} // namespace headscope
