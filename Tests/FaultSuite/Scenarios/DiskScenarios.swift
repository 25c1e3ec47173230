import AppStoreModels
import Foundation
import TestSupport

/// Disks that are full or may not be written to.
extension Scenario {
    static let disks: [Scenario] = [
        Scenario("disk.full-store", "a full disk under a store", .fullDisk, isShort: true, play: fullUnderStore),
        Scenario("disk.full-server", "a full disk under a purchase server", .fullDisk, isShort: true) {
            try await fullUnderServer($0)
        },
        Scenario(
            "disk.full-tmpfs",
            "a small file system that is full, then has space",
            .fullDisk,
            play: fullFileSystem
        ),
        Scenario("disk.full-start", "starts on a full disk", .fullDisk, isShort: true, play: fullAtStart),
        Scenario("disk.read-only", "folders that may not be written to", .fullDisk, isShort: true, play: readOnly),
    ]

    /// Files may not grow beyond so many kilobytes; a write then fails as on a full disk, and needs no rights to play.
    private static func limit(kilobytes: Int) -> String { "trap '' XFSZ; ulimit -S -f \(kilobytes * 2)" }

    private static func lift(_ server: Server) async throws {
        let prlimit = Command(
            URL(fileURLWithPath: "/usr/bin/prlimit"),
            ["--pid", "\(server.process.identifier)", "--fsize=unlimited"]
        )
        guard let outcome = try? await prlimit.run(), outcome.status == 0 else {
            throw NotTried("prlimit cannot give a running process its space back")
        }
    }

    // MARK: Store

    private static func fullUnderStore(_ stage: Stage) async throws -> String {
        let folder = try stage.storeFolder()
        var launch = Launch.store(folder)
        launch.prelude = limit(kilobytes: 32)
        let ledger = try await Server.run(launch, on: stage) { server in
            try await fillAndFree(server, stage, free: { try await lift(server) })
        }
        try await Server.run(.store(folder), on: stage) { server in
            let kept = try await server.transactions()
            try hold(kept == ledger, "after a restart \(kept.count) purchases are there rather than \(ledger.count)")
        }
        return "refused while full, told by /health, well again, \(ledger.count) purchases kept"
    }

    /// Buys until the disk is full, looks, frees it, and buys again.
    ///
    /// - Returns: Everything that the store has acknowledged.
    private static func fillAndFree(
        _ server: Server,
        _ stage: Stage,
        free: () async throws -> Void
    ) async throws -> Set<String> {
        var ledger = try await server.transactions()
        var refusal: Answer?
        for _ in 0..<2_000 where refusal == nil {
            let (answer, transaction) = try await server.buy()
            if let transaction { ledger.insert(transaction) } else { refusal = answer }
        }
        guard let refusal else { throw Fall("2,000 purchases fitted on a full disk") }
        try hold(refusal.status >= 500, "on a full disk a purchase was answered \(refusal.line)")
        stage.tried("purchases until full", ledger.count)
        for _ in 0..<5 {
            if let transaction = try await server.buy().transaction { ledger.insert(transaction) }
        }
        let seen = try await server.transactions()
        try hold(seen == ledger, "a refused purchase is visible: \(seen.subtracting(ledger).count) too many")
        let health = try await server.ask("GET", "/health")
        try hold(health.status != 200, "on a full disk /health says \(health.line)")
        try await free()
        for _ in 0..<5 {
            let (answer, transaction) = try await server.buy()
            guard let transaction else { throw Fall("with space again a purchase was answered \(answer.line)") }
            ledger.insert(transaction)
        }
        try await server.isWell("with space again")
        let kept = try await server.transactions()
        try hold(kept == ledger, "with space again \(kept.count) purchases are there rather than \(ledger.count)")
        return ledger
    }

