import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("What the tool prints with --json")
struct WireMemberTests {
    private let article: WireArticle

    init() throws { article = try WireArticle() }

    @Test(
        "Every member of every object is in the article about the wire",
        arguments: [
            ["receipt", "show", "--all"], ["receipt", "verify", "--bundle-id", "com.example.app"], ["jws", "show"],
            ["storekit", "show", ExampleFiles.flowerShop.path], ["storekit", "lint", ExampleFiles.flowerShop.path],
            ["storekit", "lint", "--rules"], ["storekit", "show", "/nowhere"], ["storekit", "lint", "/nowhere"],
            ["storekit", "format", "--check", "/nowhere"], ["store", "ca", "--data", "/nowhere"],
            ["store", "list", "products", "--url", "http://127.0.0.1:9"],
            ["server", "doctor", "--offline", "--data", "/nowhere", "--bundle-id", "com.example.app"],
            ["server", "migrate", "--data", "/nowhere"], ["server", "backup", "/nowhere", "--data", "/nowhere"],
            ["server", "restore", "/nowhere", "--data", "/nowhere"],
        ]
    )
    func members(arguments: [String]) async throws {
        let inputs = [
            "receipt": try SampleReceipt.signed(),
            "jws": Data(try SampleJWS.sign(SampleJWS.transaction).utf8),
        ]
        let outcome = try await Tool.run(arguments + ["--json"], input: inputs[arguments[0]] ?? Data())
        let json = try JSONValue(parsing: outcome.output)
        #expect(article.strangers(in: json) == [], "\(outcome.output)")
        let verdicts = json.array ?? [json]
        for failure in verdicts.flatMap({ $0.object?[array: "failures"] ?? [] }) {
            #expect(article.codes.contains { $0.name == failure.object?[string: "rule"] }, "\(failure)")
        }
        guard let error = json.object?[object: "error"] else { return }
        #expect(article.codes.contains { $0.name == error[string: "code"] }, "\(error)")
    }

    #if os(Linux)
        @Test(
            "So is what the simulator prints, an object a line",
            arguments: [["--rules"], ["--days", "2", "--customers", "1", "--trace"]]
        )
        func simulator(arguments: [String]) async throws {
            let outcome = try await Tool.run(["simulate", "--json"] + arguments)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(!outcome.lines.isEmpty)
            for line in outcome.lines {
                let json = try JSONValue(parsing: line)
                #expect(article.strangers(in: json) == [], "\(line)")
            }
        }

        @Test("A story that cannot be read is a code of the article")
        func noStory() async throws {
            for (arguments, code) in [(["/nowhere"], "file-unusable"), (["-"], "simulation")] {
                let outcome = try await Tool.run(["simulate", "--json", "--story"] + arguments)
                #expect(outcome.status == 2)
                let error = try JSONValue(parsing: outcome.output).object?[object: "error"]
                #expect(error?[string: "code"] == code)
                #expect(article.codes.contains { $0.name == code })
            }
        }
    #endif
}
