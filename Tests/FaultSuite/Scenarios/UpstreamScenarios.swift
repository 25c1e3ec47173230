import AppStoreModels
import Foundation
import NIOCore

/// An App Store that is slow, cut off, lying or not there, behind a purchase server.
extension Scenario {
    static let upstreams: [Scenario] = [
        Scenario("upstream.drips", "an App Store that answers a byte at a time", .slowPeer, deadline: .seconds(120)) {
            try await slowUpstream($0, "drips", .drips($0.template.verification, every: .milliseconds(500)))
        },
        Scenario("upstream.silent", "an App Store that never answers", .slowPeer, deadline: .seconds(120)) {
            try await slowUpstream($0, "is silent", .isSilent)
        },
        Scenario(
            "upstream.lies",
            "an App Store that answers nonsense",
            .slowPeer,
            isShort: true,
            deadline: .seconds(120)
        ) {
            try await lies($0)
        },
        Scenario(
            "upstream.huge",
            "an App Store whose answers do not end, to many at once, with little memory",
            .slowPeer,
            isShort: true,
            deadline: .seconds(180)
        ) {
            try await huge($0)
        },
    ]

    private static func whole(_ body: [UInt8]) -> [UInt8] { HTTPText.answer("200 OK", body: body) }

    /// An upload is answered in the end, others are meanwhile, and the server ends when told to.
    private static func slowUpstream(_ stage: Stage, _ how: String, _ manner: Peer.Manner) async throws -> String {
        try await Peer.run(manner) { upstream, url in
            let launch = Launch.purchases(stage.file("data"), store: url, stage.template, patience: 1.5)
            return try await Server.run(launch, on: stage) { server in
                async let slow = server.upload(stage.template.receipt, of: "rose", within: .seconds(20))
                _ = await upstream.nextRequest()
                try await server.isWell("while the App Store \(how)")
                try await server.keeps("rose", pending: 1)
                let answer = try await slow
                try hold(answer.status == 202, "the upload was answered \(answer.line)")
                stage.tried("uploads")
                async let last = server.upload(stage.template.receipt, of: "lily", within: .seconds(60))
                _ = await upstream.nextRequest()
                try await server.stop()
                _ = try? await last
                stage.tried("shutdown meanwhile")
                return "answered \(answer.status), kept, ended in time"
            }
        }
    }

