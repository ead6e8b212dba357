// SPDX-License-Identifier: GPL-3.0-or-later
#include "worksheet/worksheet_latex.h"

#include "formats/text/latex_text.h"

#include <algorithm>
#include <utility>

namespace headscope {

namespace {

/// Whether a text has letters that only the fonts of ctex have.
bool needsFonts(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto byte = static_cast<unsigned char>(text[at]);
        // Up to U+024F, Latin; from U+2000 on punctuation and what latexText() writes as signs.
        if (byte >= 0xC9U && byte != 0xE2U)
            return true;
    }
    return false;
}

/// Whether some have neither Latin Modern nor the fonts of ctex: U+0280 to U+1FFF, by the first
/// byte of each.
bool needsOtherScripts(std::string_view text) {
    return std::ranges::any_of(text, [](char letter) {
        const auto byte = static_cast<unsigned char>(letter);
        return byte >= 0xCAU && byte <= 0xE1U;
    });
}

class Writer {
public:
    Writer(const Worksheet& sheet, const WorksheetWords& words, const WorksheetLatex& look)
        : m_sheet(sheet)
        , m_words(words)
        , m_look(look) {}

    std::string write() {
        for (std::size_t task = 0; m_look.questions && task < m_sheet.tasks.size(); ++task)
            writeTask(task, false);
        const std::string questions = std::exchange(m_text, {});
        if (m_look.solutions) {
            for (std::size_t task = 0; task < m_sheet.tasks.size(); ++task) {
                if (hasBlanks(task))
                    writeTask(task, true);
            }
        }
        const std::string solutions = std::exchange(m_text, {});
        const std::string said = questions + latexText(m_words.title + m_words.source +
                                                       m_words.instruction + m_words.solutions);
        writeHead(needsFonts(said), needsOtherScripts(said));
        m_text += questions;
        if (!solutions.empty())
            writeSolutions(solutions);
        m_text += "\\end{document}\n";
        return std::move(m_text);
    }

private:
    void writeHead(bool fonts, bool otherScripts) {
        m_text += "% " + std::string(fonts ? "XeLaTeX or LuaLaTeX" : "Any LaTeX") + "\n";
        m_text += std::string("\\documentclass[10pt,") +
                  (m_look.letter ? "letterpaper" : "a4paper") + "]{article}\n";
        m_text += "\\usepackage[margin=18mm]{geometry}\n"
                  "\\usepackage{iftex}\n"
                  "\\ifPDFTeX\\usepackage[T1]{fontenc}\\usepackage[utf8]{inputenc}\\fi\n"
                  "\\usepackage{textcomp,amsmath,array}\n";
        if (fonts)
            m_text += "\\usepackage[UTF8,scheme=plain]{ctex}\n";
        if (otherScripts)
            m_text += "% for words in scripts that the usual font has no letters of\n"
                      "\\IfFontExistsTF{DejaVu Sans}{\\setmainfont{DejaVu Sans}}{}\n";
        m_text += "\\setlength{\\parindent}{0pt}\\setlength{\\parskip}{4pt}\n"
                  "\\renewcommand{\\arraystretch}{1.25}\n"
                  "% the box for a number, a line to write on, a number that was found\n"
                  "\\newcommand{\\blank}[1]{\\fbox{\\makebox[2.9em][l]{\\rule{0pt}{2ex}\\tiny #1}}}"
                  "\n"
                  "\\newcommand{\\writing}[1]{\\par\\vspace{16pt}\\textbf{#1}\\enspace\\hrulefill"
                  "\\par}\n"
                  "\\newcommand{\\found}[1]{\\mathbf{#1}}\n"
                  "\\begin{document}\n\\raggedright\n";
        if (!m_look.questions) {
            m_text += latexText(m_words.title) +
                      (m_words.source.empty() ? "" : " · " + latexText(m_words.source)) + "\\par\n";
            return;
        }
        m_text += "{\\LARGE\\bfseries " + latexText(m_words.title) + "}\\hfill " +
                  latexText(m_words.name) + "~\\rule{28mm}{0.4pt}\\quad " +
                  latexText(m_words.date) + "~\\rule{18mm}{0.4pt}\\par\n";
        if (!m_words.source.empty())
            m_text += latexText(m_words.source) + "\\par\n";
        m_text += latexText(m_words.instruction) + "\\par\n";
    }

