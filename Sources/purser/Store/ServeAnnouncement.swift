import AppStoreModels
import Foundation
import LocalAppStore
import LocalAppStoreServer
import StoreConfiguration

/// What a store says when it listens: where, whom to trust, what to do next.
struct ServeAnnouncement {
    let server: LocalStoreServer
    let url: URL
    /// Where it speaks TLS; nil if it does not.
    var tlsURL: URL?
    let folder: String

    private func path(_ name: String) -> String {
        URL(fileURLWithPath: folder, isDirectory: true).appendingPathComponent(name).path
    }

    var json: JSONObject {
        var json: JSONObject = [
            "url": .string(url.absoluteString), "bundleId": .string(server.store.app.bundleID),
            "environment": .string(server.store.environment.rawValue),
            "receiptRoot": .string(path("receipt-root.pem")), "jwsRoot": .string(path("jws-root.pem")),
            "timeRate": .string(rate), "keyId": .string(server.serverAPIKey.keyID),
            "issuerId": .string(server.serverAPIKey.issuerID),
        ]
        json[milliseconds: "date"] = server.clock.now
        if let tlsURL {
            json["tlsUrl"] = .string(tlsURL.absoluteString)
            json["tlsRoot"] = .string(path("tls-root.pem"))
        }
        return json
    }

    private var rate: String { server.clock.isRunning ? server.store.settings.timeRate.name : TimeRate.manualName }

    func lines(on terminal: Terminal) -> [String] {
        var table = TextTable()
        table.add("address", terminal.styled(url.absoluteString, .name))
        if let tlsURL { table.add("", terminal.styled(tlsURL.absoluteString, .name)) }
        table.add("app", "\(server.store.app.bundleID), \(server.store.environment)")
        table.add("time", "\(RFC3339.string(from: server.clock.now)), rate \(rate)")
        table.add("roots", path("receipt-root.pem"))
        table.add("", path("jws-root.pem"))
        if tlsURL != nil { table.add("", path("tls-root.pem")) }
        let example = "purser store buy PRODUCT --account NAME --data \(folder)"
        return [terminal.styled("The App Store of \(server.store.app.bundleID) is open.", .heading)]
            + table.lines(on: terminal, indent: 2)
            + [
                "", "Next:", "  purser store list products --data \(folder)",
                "  purser store account NAME --data \(folder)", "  \(example)", "  Ctrl-C closes it; nothing is lost.",
            ]
    }
}
