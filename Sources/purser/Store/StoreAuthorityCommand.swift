import AppStoreModels
import AppStoreTrust
import ArgumentParser
import Foundation
import LocalAppStore

/// `purser store ca`: the roots of a store.
struct StoreAuthorityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ca",
        abstract: "Export a root certificate of a store, for whoever verifies what the store signs.",
        discussion: """
            Receipts and JWS have a root each, as Apple's have: --signs says whose. What verifies them takes the file by \
            --root. The store need not run. The keys stay in its folder. \
            The SHA-256 fingerprint goes to standard error, or with --json into the answer.
            """
    )

    enum Signature: String, CaseIterable, ExpressibleByArgument { case receipt, jws }

    enum Format: String, CaseIterable, ExpressibleByArgument { case pem, der }

    @Option(help: ArgumentHelp("The folder of the store.", valueName: "dir"))
    var data: String

    @Option(help: "What the root signs.")
    var signs: Signature = .receipt

    @Option(help: "How it is written.")
    var format: Format = .pem

    @Option(help: ArgumentHelp("Where to write it; without it, to standard output.", valueName: "file"))
    var output: String?

    @Flag(help: "Print JSON: fingerprint, subject and the certificate in PEM.")
    var json = false

    func run() throws {
        let terminal = Terminal.standardOutput()
        do {
            let authority = try LocalAppStore.authority(inFolder: URL(fileURLWithPath: data, isDirectory: true))
            let pem = signs == .receipt ? authority.receiptRootPEM : authority.jwsRootPEM
            let anchor = signs == .receipt ? authority.receiptAnchor : authority.jwsAnchor
            try write(pem, anchor, terminal)
        } catch let error as StoreError {
            terminal.complain(error.code.rawValue, error.reason, json: json)
            throw ExitStatus.unusable
        } catch let error as OutputFile.Failure {
            terminal.complain("file-unusable", error.description, json: json)
            throw ExitStatus.unusable
        }
    }

    private func write(_ pem: String, _ anchor: TrustAnchor, _ terminal: Terminal) throws {
        let content = format == .pem ? Data(pem.utf8) : Data(try PEMBlock.blocks(in: pem).flatMap(\.content))
        if let output { try OutputFile(path: output).write(content) }
        if json {
            let facts: JSONObject = [
                "root": .string(signs.rawValue), "sha256": .string(anchor.description), "pem": .string(pem),
            ]
            return terminal.json(.object(facts))
        }
        if output == nil { StandardStream.output.write(content) }
        Terminal.note("SHA-256 \(anchor)")
    }
}