    void writeSolutions(const std::string& solutions) {
        m_text += std::string(m_look.questions ? "\\newpage\n" : "") + "{\\LARGE\\bfseries " +
                  latexText(m_words.solutions) + "}\\par\n";
        m_text += solutions;
        if (!m_words.solutionsNote.empty())
            m_text += "\\bigskip " + latexText(m_words.solutionsNote) + "\\par\n";
        if (!m_words.made.empty())
            m_text += "\\vfill{\\footnotesize\\ttfamily " + latexText(m_words.made) + "}\n";
    }

    bool hasBlanks(std::size_t task) const {
        return std::ranges::any_of(
            m_sheet.blanks, [task](const WorksheetBlank& blank) { return blank.task == task; });
    }

    void writeTask(std::size_t index, bool solved) {
        const WorksheetTask& task = m_sheet.tasks[index];
        const WorksheetWords::Task& said = m_words.tasks[index];
        m_text += "\n\\bigskip\\hrule\\smallskip\n\\textbf{" + latexText(said.heading) +
                  "}\\hfill $" + latexMath(said.formula) + "$\\par\n";
        if (!solved)
            m_text += "{\\small " + latexText(said.how) + "}\\par\n";
        for (const std::size_t shown : task.prints) {
            if (shown != task.result && !solved)
                writeMatrix(shown, false);
        }
        writeMatrix(task.result, solved);
        m_text += "\\par\n";
        for (const WorksheetBlank& blank : m_sheet.blanks) {
            if (blank.task != index)
                continue;
            if (solved)
                writeWorking(blank);
            else
                m_text += "\\writing{" + std::to_string(blank.number) + "}\n";
        }
    }

    void writeWorking(const WorksheetBlank& blank) {
        m_text += "\\textbf{" + std::to_string(blank.number) + "}\\enspace $" +
                  latexMath(blank.working) + " = \\found{" + latexMath(m_sheet.cellOf(blank).text) +
                  "}$";
        if (!blank.own.empty()) {
            std::string own = m_words.own;
            if (const std::size_t at = own.find("%1"); at != std::string::npos)
                own.replace(at, 2, blank.own);
            m_text += " (" + latexText(own) + ')';
        }
        m_text += "\\par\n";
    }

    void writeMatrix(std::size_t index, bool solved) {
        const WorksheetMatrix& matrix = m_sheet.matrices[index];
        const WorksheetWords::Matrix& said = m_words.matrices[index];
        m_text += "\\begin{tabular}[t]{@{}l@{}}\n$" + latexMath(said.symbol) +
                  "$\\enspace{\\small " + latexText(said.title) + "}\\\\\n$\\begin{array}{l|*{" +
                  std::to_string(matrix.columnCount()) + "}{r}}\n{\\scriptstyle ";
        if (!said.row.empty())
            m_text += latexMath(said.row + " \u2193 ");
        m_text += latexMath(said.column + " \u2192") + '}';
        for (const std::string& column : matrix.columns)
            m_text += " & \\text{" + latexText(column) + '}';
        m_text += " \\\\ \\hline\n";
        for (Index row = 0; row < matrix.rowCount(); ++row) {
            m_text += "\\text{" + latexText(matrix.rows[static_cast<std::size_t>(row)]) + '}';
            for (Index column = 0; column < matrix.columnCount(); ++column)
                m_text += " & " + cell(matrix.at(row, column), solved);
            m_text += " \\\\\n";
        }
        m_text += "\\end{array}$\n\\end{tabular}\\qquad\n";
    }

    static std::string cell(const WorksheetCell& cell, bool solved) {
        if (cell.isBlank() && !solved)
            return "\\blank{" + std::to_string(cell.blank) + '}';
        const std::string number = latexMath(cell.text) + (cell.typed ? "^{*}" : "");
        return cell.isBlank() ? "\\found{" + number + '}' : number;
    }

    const Worksheet& m_sheet;
    const WorksheetWords& m_words;
    const WorksheetLatex& m_look;
    std::string m_text;
};

} // namespace

std::string worksheetLatex(const Worksheet& sheet, const WorksheetWords& words,
                           const WorksheetLatex& look) {
    return Writer(sheet, words, look).write();
}

} // namespace headscope
