import ArgumentParser
import Foundation
import PurchaseServer

/// Writes the rows that were not taken to a file, as they are met: number, id, code, what was seen, what to do.
struct ImportReporter {
    private let handle: FileHandle?

    /// - Parameter file: Nil for no report.
    init(file: String?) throws {
        guard let file else {
            handle = nil
            return
        }
        let isMade = FileManager.default.createFile(
            atPath: file,
            contents: Data("row,id,code,seen,do\n".utf8),
            attributes: [.posixPermissions: 0o600]
        )
        guard isMade, let handle = FileHandle(forWritingAtPath: file) else {
            throw ValidationError("--report: \(file) cannot be written")
        }
        try handle.seekToEnd()
        self.handle = handle
    }

    func write(_ refused: PurchaseImport.Refused) throws {
        let outcome = refused.outcome
        let fields = [
            "\(refused.row)", refused.identifier ?? "", outcome.code.rawValue, outcome.detail ?? "",
            outcome.code.remedy,
        ]
        try handle?.write(contentsOf: Data((fields.map(Self.field).joined(separator: ",") + "\n").utf8))
    }

    func finish() throws { try handle?.close() }

    /// In quotes where it must be. What a spreadsheet would take for a formula is taken for text.
    static func field(_ text: String) -> String {
        let safe = text.first.map("=+-@\t\r".contains) == true ? "'" + text : text
        guard safe.contains(where: { ",\"\n\r".contains($0) }) else { return safe }
        return "\"" + safe.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
}
