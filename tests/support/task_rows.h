// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "learning/tasks/task.h"

#include <QtTest>

namespace headscope {

/// A row of a table for each task.
inline void taskRows() {
    QTest::addColumn<int>("task");
    for (const TaskInfo& info : tasks())
        QTest::newRow(std::string(info.name).c_str()) << static_cast<int>(info.kind);
}

} // namespace headscope
