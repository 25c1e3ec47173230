import AppStoreModels
import ArgumentParser
import Foundation
import GRDB
import TestSupport
import Testing

@testable import PurchaseServer
@testable import purser

/// What `purser server …` says to a person, line by line, and how it ends.
@Suite("The lines of purser server", .tags(.slow), .timeLimit(.minutes(15)))
struct ServerLinesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var data: String { folder.file("data").path }
    private var database: URL { folder.file("data").appendingPathComponent("purchases.sqlite") }

    private func server(_ arguments: String...) async throws -> Tool.Outcome {
        try await Tool.run(["server"] + arguments + ["--data", data])
    }

    private func makeDatabase() async throws {
        #expect(try await server("keys", "make", "App", "--public").status == 0)
    }

    private let serving = ["server", "serve", "--bundle-id", "com.example.app", "--port", "0"]

    @Test("serve shows the keys of a new server once, where it listens, and where notifications go")
    func serve() async throws {
        var lines: [[String]] = []
        for _ in 0..<2 {
            let outcome = try await Tool.command(serving + ["--data", data]).run(endedBy: SIGTERM) { output in
                var seen: [String] = []
                for await line in output {
                    seen.append(line)
                    if line.contains("/apple/notifications") { break }
                }
                lines.append(seen)
            }
            #expect(outcome.ending == .exited(0))
        }
        #expect(lines[0].count == 5)
        #expect(lines[0][0] == "Keep these keys; they are shown this once. `purser server keys` makes others.")
        #expect(lines[0][1].wholeMatch(of: #/  for your servers  psr_secret_[a-z2-7]{48}/#) != nil)
        #expect(lines[0][2].wholeMatch(of: #/  for your app      psr_public_[a-z2-7]{48}/#) != nil)
        for said in [Array(lines[0].suffix(2)), lines[1]] {
            #expect(said.count == 2)
            let port = try #require(said[0].wholeMatch(of: /purser listens on http:\/\/127\.0\.0\.1:([0-9]+)/)).1
            #expect(said[1].contains("notifications go to http://127.0.0.1:\(port)/apple/notifications"))
        }
    }

    @Test("serve ends with 2 and one line where its folder is another's, and where somebody else listens")
    func serveRefused() async throws {
        _ = try await Tool.command(serving + ["--data", data]).run(endedBy: SIGTERM) { lines in
            let line = await lines.first { $0.contains("listens on") }
            let port = try #require(line?.split(separator: ":").last.map(String.init))
            let other = ["server", "serve", "--bundle-id", "com.example.other", "--port", "0", "--data", data]
            let inUse = try await Tool.run(other)
            #expect(inUse.status == 2)
            #expect(inUse.output == "")
            #expect(
                inUse.errors == "purser: folder-in-use: another server with other settings uses purchases.sqlite; "
                    + "end it, give both the same, or name another folder\n"
            )
            let elsewhere = folder.file("elsewhere").path
            let taken = try await Tool.run([
                "server", "serve", "--bundle-id", "com.example.app", "--port", port, "--data", elsewhere,
            ])
            #expect(taken.status == 2)
            #expect(taken.errors.contains("purser: port-taken: another program listens on 127.0.0.1:\(port)"))
        }
    }

    @Test("backup names each table with its rows and the whole file; restore says where the former one is")
    func backupAndRestore() async throws {
        try await makeDatabase()
        let file = folder.file("backup.sqlite").path
        let backup = try await server("backup", file)
        #expect(backup.status == 0)
        #expect(backup.lines.first?.wholeMatch(of: /TABLE +ROWS/) != nil)
        #expect(backup.lines.contains { $0.wholeMatch(of: /api_key +1/) != nil })
        #expect(backup.lines.last?.hasPrefix("\(file) is whole: ") == true)
        #expect(try await server("backup", file).errors.contains("is there already"))

        let restored = try await server("restore", file)
        #expect(restored.status == 0)
        #expect(restored.lines.last == "restored")
        let former = try #require(restored.lines.first { $0.hasPrefix("what was there is ") })
        #expect(former.hasSuffix("-before-restore.sqlite"))
        #expect(FileManager.default.fileExists(atPath: String(former.dropFirst("what was there is ".count))))
        let nothing = try await server("restore", folder.file("none.sqlite").path)
        #expect(nothing.status == 2)
        #expect(nothing.output == "")
        #expect(nothing.errors.hasPrefix("purser: "))
    }

    @Test("migrate lists the steps that an older database needs, ends with 1 while there are any, and does them")
    func migrate() async throws {
        try FileManager.default.createDirectory(
            at: folder.file("data"),
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let migrator = SQLiteMigrations.migrator
        let steps = migrator.migrations.suffix(2)
        let queue = try DatabaseQueue(path: database.path)
        try migrator.migrate(queue, upTo: migrator.migrations[migrator.migrations.count - 3])
        try queue.close()
        let check = try await server("migrate", "--check")
        #expect(check.status == 1)
        #expect(check.lines == steps.map { "to do  \($0)" })
        let listing = try await server("keys", "list")
        #expect(listing.status == 2)
        #expect(listing.errors.contains("migrate"), "\(listing.errors)")
        let done = try await server("migrate")
        #expect(done.status == 0)
        #expect(done.lines == steps.map { "done   \($0)" })
        #expect(try await server("migrate", "--check").output == "the database is of this version; nothing to do\n")
    }

    @Test("export says how many rows it wrote, and leaves a folder with something in it alone")
    func export() async throws {
        #expect(try await server("export", folder.file("none").path).status == 2)
        try await makeDatabase()
        let target = folder.file("export").path
        let written = try await server("export", target)
        #expect(written.status == 0)
        #expect(
            written.output == """
                wrote 1 rows to \(target); not among them are keys, webhooks, customers' tokens, requests about \
                refunds and what was set up at the console

                """
        )
        let help = ServerExportCommand.configuration.discussion
        for what in ["keys", "webhooks", "customers' tokens", "requests about refunds", "set up at the console"] {
            #expect(written.output.contains(what) && help.contains(what), "\(what)")
        }
        let again = try await server("export", target)
        #expect(again.status == 2)
        #expect(again.output == "")
        #expect(again.errors.contains("is not empty; name another folder"))
    }

    @Test("reconcile, of which there is nothing to compare, says so; without a database it ends with 2")
    func reconcile() async throws {
        let app = ["--bundle-id", "com.example.app"]
        let nothing = try await Tool.run(["server", "reconcile"] + app + ["--data", data])
        #expect(nothing.status == 2)
        #expect(nothing.errors.contains("no server has kept anything in"))
        try await makeDatabase()
        let empty = try await Tool.run(["server", "reconcile"] + app + ["--data", data])
        #expect(empty.status == 0)
        #expect(empty.output == "0 purchases, 0 differences, 0 mended, 0 could not be asked about\n")
        let nobody = try await Tool.run(["server", "reconcile", "--customer", "nobody"] + app + ["--data", data])
        #expect(nobody.status == 2)
        #expect(nobody.errors == "purser: nothing is known about the customer nobody; look at the spelling\n")
        let help = try await Tool.run("server", "reconcile", "--help").output
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(help.contains("if a purchase could not be asked about"))
        #expect(help.contains("or if the run ended before the last purchase, as with --limit"))
        for mistake in [
            ["--limit", "0"], ["--from", "x", "--from-start"], ["--environment", "moon"], ["--customer", ""],
        ] {
            #expect(
                try await Tool.run(["server", "reconcile"] + app + mistake + ["--data", data]).status == 64,
                "\(mistake)"
            )
        }
    }

    @Test("rebuild says how much it booked; a server that keeps no figures has none")
    func rebuild() async throws {
        try await makeDatabase()
        let none = try await server("rebuild")
        #expect(none.status == 2)
        #expect(none.errors == "purser: no figures are kept; say in which currency they are to be told\n")
        let booked = try await server("rebuild", "--reporting-currency", "USD")
        #expect(booked.status == 0)
        #expect(booked.output == "booked 0 purchases and customers\n")
    }

    @Test("rebuild needs no app, and makes no database where there is none")
    func rebuildNothing() async throws {
        let refused = try await server("rebuild", "--reporting-currency", "USD")
        #expect(refused.status == 2)
        #expect(refused.errors == "purser: no server has kept anything in \(data)\n")
        #expect(!FileManager.default.fileExists(atPath: data))
        let nowhere = try await Tool.run(["server", "rebuild", "--reporting-currency", "USD"])
        #expect(nowhere.status == 64)
        #expect(nowhere.errors.contains("no folder for the database is named"))
    }

    @Test("doctor has a line for each check and what to do below it; its end says how it is")
    func doctor() async throws {
        try await makeDatabase()
        let app = ["--bundle-id", "com.example.app", "--data", data]
        let well = try await Tool.run(["server", "doctor", "--offline"] + app)
        #expect(well.status == 0)
        #expect(well.lines.first?.wholeMatch(of: /good     bundle-id +com\.example\.app/) != nil)
        #expect(well.lines.last == "11 checks, 0 bad, 1 to look at")
        let index = try #require(well.lines.firstIndex { $0.hasPrefix("look at  app-store-questions") })
        #expect(well.lines[index + 1].hasPrefix("         "))
        let ill = try await Tool.run(["server", "doctor", "--offline", "--without-keys", "--host", "0.0.0.0"] + app)
        #expect(ill.status == 1)
        #expect(ill.lines.contains { $0.hasPrefix("bad      access") })
    }

    @Test("keys says what it did, and to a mistake what to do")
    func keys() async throws {
        try await makeDatabase()
        let list = try await server("keys", "list")
        #expect(list.lines.first?.wholeMatch(of: /ID +KIND +NAME +SCOPES +MADE +LAST USED +STATE/) != nil)
        let id = try #require(list.lines.last?.split(separator: " ").first.map(String.init))
        #expect(list.lines.last?.hasSuffix("never      good") == true)
        let rotated = try await server("keys", "rotate", id)
        #expect(rotated.lines.count == 1)
        #expect(rotated.output.hasPrefix("psr_public_"))
        #expect(try await server("keys", "revoke", id).output == "the key \(id), App, is good no more\n")
        let unknown = try await server("keys", "revoke", "nothing")
        #expect(unknown.status == 2)
        #expect(unknown.errors == "purser: there is no key of this name; list the keys\n")
        let made = try await server("keys", "rotate-statements")
        #expect(made.lines.count == 1)
        #expect(made.lines.first?.count == 64)
    }

    @Test("Without a folder, with an unknown option or command the line makes no sense: 64")
    func usage() async throws {
        for line in [
            ["backup", "x"], ["restore", "x"], ["export", "x"], ["migrate"], ["keys", "list"],
            ["doctor", "--nonsense"],
            ["fly"], ["keys", "make", "--data", data], ["serve", "--port", "70000", "--data", data],
        ] {
            let outcome = try await Tool.run(["server"] + line)
            #expect(outcome.status == 64, "\(line): \(outcome.errors)")
            #expect(outcome.output == "", "\(line)")
        }
    }
}
