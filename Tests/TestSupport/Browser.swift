import Foundation

/// A real browser that follows the stories in `Tests/Browser`. Chromium and the Python environment of the judges must be
/// there.
public enum Browser {
    public static var isAvailable: Bool { Judges.areAvailable }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Browser")

    /// Follows a story.
    ///
    /// - Returns: What went wrong, empty if nothing did.
    public static func follow(_ story: String, _ arguments: String...) async throws -> String {
        let outcome = try await Judges.run(folder.appendingPathComponent(story), arguments)
        return outcome.status == 0 ? "" : "status \(outcome.status): \(outcome.text)"
    }
}
