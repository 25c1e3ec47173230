import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("purser server keys", .timeLimit(.minutes(15)))
struct ServerKeysTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func keys(_ arguments: String...) async throws -> (status: Int32, json: JSONObject) {
        let outcome = try await Tool.run(
            ["server", "keys"] + arguments + ["--json", "--data", folder.file("data").path]
        )
        return (outcome.status, try JSONValue(parsing: outcome.output).object ?? [:])
    }

    @Test("Keys are made, listed without their texts, rotated and revoked")
    func story() async throws {
        let secret = try await keys("make", "Shop", "--scope", "customers", "--scope", "events")
        #expect(secret.status == 0)
        let id = try #require(secret.json[string: "id"])
        let text = try #require(secret.json[string: "text"])
        #expect(text.contains(id))
        let app = try await keys("make", "App", "--public")
        #expect(app.json[string: "kind"] == "public")

        let rotated = try await keys("rotate", id, "--grace", "1")
        let successor = try #require(rotated.json[string: "id"])
        #expect(successor != id)
        #expect(try await keys("revoke", try #require(app.json[string: "id"])).json["revocationDate"] != nil)

        let outcome = try await Tool.run("server", "keys", "list", "--json", "--data", folder.file("data").path)
        #expect(!outcome.output.contains(text))
        let list = try JSONValue(parsing: outcome.output).object?[array: "keys"]?.compactMap(\.object) ?? []
        #expect(list.map { $0[string: "name"] } == ["Shop", "App", "Shop"])
        #expect(list.first?[string: "successorId"] == successor)
        let table = try await Tool.run("server", "keys", "list", "--data", folder.file("data").path)
        #expect(table.lines.count == 4)
        #expect(table.output.contains("replaced by \(successor)"))
        #expect(table.output.contains("revoked 2"))
        #expect(!table.output.contains(text))
    }

    @Test("Keys that sign statements are listed by their fingerprints, and rotated; the older one goes on")
    func statements() async throws {
        _ = try await keys("make", "Shop", "--public")
        let first = try await keys("rotate-statements")
        let second = try await keys("rotate-statements", "--grace", "10")
        let listed = try await keys("statements")
        let list = listed.json[array: "keys"]?.compactMap(\.object) ?? []
        #expect(list.suffix(2).map { $0[string: "id"] } == [first.json[string: "id"], second.json[string: "id"]])
        #expect(list.allSatisfy { $0[string: "id"]?.count == 64 })
        #expect(list.last?["retirementDate"] == nil)
        let end = try #require(list.dropLast().last?[milliseconds: "retirementDate"])
        // The older key ends so long after the newer one was made, give or take what making it took.
        let made = try #require(list.last?[milliseconds: "createdDate"])
        #expect(abs(end.timeIntervalSince(made) - 10 * 86_400) <= 1)
        let table = try await Tool.run("server", "keys", "statements", "--data", folder.file("data").path)
        #expect(table.lines.count == list.count + 1)
        #expect(table.lines.last?.hasSuffix("from now on") == true)
        let outcome = try await keys("rotate-statements", "--grace", "100000")
        #expect(outcome.status == 2)
    }

    @Test("A person gets the text alone, so that a script can take it")
    func text() async throws {
        let outcome = try await Tool.run(
            "server",
            "keys",
            "make",
            "Shop",
            "--scope",
            "customers",
            "--data",
            folder.file("data").path
        )
        #expect(outcome.lines.count == 1)
        #expect(outcome.output.hasPrefix("psr_secret_"), "\(outcome.output)")
    }

    @Test("What cannot be is refused with a code")
    func refusals() async throws {
        #expect(try await keys("list").status == 2)
        #expect(try await keys("list").json[object: "error"]?[string: "code"] == "database-unusable")
        _ = try await keys("make", "App", "--public")
        for (arguments, code) in [
            (["rotate", "nothing"], "unknown-key"), (["revoke", "nothing"], "unknown-key"),
            (["make", "Shop"], "key-refused"), (["make", "App", "--public", "--scope", "keys"], "key-refused"),
            (["make", "", "--public"], "key-refused"),
        ] {
            let outcome = try await Tool.run(
                ["server", "keys"] + arguments + ["--json", "--data", folder.file("data").path]
            )
            #expect(outcome.status == 2, "\(arguments)")
            let error = try JSONValue(parsing: outcome.output).object?[object: "error"]
            #expect(error?[string: "code"] == code, "\(arguments)")
        }
        let scope = try await Tool.run("server", "keys", "make", "A", "--scope", "all", "--data", folder.url.path)
        #expect(scope.status == 64)
        #expect(scope.errors.contains("--scope: there is no scope of this name; these are: "))
    }

    @Test("The folder may come from the server's configuration file")
    func configuration() async throws {
        let file = try folder.file("purser.json", content: Data(#"{"data":"data"}"#.utf8))
        let made = try await Tool.run("server", "keys", "make", "App", "--public", "--config", file.path)
        #expect(made.status == 0)
        #expect(FileManager.default.fileExists(atPath: folder.file("data").path + "/purchases.sqlite"))
        let nowhere = try await Tool.run("server", "keys", "list")
        #expect(nowhere.status == 64)
        #expect(nowhere.errors.contains("no folder for the database is named"))
    }
}
