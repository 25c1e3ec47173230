import Foundation
import PurchaseServer

/// Shows on a terminal how far an import is, in one line on standard error.
final class ImportMeter {
    private let total: UInt64?
    private let isShown: Bool
    private var last = 0

    /// - Parameter total: How many bytes the file has; nil if nobody knows.
    init(total: UInt64?) {
        self.total = total
        isShown = isatty(STDERR_FILENO) == 1
    }

    func show(_ progress: ImportProgress) {
        guard isShown else { return }
        let text = Self.line(progress, total: total)
        let padding = String(repeating: " ", count: max(last - text.count, 0))
        last = text.count
        StandardStream.errors.write("\r" + text + padding)
    }

    func finish() {
        if isShown, last > 0 { StandardStream.errors.write("\n") }
    }

    static func line(_ progress: ImportProgress, total: UInt64?) -> String {
        var text =
            "\(progress.rows) rows, \(progress.taken) taken, \(progress.known) known, \(progress.refused) not taken"
        if progress.waiting > 0 { text += ", \(progress.waiting) to ask again" }
        if let total, total > 0 {
            text = "\(min(100, progress.bytes * 100 / Int64(clamping: total))) %  " + text
        }
        return text
    }
}

extension FileHandle {
    /// How long the file is; what is read next stays the same.
    func seekToEndAndBack() throws -> UInt64 {
        let place = try offset()
        let end = try seekToEnd()
        try seek(toOffset: place)
        return end
    }
}
