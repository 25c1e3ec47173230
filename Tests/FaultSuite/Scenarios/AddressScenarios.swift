import AppStoreModels
import Foundation
import TestSupport

/// Addresses nobody can connect to, at every entrance.
extension Scenario {
    static let addresses: [Scenario] = [
        Scenario("address.options", "impossible ports in options", .impossibleAddress, play: options),
        Scenario(
            "address.control",
            "impossible notification addresses",
            .impossibleAddress,
            play: control
        ),
        Scenario("address.stored", "an impossible address in the store's folder", .impossibleAddress, isShort: true) {
            try await stored($0)
        },
        Scenario("address.redirects", "a receiver that redirects", .impossibleAddress, isShort: true, play: redirects),
        Scenario("address.upstream-redirects", "an App Store that redirects", .impossibleAddress, isShort: true) {
            try await upstreamRedirects($0)
        },
    ]

    /// Addresses that cannot be, each for a reason of its own.
    private static let impossible = [
        "http://127.0.0.1:99999/", "http://127.0.0.1:65536/", "http://127.0.0.1:-1/", "http://127.0.0.1:0/",
        "http://127.0.0.1:99999999999999999999/", "http://:8080/", "http:///path", "ftp://127.0.0.1/", "127.0.0.1:8080",
        "http://", "",
    ]

    private static func options(_ stage: Stage) async throws -> String {
        for (index, address) in impossible.enumerated() {
            let folder = try stage.storeFolder("store-\(index)")
            _ = try await Server.refusal(.store(folder, ["--notify", address]), on: stage, "--notify \"\(address)\"")
            let launch = Launch.purchases(stage.file("purchases-\(index)"), store: address, stage.template)
            _ = try await Server.refusal(launch, on: stage, "--store-url \"\(address)\"")
            let notified = Launch.purchases(
                stage.file("notified-\(index)"),
                store: "http://127.0.0.1:9",
                stage.template,
                ["--notification-url", address]
            )
            _ = try await Server.refusal(notified, on: stage, "--notification-url \"\(address)\"")
            for arguments in [
                ["store", "list", "products", "--url", address],
                ["store", "list", "products", "--data", try addressFile(address, on: stage, index).path],
            ] {
                let outcome = try await Command(stage.purser, arguments).run()
                guard case .exited(let status) = outcome.ending, status != 0, !outcome.text.isEmpty else {
                    throw Fall("\(arguments.joined(separator: " ")): \(outcome.ending), \(outcome.lastWords)")
                }
            }
            stage.tried("entrances", 5)
        }
        return "each refused with a message"
    }

    /// A folder whose `server.json` has an address.
    private static func addressFile(_ address: String, on stage: Stage, _ index: Int) throws -> URL {
        let folder = stage.file("address-\(index)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let json: JSONValue = ["url": .string(address)]
        try json.jsonData.write(to: folder.appendingPathComponent("server.json"))
        return folder
    }

    private static func control(_ stage: Stage) async throws -> String {
        try await Server.run(.store(try stage.storeFolder()), on: stage) { server in
            for address in impossible {
                let answer = try await server.ask(
                    "PUT",
                    "/control/notifications/destination",
                    ["url": .string(address)]
                )
                try hold((400..<500).contains(answer.status), "\"\(address)\" was answered \(answer.line)")
                let bought = try await server.buy().answer
                try hold(bought.status == 201, "after \"\(address)\" a purchase was answered \(bought.line)")
                stage.tried("addresses")
            }
            let kept = try await server.ask("GET", "/control/notifications", expecting: 200)
            try hold(kept["destination"] == .null, "a refused address was kept")
        }
        return "each refused, and customers go on buying"
    }

    private static func stored(_ stage: Stage) async throws -> String {
        var opened = 0
        for (index, address) in impossible.enumerated() where !address.isEmpty {
            let folder = try stage.storeFolder("store-\(index)")
            let line: JSONValue = ["destination": .string(address), "lastEvent": 3]
            try Data(line.jsonData + [UInt8(ascii: "\n")]).write(
                to: folder.appendingPathComponent("notifications.jsonl")
            )
            let launch = Launch.store(folder)
            // Either is good: to refuse the file by name, or to go on without notifications.
            do {
                try await Server.run(launch, on: stage) { server in
                    let bought = try await server.buy().answer
                    try hold(bought.status == 201, "with \(address) stored, a purchase was answered \(bought.line)")
                    _ = try await server.ask("POST", "/control/notifications/deliver")
                    try await server.isWell("with \(address) stored")
                    try await server.stop()
                }
                opened += 1
            } catch let fall as Fall where fall.isRefusal(naming: "notifications.jsonl") {}
            stage.tried("folders")
        }
        return "\(opened) opened, the others refused by name"
    }

    private static func redirects(_ stage: Stage) async throws -> String {
        try await Peer.run(.sends(HTTPText.answer("200 OK"))) { elsewhere, elsewhereURL in
            try await Peer.run(.isSilent) { receiver, url in
                try await Server.run(.store(try stage.storeFolder()), on: stage) { server in
                    try await server.ask(
                        "PUT",
                        "/control/notifications/destination",
                        ["url": .string(url)],
                        expecting: 200
                    )
                    for target in ["http://127.0.0.1:99999/", "//:99999", elsewhereURL + "/", "/again", "ftp://x/"] {
                        for status in ["301 Moved", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"] {
                            receiver.manner = .sends(HTTPText.answer(status, headers: ["Location: \(target)"]))
                            let sent = try await server.ask("POST", "/control/notifications/test", within: .seconds(30))
                            try hold(sent.status == 200, "\(status) to \(target): \(sent.line)")
                            stage.tried("redirects")
                        }
                    }
                    try await server.isWell("after redirects")
                }
                try hold(receiver.requests.allSatisfy { $0.path != "/again" }, "a redirect was followed to /again")
            }
            try hold(elsewhere.connectionCount == 0, "a redirect was followed to another server")
        }
        return "none followed, none deadly"
    }

    private static func upstreamRedirects(_ stage: Stage) async throws -> String {
        try await Peer.run(.sends(HTTPText.answer("200 OK"))) { elsewhere, elsewhereURL in
            try await Peer.run(.isSilent) { upstream, url in
                let launch = Launch.purchases(stage.file("data"), store: url, stage.template)
                try await Server.run(launch, on: stage) { server in
                    for target in ["http://127.0.0.1:99999/", elsewhereURL + "/", "//:99999"] {
                        upstream.manner = .sends(HTTPText.answer("302 Found", headers: ["Location: \(target)"]))
                        let answer = try await server.upload(stage.template.receipt, of: "rose", within: .seconds(60))
                        try hold(answer.status == 202, "an upload was answered \(answer.line)")
                        stage.tried("redirects")
                    }
                    try await server.isWell("after redirects")
                    try await server.keeps("rose", pending: 1)
                }
            }
            try hold(elsewhere.connectionCount == 0, "a redirect was followed to another server")
        }
        return "none followed; the upload waits"
    }
}
