import AppStoreModels
import Foundation
import TestSupport

/// Clocks that jump: the machine's, the store's, the App Store's.
extension Scenario {
    static let clocks: [Scenario] = [
        Scenario("clock.ahead-answer", "an answer from the future hides no refund", .clock, isShort: true) {
            try await aheadAnswer($0)
        },
        Scenario(
            "clock.ahead-machine",
            "a machine whose clock once ran ahead hides no refund",
            .clock,
            play: aheadMachine
        ),
        Scenario(
            "clock.jumps",
            "the machine's clock jumps while servers run",
            .clock,
            deadline: .seconds(90),
            play: jumps
        ),
        Scenario("clock.store", "the store's clock is sent where no calendar reaches", .clock, isShort: true) {
            try await storeClock($0)
        },
    ]

    /// The template's answer at a time, maybe with everything in it refunded.
    private static func verification(_ template: Template, at date: Date, isRefunded: Bool) -> [UInt8] {
        var text = String(decoding: template.verification, as: UTF8.self)
        if let original = try? JSONValue(parsing: template.verification).object?[object: "receipt"],
            let asked = original[string: "request_date_ms"]
        {
            text = text.replacingOccurrences(
                of: #""request_date_ms":"\#(asked)""#,
                with: #""request_date_ms":"\#(Int64(date.timeIntervalSince1970) * 1_000)""#
            )
        }
        if isRefunded {
            text = text.replacingOccurrences(
                of: #""transaction_id":""#,
                with: #""cancellation_date":"2026-02-01 00:00:00 Etc/GMT","cancellation_date_ms":"1769904000000","#
                    + #""cancellation_reason":"0","transaction_id":""#
            )
        }
        return HTTPText.answer("200 OK", body: Array(text.utf8))
    }

    private static func isEntitled(_ server: Server) async throws -> Bool {
        let json = try await server.ask("GET", "/v1/customers/rose", expecting: 200)
        return (json[array: "entitlements"] ?? []).contains {
            $0.object?[string: "productId"] == Template.nonConsumable && $0.object?[boolean: "isEntitled"] == true
        }
    }

    /// Uploads the receipt before and after a refund, and holds the server to knowing of it.
    private static func refunds(
        _ stage: Stage,
        first: Launch,
        second: Launch,
        upstream: Peer,
        firstDate: Date
    ) async throws {
        let server: @Sendable (Bool) async -> Void = { isRefunded in
            let date = isRefunded ? Date() : firstDate
            upstream.manner = .sends(verification(stage.template, at: date, isRefunded: isRefunded))
        }
        await server(false)
        try await Server.run(first, on: stage) { server in
            let answer = try await server.upload(stage.template.receipt, of: "rose")
            try hold(answer.status == 200, "the first upload was answered \(answer.line)")
            try hold(try await isEntitled(server), "the first upload granted nothing")
            try await server.stop()
        }
        await server(true)
        try await Server.run(second, on: stage) { server in
            let answer = try await server.upload(stage.template.receipt, of: "rose")
            try hold(answer.status == 200, "the second upload was answered \(answer.line)")
            try hold(try await !isEntitled(server), "the refund is hidden by what came from the future")
        }
        stage.tried("refunds")
    }

    private static func aheadAnswer(_ stage: Stage) async throws -> String {
        try await Peer.run(.isSilent) { upstream, url in
            let launch = Launch.purchases(stage.file("data"), store: url, stage.template)
            let future = Date().addingTimeInterval(3 * 365 * 86_400)
            try await refunds(stage, first: launch, second: launch, upstream: upstream, firstDate: future)
        }
        return "the refund counts"
    }

    private static func aheadMachine(_ stage: Stage) async throws -> String {
        var ahead = try FakeTime.environment(file: stage.file("time"))
        try FakeTime.set("+1000d", in: stage.file("time"))
        ahead["FAKETIME_NO_CACHE"] = "1"
        return try await Peer.run(.isSilent) { upstream, url in
            let launch = Launch.purchases(stage.file("data"), store: url, stage.template)
            var first = launch
            first.environment = ahead
            try await refunds(stage, first: first, second: launch, upstream: upstream, firstDate: Date())
            return "the refund counts"
        }
    }

    private static func jumps(_ stage: Stage) async throws -> String {
        let time = stage.file("time")
        let environment = try FakeTime.environment(file: time)
        try FakeTime.set("+0", in: time)
        return try await Peer.run(.sends(HTTPText.answer("200 OK", body: stage.template.verification))) { _, url in
            var store = Launch.store(try stage.storeFolder(), ["--rate", "realtime"])
            var purchases = Launch.purchases(stage.file("data"), store: url, stage.template)
            store.environment = environment
            purchases.environment = environment
            let jumps = ["+20d", "-20d", "+3000d", "-3000d", "+0"]
            try await Server.run(store, on: stage) { server in
                var ledger = try await server.transactions()
                for jump in jumps {
                    try FakeTime.set(jump, in: time)
                    let (answer, transaction) = try await server.buy(within: .seconds(20))
                    guard let transaction else { throw Fall("after a jump of \(jump): \(answer.line)") }
                    ledger.insert(transaction)
                    stage.tried("jumps")
                }
                let kept = try await server.transactions()
                try hold(ledger.isSubset(of: kept), "\(ledger.subtracting(kept).count) purchases are gone")
                try await server.stop()
            }
            try await Server.run(purchases, on: stage) { server in
                for (index, jump) in jumps.enumerated() {
                    try FakeTime.set(jump, in: time)
                    let answer = try await server.upload(
                        stage.template.receipt,
                        of: "rose\(index)",
                        within: .seconds(20)
                    )
                    try hold(answer.status == 200, "after a jump of \(jump): \(answer.line)")
                    stage.tried("jumps")
                }
                try await server.stop()
            }
            return "both went on, and ended when told to"
        }
    }

    private static func storeClock(_ stage: Stage) async throws -> String {
        let folder = try stage.storeFolder()
        let steps: [JSONValue] = [
            ["seconds": .number(JSONNumber(Int64.max))], ["seconds": .number(JSONNumber(Int64.min))],
            ["seconds": -1], ["seconds": 99_999_999_999], ["date": "9999-12-31T23:59:59Z"],
            ["date": "0001-01-01T00:00:00Z"], ["date": "+999999-01-01T00:00:00Z"], ["seconds": "1"],
            ["step": "century"],
        ]
        return try await Server.run(.store(folder, ["--rate", "manual"]), on: stage) { server in
            for step in steps {
                let answer = try await server.ask("POST", "/control/clock", step, within: .seconds(30))
                try hold((400..<500).contains(answer.status), "\(step) was answered \(answer.line)")
                let bought = try await server.buy().answer
                try hold(bought.status == 201, "after \(step) a purchase was answered \(bought.line)")
                stage.tried("steps")
            }
            return "each refused, and customers go on buying"
        }
    }
}

/// The library that gives a program another time, where it is installed.
enum FakeTime {
    private static let library = [
        "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
        "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1",
        "/usr/local/lib/faketime/libfaketimeMT.so.1",
    ].first { FileManager.default.fileExists(atPath: $0) }

    /// The variables with which a program reads its time from a file, again and again.
    static func environment(file: URL) throws -> [String: String] {
        guard let library else { throw NotTried("libfaketime is not installed") }
        return [
            "LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": file.path, "FAKETIME_NO_CACHE": "1",
            // Deadlines are kept by the clock that cannot be set.
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1",
        ]
    }

    /// Sets the time of the programs that read the file.
    static func set(_ text: String, in file: URL) throws {
        try Data("\(text)\n".utf8).write(to: file, options: .atomic)
    }
}
