import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("purser demo that stays up", .tags(.slow), .timeLimit(.minutes(15)))
struct InterruptedDemoTests {
    @Test("It stays up until it is interrupted, then ends cleanly", arguments: [SIGINT, SIGTERM])
    func interrupt(_ signal: Int32) async throws {
        let folder = try TemporaryFolder()
        var last: JSONObject?
        var year: JSONObject?
        let demo = Tool.command(["demo", "--json", "--data", folder.url.path])
        let outcome = try await demo.run(endedBy: signal) { lines in
            for await line in lines {
                last = try JSONValue(parsing: line).object
                if last?[string: "step"] == "year-simulated" { year = last }
                guard last?[string: "step"] != "ready" else { break }
            }
            let store = try #require(last?[string: "store"])
            #expect(try await Tool.run("store", "list", "--url", store).status == 0)
        }
        #expect(last?[string: "step"] == "ready")
        #expect(last?[string: "console"]?.hasSuffix("/console") == true)
        #expect((last?[string: "consoleSecret"]?.utf8.count ?? 0) >= 16)
        #expect(year?[integer: "customerCount"] == 1_000)
        #expect((year?[integer: "subscriptionCount"] ?? 0) > 100)
        let article = try WireArticle()
        for step in [try #require(year), try #require(last)] {
            #expect(article.strangers(in: step) == [], "\(step)")
        }
        let end = try #require(outcome.text.split(separator: "\n").last)
        #expect(try JSONValue(parsing: String(end)).object == last)
        #expect(outcome.ending == .exited(0))
        #expect(outcome.errors == "")
    }
}
