import AppStoreModels
import Foundation
import TestSupport
import Testing

@testable import purser

@Suite("purser notifications", .tags(.slow), .timeLimit(.minutes(15)))
struct NotificationCommandTests {
    private let folder: TemporaryFolder
    private let posy = "com.example.flowershop.club.posy"

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    @Test("A store's notifications are received, verified, saved, listed, sent again and replayed in any order")
    func story() async throws {
        // The sandbox tries once only.
        let options = ["--rate", "manual", "--environment", "production", "--app-apple-id", "1"]
        try await withRunningStore(URL(fileURLWithPath: path("store")), options) { store in
            let root = try #require(store.announcement[string: "jwsRoot"])
            let listen = ["notifications", "listen", "--port", "0", "--json", "--root", root]
            var received: [JSONObject] = []
            let first = try await Tool.command(
                listen + ["--count", "2", "--save", path("saved"), "--answer", "500", "--answer", "200"]
            )
            .run(endedBy: SIGTERM) { lines in
                for await line in lines {
                    let json = try #require(try JSONValue(parsing: line).object)
                    if let url = json[string: "url"] {
                        _ = try await store.tell("notify", url)
                        _ = try await store.tell("account", "flora")
                        _ = try await store.tell("buy", posy, "--account", "flora")
                        _ = try await store.tell("wait", "deliveries", "--within", "5")
                        _ = try await store.tell("advance", "1h")
                        continue
                    }
                    received.append(json)
                    if received.count == 2 { break }
                }
            }
            #expect(received.count == 2, "\(first.text)")
            #expect(received.map { $0[string: "answer"] } == ["500", "200"])
            #expect(received.allSatisfy { $0["isValid"] == true && $0["notificationType"] == "SUBSCRIBED" })
            #expect(received.first?[string: "notificationUUID"] == received.last?[string: "notificationUUID"])
            let files = try FileManager.default.contentsOfDirectory(atPath: path("saved")).sorted()
            #expect(files.count == 2)
            #expect(files.first?.hasPrefix("000001-SUBSCRIBED.INITIAL_BUY-") == true, "\(files)")

            _ = try await store.tell("wait", "deliveries")
            let history = try await Tool.run(
                "notifications",
                "history",
                "--data",
                store.folder.path,
                "--save",
                path("history")
            )
            #expect(history.lines.count == 2)
            #expect(try FileManager.default.contentsOfDirectory(atPath: path("history")).count == 1)

            var replayed: [JSONObject] = []
            _ = try await Tool.command(listen).run(endedBy: SIGTERM) { lines in
                for await line in lines {
                    let json = try #require(try JSONValue(parsing: line).object)
                    if let url = json[string: "url"] {
                        let file = path("saved") + "/" + (files.first ?? "")
                        #expect(try await Tool.run("notifications", "send", file, "--to", url).status == 0)
                        let all = try await Tool.run(
                            "notifications",
                            "replay",
                            path("saved"),
                            "--to",
                            url,
                            "--shuffled",
                            "--seed",
                            "3"
                        )
                        #expect(all.status == 0)
                        #expect(all.lines.count == 2)
                        let own = try await Tool.run(
                            "notifications",
                            "replay",
                            "--data",
                            store.folder.path,
                            "--to",
                            url
                        )
                        #expect(own.status == 0)
                        #expect(try await store.tell("notify", url).status == 0)
                        let id = try #require(received.first?[string: "notificationUUID"])
                        #expect(try await store.tell("resend", id).output == "SUCCESS\n")
                        continue
                    }
                    replayed.append(json)
                    if replayed.count == 5 { break }
                }
            }
            #expect(replayed.count == 5)
            #expect(Set(replayed.map { $0[string: "notificationUUID"] }).count == 1)
            let nobody = try await Tool.run("notifications", "replay", path("saved"), "--to", "http://127.0.0.1:9")
            #expect(nobody.status == 1)
        }
    }

    @Test("What was sent in version 1 is saved and replayed as it was, with the secret that the store keeps to itself")
    func versionOne() async throws {
        let secret = try folder.file("secret", content: Data("hush\n".utf8)).path
        let options = ["--rate", "manual", "--shared-secret-file", secret]
        try await withRunningStore(URL(fileURLWithPath: path("store")), options) { store in
            let root = try #require(store.announcement[string: "receiptRoot"])
            let known = ["--data", store.folder.path, "--shared-secret-file", secret]
            let listen = [
                "notifications", "listen", "--port", "0", "--json", "--root", root, "--shared-secret-file", secret,
                "--save", path("saved"),
            ]
            var received: [JSONObject] = []
            let outcome = try await Tool.command(listen).run(endedBy: SIGTERM) { lines in
                for await line in lines {
                    let json = try #require(try JSONValue(parsing: line).object)
                    if let url = json[string: "url"] {
                        _ = try await store.tell("notify", url, "--v1")
                        _ = try await store.tell("account", "flora")
                        _ = try await store.tell("buy", posy, "--account", "flora")
                        _ = try await store.tell("wait", "deliveries")
                        let again = try await Tool.run(["notifications", "replay", "--to", url] + known)
                        #expect(again.status == 0, "\(again.errors)")
                        continue
                    }
                    received.append(json)
                    if received.count == 2 { break }
                }
            }
            #expect(received.count == 2, "\(outcome.text)")
            // The listener takes no other secret.
            #expect(received.allSatisfy { $0["isValid"] == true && $0["version"] == 1 }, "\(received)")
            #expect(received.map { $0[string: "notificationType"] } == ["INITIAL_BUY", "INITIAL_BUY"])
            let history = try await Tool.run(["notifications", "history", "--save", path("history")] + known)
            #expect(history.status == 0, "\(history.errors)")
            let sent = try NotificationFolder(url: URL(fileURLWithPath: path("saved"))).load().map(\.body)
            let kept = try NotificationFolder(url: URL(fileURLWithPath: path("history"))).load().map(\.body)
            #expect((sent.count, kept.count) == (2, 1))
            #expect(Set(sent + kept).count == 1)
            let unreadable = ["--data", store.folder.path, "--shared-secret-file", path("none")]
            let replay = ["notifications", "replay", "--to", "http://127.0.0.1:9"]
            #expect(try await Tool.run(replay + unreadable).status == 2)
        }
    }

    @Test(
        "A line that means nothing is refused",
        arguments: [
            ["listen", "--answer", "99"], ["listen", "--answer", "slow:x"], ["listen", "--answer", "slow:601"],
            ["listen", "--count", "0"], ["listen", "--host", "0.0.0.0"], ["listen", "--port", "70000"],
            ["send", "x"], ["send", "x", "--to", "ftp://x"],
            ["replay", "x", "--data", "y", "--to", "http://127.0.0.1:9"], ["history"],
        ]
    )
    func usage(arguments: [String]) async throws {
        let outcome = try await Tool.run(["notifications"] + arguments)
        #expect(outcome.status == 64, "\(outcome.errors)")
    }

    @Test("A file that is no notification is not sent")
    func noNotification() async throws {
        for (index, content) in ["", "{", "{}", "a.b", "no"].enumerated() {
            let file = try folder.file("\(index)", content: Data(content.utf8))
            let outcome = try await Tool.run("notifications", "send", file.path, "--to", "http://127.0.0.1:9")
            #expect(outcome.status == 2, "\(content)")
        }
    }
}
