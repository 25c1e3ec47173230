/// Rows in aligned columns for a person to read.
struct TextTable {
    /// The titles of the columns; empty for a table without a head.
    let head: [String]
    private var rows: [[String]] = []

    init(head: [String] = []) {
        self.head = head
    }

    /// Adds a row; cells may be missing at its end.
    mutating func add(_ cells: String...) { add(cells) }

    /// Adds a row; cells may be missing at its end.
    mutating func add(_ cells: [String]) { rows.append(cells) }

    /// Whether no row was added.
    var isEmpty: Bool { rows.isEmpty }

    /// The table as lines, columns two spaces apart.
    func lines(on terminal: Terminal, indent: Int = 0) -> [String] {
        // Before the columns are measured: what is written out is wider.
        let rows = rows.map { $0.map(terminal.escaped) }
        let all = head.isEmpty ? rows : [head] + rows
        let columns = all.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            all.map { $0.indices.contains(column) ? $0[column].displayWidth : 0 }.max() ?? 0
        }
        let margin = String(repeating: " ", count: indent)
        var lines = rows.map { margin + format($0, widths) }
        if !head.isEmpty { lines.insert(margin + terminal.styled(format(head, widths), .quiet), at: 0) }
        return lines
    }

    private func format(_ cells: [String], _ widths: [Int]) -> String {
        cells.indices.map { column in
            let isLast = column == cells.count - 1
            return isLast ? cells[column] : cells[column].padded(to: widths[column])
        }
        .joined(separator: "  ")
    }
}

extension String {
    /// How many columns a terminal needs; East Asian wide characters and emoji count two, styles nothing.
    var displayWidth: Int {
        var isStyle = false
        return reduce(0) { width, character in
            if character == "\u{1B}" { isStyle = true }
            defer { if character == "m" { isStyle = false } }
            return width + (isStyle ? 0 : character.isWide ? 2 : 1)
        }
    }

    /// The beginning of the text with `…` for the rest, if it needs more columns than there are.
    func shortened(to width: Int) -> String {
        guard displayWidth > width else { return self }
        var text = self[...]
        while text.last.map({ _ in String(text).displayWidth >= width }) == true { text.removeLast() }
        return text + "…"
    }

    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - displayWidth))
    }
}

extension Character {
    fileprivate var isWide: Bool {
        guard let scalar = unicodeScalars.first else { return false }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return true
        default:
            return false
        }
    }
}
