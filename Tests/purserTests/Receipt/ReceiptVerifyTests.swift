import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("purser receipt verify", .timeLimit(.minutes(15)))
struct ReceiptVerifyTests {
    let folder: TemporaryFolder
    let root: String
    let receipt: Data
    /// The moment that counts as now, so that the tests do not depend on the day they run.
    static let now = ["--at", "2025-01-01T00:00:00Z"]

    init() throws {
        folder = try TemporaryFolder()
        root = try folder.file("root.pem", content: Data(try TestAuthority.trusted.get().receiptRootPEM.utf8)).path
        receipt = try SampleReceipt.signed()
    }

    private func verify(_ content: some Sequence<UInt8>, _ options: String...) async throws -> Tool.Outcome {
        let file = try folder.file("receipt", content: Data(content))
        return try await Tool.run(["receipt", "verify", file.path, "--root", root] + options + bundle + Self.now)
    }

    private var bundle: [String] { ["--bundle-id", SampleReceipt.bundleID] }

    @Test("A genuine receipt of this app is valid: exit code 0, one line a rule")
    func valid() async throws {
        let outcome = try await verify(receipt)
        #expect(outcome.status == 0)
        #expect(outcome.lines.last == "The receipt is valid.")
        #expect(outcome.lines.first?.hasPrefix("✓  signature") == true)
        #expect(outcome.errors.isEmpty)
    }

    @Test("Base64 is read too, from a file, from standard input and from the argument")
    func base64() async throws {
        let text = Data(receipt).base64EncodedString()
        #expect(try await verify(text.utf8).status == 0)
        let options = ["--root", root] + bundle + Self.now
        let input = try await Tool.run(["receipt", "verify", "-"] + options, input: Data(text.utf8))
        #expect(input.status == 0)
        #expect(try await Tool.run(["receipt", "verify", text] + options).status == 0)
    }

    @Test(
        "The failing rule is named: exit code 1",
        arguments: [
            (["--bundle-id", "com.example.other"], "bundle-id-mismatch"),
            (["--app-version", "9.9"], "app-version-mismatch"),
            (["--device", "6C:40:08:B5:94:5E"], "device-hash-mismatch"),
            (["--at", "2001-01-01T00:00:00Z"], "creation-date-in-future"),
        ]
    )
    func failingRule(_ options: [String], _ code: String) async throws {
        let file = try folder.file("receipt", content: Data(receipt)).path
        var arguments = ["receipt", "verify", file, "--root", root, "--json"] + options
        if !options.contains("--bundle-id") { arguments += bundle }
        if !options.contains("--at") { arguments += Self.now }
        let outcome = try await Tool.run(arguments)
        #expect(outcome.status == 1)
        let json = try JSONValue(parsing: outcome.output).object
        #expect(json?[boolean: "isValid"] == false)
        #expect(json?[array: "failures"]?.first?.object?[string: "rule"] == code)
    }

    @Test("A receipt of an authority that nobody chose to trust is not valid")
    func untrusted() async throws {
        let file = try folder.file("receipt", content: Data(receipt)).path
        let outcome = try await Tool.run(["receipt", "verify", file] + bundle + Self.now)
        #expect(outcome.status == 1)
        #expect(outcome.lines.last == "The receipt is not valid: anchor-untrusted")
    }

    @Test("A receipt with one flipped bit in its payload is not valid")
    func tampered() async throws {
        var bytes = receipt
        let text = Array("com.example.app".utf8)
        let index = try #require(bytes.indices.first { bytes[$0...].starts(with: text) })
        bytes[index + 4] ^= 1
        let outcome = try await verify(bytes)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("signature-invalid"))
    }

    @Test(
        "What is no receipt is named: exit code 2",
        arguments: [
            ("", "empty"),
            ("<html><body>503 Service Unavailable</body></html>", "html"),
            ("{\"status\":21002}", "json"),
            ("eyJhbGciOiJFUzI1NiJ9.e30.AAAA", "jws"),
            ("MIIS\u{1F4A3}", "base64-damaged"),
        ]
    )
    func unusable(_ content: String, _ code: String) async throws {
        let outcome = try await verify(content.utf8)
        #expect(outcome.status == 2)
        #expect(outcome.output.contains(code))
    }

    @Test("A truncated receipt is unusable input")
    func truncated() async throws {
        let outcome = try await verify(receipt.prefix(receipt.count / 2))
        #expect(outcome.status == 2)
        #expect(outcome.output.contains("truncated"))
    }

    @Test("More than 8 MB are refused unread")
    func oversized() async throws {
        let outcome = try await verify(repeatElement(0x30, count: 8 * 1024 * 1024 + 1))
        #expect(outcome.status == 2)
        #expect(outcome.output.contains("oversized"))
    }

    @Test("A file that is not there is unusable input, and the message names it")
    func missingFile() async throws {
        let outcome = try await Tool.run(["receipt", "verify", "/no/such/file"] + bundle)
        #expect(outcome.status == 2)
        #expect(outcome.errors == "purser: there is no file /no/such/file\n")
    }

    @Test(
        "An option that cannot be used is a usage error, before anything is read",
        arguments: [
            ["--device", "zz"], ["--at", "yesterday"], ["--root", "/no/such/root"],
        ]
    )
    func usage(_ options: [String]) async throws {
        let outcome = try await Tool.run(["receipt", "verify", "-"] + bundle + options)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(options[1]))
    }
}
