import AppStoreModels
import Foundation
import NIOCore

/// A developer's server that takes the store's notifications badly.
extension Scenario {
    static let receivers: [Scenario] = [
        Scenario("receiver.slow", "receivers that are silent or drip", .slowPeer, deadline: .seconds(150)) {
            try await slowReceivers($0)
        },
        Scenario("receiver.lies", "receivers that cut, lie and flood", .slowPeer, isShort: true, deadline: .seconds(90))
        {
            try await lyingReceivers($0)
        },
    ]

    private static func slowReceivers(_ stage: Stage) async throws -> String {
        let body = [UInt8](repeating: UInt8(ascii: " "), count: 4_096)
        let manners: [(String, Peer.Manner)] = [
            ("is silent", .isSilent), ("drips", .drips(body, every: .milliseconds(500))),
        ]
        for (index, (how, manner)) in manners.enumerated() {
            let folder = try stage.storeFolder("store-\(index)")
            try await Peer.run(manner) { receiver, url in
                try await Peer.run(.sends(HTTPText.answer("200 OK"))) { other, otherURL in
                    let launch = Launch.store(folder, ["--notify", url, "--notify-v1", otherURL])
                    let bought = try await Server.run(launch, on: stage) { server in
                        let bought = try await subscribers(at: server, while: "the receiver \(how)")
                        _ = try await within(.seconds(20), "the first notification") { await receiver.nextRequest() }
                        try await hears(other, of: bought, while: "the one of version 2 \(how)", on: stage)
                        try await server.isWell("while the receiver \(how)")
                        try await server.stop()
                        stage.tried("shutdown while it \(how)")
                        return bought
                    }
                    receiver.manner = .sends(HTTPText.answer("200 OK"))
                    // Each of them has renewed by then.
                    try await deliversAll(2 * bought, launch, to: receiver, on: stage)
                }
            }
        }
        return "purchases, the other receiver and shutdown were not held up; all was delivered later"
    }

    /// Lets new customers subscribe, of which receivers of both versions are told: more than have attempts under way at once.
    private static func subscribers(at server: Server, while what: String) async throws -> Int {
        let count = 20
        for number in 0..<count {
            let account = "subscriber-\(number)"
            try await server.ask("POST", "/control/accounts", ["id": .string(account)], expecting: 201)
            guard try await server.buy(Template.subscription, account: account).transaction != nil else {
                throw Fall("while \(what), a purchase was refused")
            }
        }
        return count
    }

    /// The receiver of version 1 is told of all purchases before the first attempt at the other one is given up.
    private static func hears(_ other: Peer, of count: Int, while what: String, on stage: Stage) async throws {
        try await within(.seconds(15), "telling a receiver of version 1 while \(what)") {
            for _ in 0..<count { _ = await other.nextRequest() }
        }
        let told = Set(other.requests.map(\.body)).count
        try hold(told >= count, "while \(what), that of version 1 was told of \(told) of \(count) purchases")
        stage.tried("notifications of version 1 beside it", count)
    }

    private static func lyingReceivers(_ stage: Stage) async throws -> String {
        let manners: [(String, Peer.Manner)] = [
            ("closes at accept", .closes), ("cuts", .cuts(Array("HTTP/1.1 20".utf8))),
            ("floods", .floods(64 << 20)), ("answers 500", .sends(HTTPText.answer("500 Broken"))),
            ("answers no HTTP", .cuts(Array("220 mail ESMTP\r\n".utf8))),
            (
                "answers with a huge head",
                .sends(HTTPText.answer("200 OK", headers: ["X: \(String(repeating: "x", count: 1 << 20))"]))
            ),
        ]
        return try await Peer.run(.closes) { receiver, url in
            let launch = Launch.store(try stage.storeFolder(), ["--notify", url])
            let memory = try await Server.run(launch, on: stage) { server in
                for (how, manner) in manners {
                    receiver.manner = manner
                    let answer = try await server.buy().answer
                    try hold(answer.status == 201, "while the receiver \(how): \(answer.line)")
                    let sent = try await server.ask("POST", "/control/notifications/test", within: .seconds(40))
                    try hold(sent.status == 200, "a test while the receiver \(how): \(sent.line)")
                    stage.tried("manners")
                }
                try await server.isWell("after bad receivers")
                let memory = try server.process.peakMemory()
                try hold(memory < Promise.memory, "it held \(memory >> 20) MB")
                try await server.stop()
                return memory
            }
            receiver.manner = .sends(HTTPText.answer("200 OK"))
            try await deliversAll(manners.count, launch, to: receiver, on: stage)
            return "all delivered in the end, \(memory >> 20) MB"
        }
    }

    /// After the fault everything that happened is told, each thing at least once.
    private static func deliversAll(_ count: Int, _ launch: Launch, to receiver: Peer, on stage: Stage) async throws {
        try await Server.run(launch, on: stage) { server in
            // Longer than the App Store's longest wait: everything that failed is due again.
            try await server.ask("POST", "/control/clock", ["seconds": 864_000], expecting: 200, within: .seconds(30))
            try await server.ask("POST", "/control/notifications/deliver", expecting: 200, within: .seconds(60))
            let state = try await server.ask("GET", "/control/notifications", expecting: 200)
            let waiting = state[array: "waiting"]?.count ?? -1
            try hold(waiting == 0, "\(waiting) notifications still wait")
            let told = Set(receiver.requests.map(\.body)).count
            try hold(told >= count, "the receiver was told of \(told) of \(count) purchases and renewals")
            stage.tried("notifications", count)
            try await server.stop()
        }
    }
}