    private static func lies(_ stage: Stage) async throws -> String {
        let lies: [(String, Peer.Manner)] = [
            ("closes at accept", .closes),
            ("cuts in the head", .cuts(Array("HTTP/1.1 200 O".utf8))),
            ("cuts in the body", .cuts(Array(whole(stage.template.verification).dropLast(20)))),
            ("HTML", .sends(HTTPText.answer("200 OK", body: Array("<html>Sign in</html>".utf8)))),
            ("an empty body", .sends(HTTPText.answer("200 OK"))),
            ("a list", .sends(HTTPText.answer("200 OK", body: Array("[]".utf8)))),
            ("no status", .sends(HTTPText.answer("200 OK", body: Array("{}".utf8)))),
            ("a status of 1e99", .sends(HTTPText.answer("200 OK", body: Array(#"{"status":1e99}"#.utf8)))),
            ("status 0 alone", .sends(HTTPText.answer("200 OK", body: Array(#"{"status":0}"#.utf8)))),
            (
                "deep JSON",
                .sends(HTTPText.answer("200 OK", body: [UInt8](repeating: UInt8(ascii: "["), count: 1 << 18)))
            ),
            ("500", .sends(HTTPText.answer("500 Broken"))), ("403", .sends(HTTPText.answer("403 Forbidden"))),
            ("no HTTP", .cuts(Array("SSH-2.0-OpenSSH_9\r\n".utf8))),
            ("a negative length", .cuts(Array("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n{}".utf8))),
            ("chunked nonsense", .cuts(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n".utf8))),
        ]
        return try await Peer.run(.closes) { upstream, url in
            let launch = Launch.purchases(stage.file("data"), store: url, stage.template)
            try await Server.run(launch, on: stage) { server in
                for (index, (name, manner)) in lies.prefix(stage.times(lies.count, short: 5)).enumerated() {
                    upstream.manner = manner
                    let customer = "rose\(index)"
                    let answer = try await server.upload(stage.template.receipt, of: customer, within: .seconds(60))
                    try hold(
                        answer.status == 202 || answer.status >= 400,
                        "\(name): the upload was answered \(answer.line)"
                    )
                    let json = try await server.ask("GET", "/v1/customers/\(customer)", expecting: 200)
                    try hold(json[array: "entitlements"]?.isEmpty == true, "\(name): something was granted")
                    stage.tried("lies")
                }
                upstream.manner = .sends(whole(stage.template.verification))
                let answer = try await server.upload(stage.template.receipt, of: "rose0")
                try hold(answer.status == 200, "when the App Store was well again: \(answer.line)")
                try await server.keeps("rose0", pending: 0, entitlements: 2)
            }
            return "nothing granted, nothing lost; verified when the truth came"
        }
    }

    private static func huge(_ stage: Stage) async throws -> String {
        try await Peer.run(.floods(31 << 20)) { upstream, url in
            var launch = Launch.purchases(stage.file("data"), store: url, stage.template)
            // Beyond it an allocation fails, which ends a Swift program.
            launch.prelude = "ulimit -d \(Promise.memory >> 10)"
            return try await Server.run(launch, on: stage) { server in
                try server.process.checkMemoryLimit(Promise.memory)
                let customers = (1...12).map { "rose\($0)" }
                let floods = try await uploads(of: customers, to: server, stage)
                try hold(floods == [202: 12], "12 uploads were answered with floods, and so: \(floods)")
                for customer in customers { try await server.keeps(customer, pending: 1) }
                stage.tried("answers of 31 MB", 12)
                upstream.manner = .floods(512 << 20)
                _ = try await uploads(of: ["lily"], to: server, stage)
                try await server.keeps("lily", pending: 1)
                stage.tried("answers of 512 MB")
                // What is long and can be read waits for its turn, and is not given up.
                upstream.manner = .sends(whole(padded(stage.template.verification, by: 2 << 20)))
                let answers = try await uploads(of: customers, to: server, stage)
                try hold(answers == [200: 12], "12 uploads were answered at length, and so: \(answers)")
                for customer in customers { try await server.keeps(customer, pending: 0, entitlements: 2) }
                stage.tried("answers of 2 MB", 12)
                let memory = try server.process.peakMemory()
                try hold(memory < Promise.memory, "it held \(memory >> 20) MB")
                return "nothing granted, nothing lost, with \(memory >> 20) MB"
            }
        }
    }

    /// Uploads the receipt of all these customers at once.
    ///
    /// - Returns: How often there was which status.
    static func uploads(of customers: [String], to server: Server, _ stage: Stage) async throws -> [Int: Int] {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for customer in customers {
                group.addTask {
                    try await server.upload(stage.template.receipt, of: customer, within: .seconds(60)).status
                }
            }
            return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    /// A JSON object with one more member, of so many bytes.
    private static func padded(_ body: [UInt8], by count: Int) -> [UInt8] {
        var padded = Array(#"{"padding":""#.utf8)
        padded += [UInt8](repeating: UInt8(ascii: "x"), count: count)
        padded += Array(#"","#.utf8)
        return padded + body.drop { $0 != UInt8(ascii: "{") }.dropFirst()
    }
}

extension Server {
    /// Holds a purchase server to what it knows of a customer.
    func keeps(_ customer: String, pending: Int64, entitlements: Int? = nil) async throws {
        let json = try await ask("GET", "/v1/customers/\(customer)", expecting: 200)
        let waiting = json[integer: "pendingUploadCount"]
        try hold(waiting == pending, "\(customer) has \(waiting ?? -1) waiting uploads rather than \(pending)")
        guard let entitlements else { return }
        let count = json[array: "entitlements"]?.count ?? 0
        try hold(count == entitlements, "\(customer) has \(count) entitlements rather than \(entitlements)")
    }
}
