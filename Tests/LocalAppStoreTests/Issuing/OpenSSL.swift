import Foundation

/// The `openssl` program, as a judge who knows nothing of our code.
enum OpenSSL {
    private static let path = ["/usr/bin/openssl", "/opt/homebrew/bin/openssl", "/usr/local/bin/openssl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    static var isAvailable: Bool { path != nil }

    /// Runs `openssl cms -verify` with one trusted root at a moment.
    static func verify(_ receipt: Data, root: String, at date: Date) throws -> (status: Int32, text: String) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("openssl-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let input = folder.appendingPathComponent("receipt.der")
        let anchor = folder.appendingPathComponent("root.pem")
        try receipt.write(to: input)
        try Data(root.utf8).write(to: anchor)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path ?? "")
        process.arguments = [
            "cms", "-verify", "-inform", "DER", "-in", input.path, "-CAfile", anchor.path, "-purpose", "any",
            "-attime", String(Int(date.timeIntervalSince1970)), "-out", folder.appendingPathComponent("payload").path,
        ]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }
}
