// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

namespace headscope {

/// How far the work of a LatestRunner is: said in the worker, heard in the thread of this object.
/// What is said while nobody listens is heard once, and that is the newest.
class JobProgress : public QObject {
    Q_OBJECT

public:
    explicit JobProgress(QObject* parent = nullptr);

    /// In any thread: so much of that task is done, from 0 to 1.
    void say(std::uint64_t task, double done);

Q_SIGNALS:
    void heard(quint64 task, double done);
    /// From the worker to the thread of this object.
    void said(QPrivateSignal);

private:
    void hear();

    std::mutex m_mutex; ///< guards what follows
    std::optional<std::pair<std::uint64_t, double>> m_newest;
};

} // namespace headscope
