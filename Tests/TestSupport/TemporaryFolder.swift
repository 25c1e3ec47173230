public import Foundation

/// A folder that goes when the value that made it goes.
public final class TemporaryFolder: Sendable {
    /// The folder.
    public let url: URL

    /// An empty folder among the temporary files.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("purser-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Where a file or a folder of this name would be.
    public func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// A file with this content.
    public func file(_ name: String, content: Data) throws -> URL {
        try content.write(to: file(name))
        return file(name)
    }

    /// A file without content.
    public func emptyFile(_ name: String) throws -> URL { try file(name, content: Data()) }
}

/// A folder that is removed when `body` returns.
public func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    return try body(folder.url)
}

/// A folder that is removed when `body` returns.
public func withTemporaryFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    return try await body(folder.url)
}
