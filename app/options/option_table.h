// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "options/option_reader.h"

#include <QCommandLineOption>
#include <QList>

#include <utility>
#include <vector>

namespace headscope {

/// The options of a command, each declared once: what is said of it by --help, the page for man
/// and the completion, and how it is read into the request of the command.
template <class Request> class OptionTable {
public:
    struct Row {
        QCommandLineOption option;
        /// Nothing where its value decides what else is read, and whoever does that asks for it.
        void (*read)(OptionReader& in, const char* name, Request& request) = nullptr;
    };

    OptionTable(std::vector<Row> rows)
        : m_rows(std::move(rows)) {}

    QList<QCommandLineOption> options() const {
        QList<QCommandLineOption> all;
        for (const Row& row : m_rows)
            all << row.option;
        return all;
    }

    /// Asks every row; what is wrong is the reader's status.
    void read(OptionReader& in, Request& request) const {
        for (const Row& row : m_rows) {
            if (row.read)
                row.read(in, row.option.names().constFirst().toLatin1().constData(), request);
        }
    }

private:
    std::vector<Row> m_rows;
};

} // namespace headscope
