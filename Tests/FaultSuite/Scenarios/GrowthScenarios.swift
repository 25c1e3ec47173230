import AppStoreModels
import Foundation

/// Nothing that is sent fills a disk or holds up everybody.
extension Scenario {
    static let growth: [Scenario] = [
        Scenario("growth.notifications", "3,000 renewals with a receiver", .growth, deadline: .seconds(120)) {
            try await renewals($0)
        },
        Scenario("growth.advance", "an advance over years at two-second periods", .growth, deadline: .seconds(120)) {
            try await longAdvance($0)
        },
        Scenario("growth.junk", "uploads that cannot be receipts", .growth, isShort: true, deadline: .seconds(120)) {
            try await junk($0)
        },
        Scenario("growth.respelt", "one receipt spelt in many ways", .growth, isShort: true, play: respelt),
        Scenario("growth.many-transactions", "20,000 transactions in one answer", .growth) {
            try await manyTransactions($0)
        },
    ]

    /// A customer whose subscription renews every two seconds.
    private static func hurry(_ server: Server) async throws {
        try await server.ask(
            "PATCH",
            "/control/settings",
            ["timeRate": "every-2s", "renewalLimit": .null],
            expecting: 200
        )
        try await server.ask("POST", "/control/accounts", ["id": "fern"], expecting: 201)
        let answer = try await server.buy(Template.subscription, account: "fern").answer
        try hold(answer.status == 201, "a subscription was answered \(answer.line)")
    }

    private static func renewals(_ stage: Stage) async throws -> String {
        try await Peer.run(.sends(HTTPText.answer("200 OK"))) { receiver, url in
            let folder = try stage.storeFolder()
            let launch = Launch.store(folder, ["--rate", "manual", "--notify", url])
            return try await Server.run(launch, on: stage) { server in
                try await hurry(server)
                for _ in 0..<60 {
                    try await server.ask(
                        "POST",
                        "/control/clock",
                        ["seconds": 100],
                        expecting: 200,
                        within: .seconds(30)
                    )
                    try await server.ask("POST", "/control/notifications/deliver", expecting: 200, within: .seconds(30))
                }
                try hold(receiver.requests.count >= 3_000, "only \(receiver.requests.count) notifications came")
                stage.tried("notifications", receiver.requests.count)
                let length = try Self.length(of: folder.appendingPathComponent("notifications.jsonl"))
                // Twice what is remembered (8 MiB of finished notifications) and 1 MiB; without a limit it would be 40 MB.
                try hold(length <= 17 << 20, "notifications.jsonl has \(length >> 10) KB while the store runs")
                return "notifications.jsonl has \(length >> 10) KB"
            }
        }
    }

    private static func longAdvance(_ stage: Stage) async throws -> String {
        let folder = try stage.storeFolder()
        return try await Server.run(.store(folder, ["--rate", "manual"]), on: stage) { server in
            try await hurry(server)
            try await tooLongAdvance(server)
            // About a million renewals of each customer: far more than are done while others are served here.
            let advance = Task {
                let years: JSONValue = ["seconds": 1_900_000, "limit": 100_000_000]
                return try await server.ask("POST", "/control/clock", years, within: .seconds(100))
            }
            defer { advance.cancel() }
            let begun = try await journey(of: server, patience: .seconds(20))
            var longest = Duration.zero
            for _ in 0..<10 {
                let began = ContinuousClock.now
                try await server.isWell("during a long advance", within: .seconds(5))
                let bought = try await server.buy(within: .seconds(5)).answer
                try hold(bought.status == 201, "during a long advance a purchase was answered \(bought.line)")
                longest = max(longest, ContinuousClock.now - began)
                stage.tried("purchases meanwhile")
            }
            let reached = try await journey(of: server, patience: .zero)
            try hold(reached > begun, "during ten purchases the clock stood at \(reached) renewals")
            try await server.ask("DELETE", "/control/clock/journey", expecting: 200)
            let answer = try await advance.value
            let code = answer.json[object: "error"]?[string: "code"]
            try hold(answer.status == 409 && code == "clock-cancelled", "who advanced was answered \(answer.line)")
            try await server.stop()
            let length = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .reduce(0) { try $0 + Self.length(of: $1) }
            try hold(length < 256 << 20, "the folder has \(length >> 20) MB")
            return "others waited at most \(longest.text) beside \(reached) renewals; the folder has \(length >> 10) KB"
        }
    }

