public import Foundation

/// The `openssl` command, an independent judge of what we sign.
public enum OpenSSL {
    /// Where the command is; nil if the machine has none.
    public static let executable: URL? = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }.map { URL(fileURLWithPath: $0) }

    /// Runs the command in a folder.
    ///
    /// - Throws: An error if the machine has no such command.
    public static func run(_ arguments: [String], in folder: URL) async throws -> Command.Outcome {
        guard let executable else { throw CocoaError(.fileNoSuchFile) }
        return try await Command(executable, arguments, in: folder).run()
    }
}
