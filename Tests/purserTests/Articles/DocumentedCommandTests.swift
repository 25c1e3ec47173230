import AppStoreTrust
import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import purser

/// Whoever copies a command from the documentation must not be told that it makes no sense.
@Suite("What the documentation shows of the tool")
struct DocumentedCommandTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// README, the pages beside it, and all articles, by their paths.
    private static let documents: [(place: String, text: String)] = {
        let sources = FileManager.default.enumerator(atPath: root.appendingPathComponent("Sources").path)
        let articles = (sources?.compactMap { $0 as? String } ?? [])
            .filter { $0.hasSuffix(".md") && $0.contains(".docc/") }.map { "Sources/\($0)" }
        let pages = ["ARCHITECTURE", "HOW-IT-IS-TESTED", "THREAT-MODEL"].map { "docs/\($0).md" }
        return (["README.md", "SECURITY.md", "CONTRIBUTING.md"] + pages + articles.sorted()).compactMap { path in
            let text = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
            return text.map { (place: path, text: $0) }
        }
    }()

    /// What the commands say of themselves.
    private static let helps: [(place: String, text: String)] = helps(of: Purser.self, ["purser"])

    private static func helps(
        of command: any ParsableCommand.Type,
        _ path: [String]
    ) -> [(place: String, text: String)] {
        let own = (place: "\(path.joined(separator: " ")) --help", text: command.configuration.discussion)
        return [own] + command.configuration.subcommands.flatMap { helps(of: $0, path + [$0._commandName]) }
    }

    /// The demonstration and the simulator are not built everywhere.
    private static func isBuilt(_ command: DocumentedCommand) -> Bool {
        guard let name = command.words.first, ["demo", "simulate"].contains(name) else { return true }
        return Purser.configuration.subcommands.contains { $0._commandName == name }
    }

    private static let copied: [DocumentedCommand] = {
        let shown = documents.flatMap { DocumentedCommand.copied(from: $0.text, $0.place) }
        let told = helps.flatMap { DocumentedCommand.copied(fromHelp: $0.text, $0.place) }
        return (shown + told).filter(isBuilt)
    }()

    private static let named: [DocumentedCommand] = (documents + helps).flatMap {
        DocumentedCommand.named(in: $0.text, $0.place)
    }.filter(isBuilt)

    @Test("A command to be copied is one that the tool takes", arguments: copied)
    func takes(command: DocumentedCommand) throws {
        var words = command.words
        let folder = try TemporaryFolder()
        // The certificates that these name are read with the command line.
        for index in words.indices.dropFirst() where words[index - 1] == "--root" {
            let (start, year) = (Date(), 31_536_000.0)
            let root = try CertificateAuthority.make(name: "Any", validFrom: start, validUntil: start + year)
            words[index] = try folder.file("root.pem", content: Data(root.jwsRootPEM.utf8)).path
        }
        do {
            _ = try Purser.parseAsRoot(words)
        } catch {
            Issue.record("\(Purser.fullMessage(for: error))")
        }
    }

    @Test("A command that is named is there, with the options that are named", arguments: named)
    func knows(command: DocumentedCommand) {
        var type: any ParsableCommand.Type = Purser.self
        var words = command.words[...]
        while let next = type.configuration.subcommands.first(where: { $0._commandName == words.first }) {
            type = next
            words = words.dropFirst()
        }
        let isWhole = type.configuration.subcommands.isEmpty || type.configuration.defaultSubcommand != nil
        let stray = isWhole ? nil : words.first { !$0.hasPrefix("-") }
        #expect(stray == nil, "\(type._commandName) has no such command")
        let known = Set(Purser.helpMessage(for: type).split { $0.isWhitespace || ",/[]()".contains($0) })
        for option in words where option.hasPrefix("--") { #expect(known.contains(option[...]), "\(option)") }
    }

    @Test("Commands are found in README, in articles, in the help")
    func all() {
        for place in ["README.md", "ContinuousIntegration.md", "KeepingAFolder.md", "Production.md", "run --help"] {
            #expect(Self.copied.contains { $0.place.hasSuffix(place) }, "\(place)")
        }
        #expect(Self.copied.count > 45)
        #expect(Self.named.count > 45)
        let quoted = DocumentedCommand.copied(from: "```sh\nmake purser it\npurser a \"b c\" \\\n  d  # e\n```", "here")
        #expect(quoted.map(\.words) == [["a", "b c", "d"]])
    }

    @Test("An app is led to a store where one listens unless it is told otherwise")
    func port() throws {
        let store = try Purser.parseAsRoot(["store", "serve", "--catalogue", "shop.storekit", "--data", "shop"])
        let port = try #require(store as? StoreServeCommand).network.port
        let articles = Self.documents.filter { $0.place.contains("/LocalStoreKit") }
        let named = articles.flatMap { $0.text.matches(of: /127\.0\.0\.1:([0-9]+)/).map { Int($0.1) } }
        #expect(!named.isEmpty && named.allSatisfy { $0 == port })
    }
}
