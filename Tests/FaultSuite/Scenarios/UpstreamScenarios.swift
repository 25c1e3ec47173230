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
        Scenario("upstream.huge", "an App Store that answers without end", .slowPeer, isShort: true) {
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
        try await Peer.run(.floods(512 << 20)) { _, url in
            let launch = Launch.purchases(stage.file("data"), store: url, stage.template)
            return try await Server.run(launch, on: stage) { server in
                let answer = try await server.upload(stage.template.receipt, of: "rose", within: .seconds(60))
                try hold(answer.status == 202, "the upload was answered \(answer.line)")
                try await server.keeps("rose", pending: 1)
                let memory = try server.process.peakMemory()
                stage.tried("MB in an answer", 512)
                try hold(memory < Promise.memory, "it held \(memory >> 20) MB")
                return "answered \(answer.status) with \(memory >> 20) MB"
            }
        }
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
