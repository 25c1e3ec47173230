import Foundation
import TestSupport
import Testing

@testable import purser

/// A server that runs as the articles say must be able to read what the settings of the articles name.
@Suite("Where a service and a container find secret files")
struct SecretFilePlaceTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    private static func article(_ name: String) throws -> String {
        try text("Sources/PurchaseServer/PurchaseServer.docc/\(name).md")
    }

    /// The files that the settings of the article name, as a server finds them that has these settings in `folder`.
    private func secretFiles(in folder: TemporaryFolder) throws -> [String] {
        let parts = try Self.article("Settings").components(separatedBy: "```json\n")
        let json = try #require(parts.dropFirst().first?.components(separatedBy: "```")[0])
        let file = try folder.file("server.json", content: Data(json.utf8))
        let settings = try ServerSettings(flags: [:], config: file.path, environment: [:])
        return [settings[text: "serverApiKeyFile"]].compactMap(\.self)
            + settings.fileOnly.apps.compactMap(\.sharedSecretFile)
    }

    @Test("Those that the settings name lie beside them, and systemd hands each to the service")
    func credentials() throws {
        let folder = try TemporaryFolder()
        let names = ["api-key.p8", "flowers.secret"]
        #expect(try secretFiles(in: folder) == names.map { folder.file($0).path })
        let unit = try Self.text("packaging/purser-server.service")
        let article = try Self.article("Production")
        #expect(unit.contains("\nLoadCredential=server.json:/etc/purser/server.json\n"))
        #expect(unit.contains("\nEnvironment=PURSER_SERVER_CONFIG=%d/server.json\n"))
        for name in names {
            let line = "LoadCredential=\(name):/etc/purser/\(name)\n"
            // Not every server has them, and a unit with one that is missing does not start.
            #expect(unit.contains("\n#\(line)"), "\(name)")
            #expect(article.contains("\n\(line)"), "\(name)")
        }
    }

    @Test("Those of a container belong to its user")
    func owner() throws {
        let file = try Self.text("packaging/Containerfile.server")
        let number = try #require(file.firstMatch(of: /--uid ([0-9]+)/)).1
        for text in [file, try Self.article("Production")] { #expect(text.contains("chown \(number) /etc/purser/")) }
    }
}