    private static func fullFileSystem(_ stage: Stage) async throws -> String {
        let disk = stage.file("disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        var launch = Launch.store(disk.appendingPathComponent("store"))
        launch.wrapper = try await Namespace.wrapper()
        launch.prelude = """
            set -e
            mount -t tmpfs -o size=640k tmpfs '\(disk.path)'
            cp -R '\(stage.template.store.path)' '\(disk.path)/store'
            head -c 400000 /dev/zero > '\(disk.path)/ballast'
            """
        return try await Server.run(launch, on: stage) { server in
            let ballast = "/proc/\(server.process.identifier)/root\(disk.path)/ballast"
            let ledger = try await fillAndFree(server, stage) {
                try FileManager.default.removeItem(atPath: ballast)
            }
            return "refused while full, well again, \(ledger.count) purchases kept"
        }
    }

    // MARK: Purchase server

    private static func fullUnderServer(_ stage: Stage) async throws -> String {
        let folder = stage.file("data")
        return try await Peer.run(.sends(HTTPText.answer("200 OK", body: stage.template.verification))) { _, url in
            let launch = Launch.purchases(folder, store: url, stage.template)
            // The tables are made first: a start on a full disk is another matter.
            try await Server.run(launch, on: stage) { try await $0.stop() }
            var limited = launch
            limited.prelude = limit(kilobytes: 600)
            let ledger = try await Server.run(limited, on: stage) { server in
                var ledger: [String] = []
                var refusal: Answer?
                for index in 0..<1_000 where refusal == nil {
                    let answer = try await server.upload(stage.template.receipt, of: "rose\(index)")
                    if answer.status == 200 { ledger.append("rose\(index)") } else { refusal = answer }
                }
                guard let refusal else { throw Fall("1,000 uploads fitted on a full disk") }
                try hold(refusal.status >= 500, "on a full disk an upload was answered \(refusal.line)")
                stage.tried("uploads until full", ledger.count)
                try await lift(server)
                for index in 0..<5 {
                    let answer = try await server.upload(
                        stage.template.receipt,
                        of: "lily\(index)",
                        within: .seconds(20)
                    )
                    try hold(answer.status == 200, "with space again an upload was answered \(answer.line)")
                    ledger.append("lily\(index)")
                }
                return ledger
            }
            try await Server.run(launch, on: stage) { server in
                for customer in ledger { try await server.keeps(customer, pending: 0, entitlements: 2) }
            }
            return "refused while full, well again, \(ledger.count) uploads kept"
        }
    }

    private static func fullAtStart(_ stage: Stage) async throws -> String {
        let store = try stage.storeFolder()
        let before = try Data(contentsOf: store.appendingPathComponent("events.jsonl"))
        for var launch in [
            .store(store), .store(stage.file("new")),
            Launch.purchases(stage.file("data"), store: "http://127.0.0.1:9/", stage.template),
        ] {
            launch.prelude = limit(kilobytes: 0)
            _ = try await Server.refusal(launch, on: stage, "a start on a full disk")
            stage.tried("starts")
        }
        let after = try Data(contentsOf: store.appendingPathComponent("events.jsonl"))
        try hold(after == before, "the log was changed by a start that failed")
        try await Server.run(.store(store), on: stage) { server in
            let kept = try await server.transactions()
            try hold(kept.count == 2, "with space again \(kept.count) of 2 purchases are there")
        }
        return "refused with a message, and nothing lost"
    }

    // MARK: Read-only

    private static func readOnly(_ stage: Stage) async throws -> String {
        let store = try stage.storeFolder()
        let data = stage.file("data")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        var launches = [
            Launch.store(store), Launch.purchases(data, store: "http://127.0.0.1:9/", stage.template),
        ]
        if getuid() == 0 {
            // Modes do not hold the superuser back; a mount does.
            let wrapper = try await Namespace.wrapper()
            for (index, folder) in [store, data].enumerated() {
                launches[index].wrapper = wrapper
                launches[index].prelude =
                    "mount --bind '\(folder.path)' '\(folder.path)' && mount -o remount,ro,bind '\(folder.path)'"
            }
        } else {
            for folder in [store, data] { chmod(folder.path, 0o500) }
        }
        defer { for folder in [store, data] { chmod(folder.path, 0o700) } }
        var words: [String] = []
        for launch in launches {
            words.append(try await Server.refusal(launch, on: stage, launch.arguments.prefix(2).joined(separator: " ")))
            stage.tried("starts")
        }
        return words.map { $0.split(separator: "\n").last.map(String.init) ?? "" }.joined(separator: " | ")
    }
}

/// A mount namespace of its own for one process, so that what is mounted for it goes with it.
enum Namespace {
    /// What to put in front of a shell.
    ///
    /// - Throws: ``NotTried`` if this account may not make one.
    static func wrapper() async throws -> [String] {
        for options in [["-m"], ["-r", "-m"]] {
            let wrapper = ["/usr/bin/unshare"] + options + ["--propagation", "private"]
            let trial = Command(
                URL(fileURLWithPath: wrapper[0]),
                wrapper.dropFirst() + ["/bin/mount", "-t", "tmpfs", "x", "/tmp"]
            )
            if let outcome = try? await trial.run(), outcome.status == 0 { return wrapper }
        }
        throw NotTried("this account may not mount in a namespace of its own")
    }
}
