import Foundation

/// A real browser that follows the stories in `Tests/Browser`. Chromium and the Python environment of the judges must be
/// there.
enum Browser {
    static var isAvailable: Bool { Judges.areAvailable && chromium != nil }

    private static let chromium = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
        .lazy.flatMap { folder in ["chromium", "google-chrome"].map { "\(folder)/\($0)" } }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Browser")

    /// Follows a story.
    ///
    /// - Returns: What went wrong, empty if nothing did.
    static func follow(_ story: String, _ arguments: String...) async throws -> String {
        let process = Process()
        process.executableURL = Judges.python
        process.arguments = [folder.appendingPathComponent(story).path] + arguments
        // No bytecode beside the sources.
        process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
        let errors = Pipe()
        process.standardError = errors
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { process in
                let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                let outcome = process.terminationStatus == 0 ? "" : "status \(process.terminationStatus): \(text)"
                continuation.resume(returning: outcome)
            }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
