/// Why an import cannot begin, or ended before its time.
package struct ImportError: Error, CustomStringConvertible {
    /// What went wrong.
    package enum Code: String, Sendable {
        case unreadable = "unreadable"
        case columnsUnknown = "columns-unknown"
        case unauthenticated = "unauthenticated"
        case notEmpty = "database-not-empty"
        case exportUnusable = "export-unusable"
        case folderUnusable = "folder-unusable"
    }

    /// Stable.
    package let code: Code
    /// What was seen, and what to do.
    package let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    package var description: String { "\(code.rawValue): \(reason)" }
}
