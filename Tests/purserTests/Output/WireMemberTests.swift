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
            ["storekit", "lint", "--rules"], ["store", "ca", "--data", "/nowhere"],
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
        guard let error = json.object?[object: "error"] else { return }
        #expect(article.codes.contains { $0.name == error[string: "code"] }, "\(error)")
    }
}