    /// Years at two-second periods are more renewals than one request may make: that is said before the first of them.
    private static func tooLongAdvance(_ server: Server) async throws {
        let before = try await server.ask("GET", "/control/clock", expecting: 200)
        let answer = try await server.ask("POST", "/control/clock", ["seconds": 86_000_000], within: .seconds(10))
        let code = answer.json[object: "error"]?[string: "code"]
        try hold(answer.status == 409 && code == "too-many-events", "years at once were answered \(answer.line)")
        let after = try await server.ask("GET", "/control/clock", expecting: 200)
        try hold(before[integer: "now"] == after[integer: "now"], "a refused advance moved the clock")
    }

    /// How many events the clock's long way has made by now.
    ///
    /// - Throws: ``Fall`` if the clock is on no long way: then nothing is shown by what others are served meanwhile.
    private static func journey(of server: Server, patience: Duration) async throws -> Int64 {
        let end = ContinuousClock.now + patience
        while true {
            let clock = try await server.ask("GET", "/control/clock", expecting: 200, within: .seconds(5))
            if let events = clock[object: "journey"]?[integer: "eventCount"] { return events }
            guard ContinuousClock.now < end else { throw Fall("the clock is on no long way") }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private static func junk(_ stage: Stage) async throws -> String {
        try await Peer.run(.sends(HTTPText.answer("200 OK", body: Array(#"{"status":21002}"#.utf8)))) { _, url in
            let folder = stage.file("data")
            let size = stage.times(7_500_000, short: 1_500_000)
            let count = stage.times(8, short: 4)
            try await Server.run(.purchases(folder, store: url, stage.template), on: stage) { server in
                for index in 0..<count {
                    let junk = Data(#"{"purchase-info" = "\#(index)"#.utf8) + Data(repeating: 0x61, count: size)
                    let answer = try await server.upload(junk.base64EncodedString(), of: "rose", within: .seconds(30))
                    try hold((400..<500).contains(answer.status), "junk was answered \(answer.line)")
                    stage.tried("uploads of \(size / 1_000) KB")
                }
                try await server.stop()
            }
            let length = try database(in: folder)
            try hold(length < 1 << 20, "the database has \(length >> 10) KB")
            return "refused, the database has \(length >> 10) KB"
        }
    }

    private static func respelt(_ stage: Stage) async throws -> String {
        guard let receipt = Data(base64Encoded: stage.template.receipt) else { throw Fall("the receipt is no base64") }
        let spellings = Respelling.all(of: Array(receipt)).prefix(stage.times(124, short: 40))
        try hold(spellings.count >= 40, "the receipt could not be respelt")
        let once = try await length(after: [], in: "once", stage)
        let often = try await length(after: Array(spellings), in: "data", stage)
        // All the spellings would be 240 KB more; how much the tables themselves have differs from version to version.
        let more = often - once
        try hold(more < 64 << 10, "the database has \(often >> 10) KB, with one spelling \(once >> 10)")
        return "the database has \(often >> 10) KB, with one spelling \(once >> 10)"
    }

    /// The length of a purchase server's database after a receipt and other spellings of it.
    private static func length(after spellings: [[UInt8]], in folder: String, _ stage: Stage) async throws -> Int {
        try await withPurchaseServer(stage, folder: folder) { stage, server in
            let answer = try await server.upload(stage.template.receipt, of: "rose")
            try hold(answer.status == 200, "the receipt was answered \(answer.line)")
            for spelling in spellings {
                // Whether it is refused or known is the server's choice.
                _ = try await server.upload(Data(spelling).base64EncodedString(), of: "rose")
                stage.tried("spellings")
            }
            try await server.keeps("rose", pending: 0, entitlements: 2)
            try await server.stop()
        }
        return try database(in: stage.file(folder))
    }

    private static func manyTransactions(_ stage: Stage) async throws -> String {
        var answer = try JSONValue(parsing: stage.template.verification).object ?? [:]
        guard let one = answer[object: "receipt"]?[array: "in_app"]?.first?.object else {
            throw Fall("the template has no purchase")
        }
        let many: [JSONValue] = (0..<20_000).map { index in
            var copy = one
            copy[string: "transaction_id"] = "3000000\(100_000 + index)"
            copy[string: "original_transaction_id"] = "3000000\(100_000 + index)"
            return .object(copy)
        }
        answer["latest_receipt_info"] = .array(many)
        let body = Array(JSONValue.object(answer).jsonData)
        return try await Peer.run(.sends(HTTPText.answer("200 OK", body: body))) { _, url in
            let launch = Launch.purchases(stage.file("data"), store: url, stage.template)
            return try await Server.run(launch, on: stage) { server in
                let began = ContinuousClock.now
                let answer = try await server.upload(stage.template.receipt, of: "rose", within: .seconds(10))
                let took = ContinuousClock.now - began
                try hold(answer.status == 200, "\(body.count >> 20) MB of transactions were answered \(answer.line)")
                stage.tried("transactions", many.count)
                return "answered after \(took.text)"
            }
        }
    }

    static func length(of file: URL) throws -> Int {
        guard FileManager.default.fileExists(atPath: file.path) else { return 0 }
        return try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
    }

    /// The length of a purchase server's database. Its log beside it, where the same page stands as often as it was
    /// written, is another matter: SQLite begins it anew at 4 MB.
    private static func database(in folder: URL) throws -> Int {
        try hold(try length(of: folder.appendingPathComponent("purchases.sqlite-wal")) < 6 << 20, "the log grows")
        return try length(of: folder.appendingPathComponent("purchases.sqlite"))
    }
}

/// Ways to write the same DER lengths in BER.
enum Respelling {
    /// Pads the lengths of the three outermost values of a receipt with zeros, in all combinations but none.
    static func all(of receipt: [UInt8]) -> [[UInt8]] {
        guard let outer = header(receipt, at: 0),
            let identifier = header(receipt, at: outer.contentStart),
            let explicit = header(receipt, at: identifier.contentStart + identifier.length),
            let signed = header(receipt, at: explicit.contentStart)
        else { return [] }
        let start = Array(receipt[outer.contentStart..<(identifier.contentStart + identifier.length)])
        let content = Array(receipt[signed.contentStart...])
        return (0..<125).dropFirst().map { index in
            let inner = [0x30] + length(content.count, padding: index % 5) + content
            let middle = [0xA0] + length(inner.count, padding: index / 5 % 5) + inner
            return [0x30] + length(start.count + middle.count, padding: index / 25) + start + middle
        }
    }

    private static func header(_ bytes: [UInt8], at start: Int) -> (contentStart: Int, length: Int)? {
        guard start + 1 < bytes.count else { return nil }
        let first = bytes[start + 1]
        guard first & 0x80 != 0 else { return (start + 2, Int(first)) }
        let count = Int(first & 0x7F)
        guard count <= 4, start + 2 + count <= bytes.count else { return nil }
        return (start + 2 + count, bytes[(start + 2)..<(start + 2 + count)].reduce(0) { $0 << 8 | Int($1) })
    }

    /// A length in long form, with zeros in front that DER forbids and BER does not.
    private static func length(_ length: Int, padding: Int) -> [UInt8] {
        let digits = withUnsafeBytes(of: UInt32(length).bigEndian) { Array($0.drop { $0 == 0 }) }
        return [0x80 | UInt8(padding + digits.count)] + [UInt8](repeating: 0, count: padding) + digits
    }
}
