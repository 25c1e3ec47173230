import AppStoreModels
import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import purser

/// For every command of the tool arguments with which it prints something to standard output.
struct PrintingArguments {
    /// All commands that do something, by their names behind `purser`, as the tool itself knows them; what `store run`
    /// prints is the output of the command that it runs.
    ///
    /// Those of the store come last, since some take away what the others are about.
    static let commands: [String] = {
        let all = names(of: Purser.self, []).filter { !$0.isContainer && $0.name != "store run" }.map(\.name)
        return all.filter { !$0.hasPrefix("store ") } + all.filter { $0.hasPrefix("store ") }
    }()
    /// Those that only have others below them, too; the tool itself is the empty name.
    static let allCommands: [String] = names(of: Purser.self, []).map(\.name)

    private static func names(
        of command: any ParsableCommand.Type,
        _ path: [String]
    ) -> [(name: String, isContainer: Bool)] {
        let subcommands = command.configuration.subcommands
        return [(path.joined(separator: " "), !subcommands.isEmpty)]
            + subcommands.flatMap { names(of: $0, path + [$0._commandName]) }
    }

    /// A running store, its folder, and what it has issued.
    let store: RunningStore
    let folder: URL

    private var ticket: String { folder.appendingPathComponent("receipt").path }
    private var signed: String { folder.appendingPathComponent("jws").path }
    /// The folder of a store that does not run.
    private var stopped: String { folder.appendingPathComponent("stopped").path }

    /// Makes a customer with a subscription, and keeps receipt and transaction in files.
    init(_ store: RunningStore, in folder: URL) async throws {
        self.store = store
        self.folder = folder
        _ = try await store.tell("account", "flora")
        let bought = try await store.ask("buy", "com.example.flowershop.club.posy", "--account", "flora")
        let transaction = try #require(bought[string: "transactionId"])
        try Data(try await store.tell("receipt", "--account", "flora").output.utf8)
            .write(to: URL(fileURLWithPath: ticket))
        try Data(try await store.tell("signed", transaction).output.utf8).write(to: URL(fileURLWithPath: signed))
        try FileManager.default.copyItem(at: store.folder, to: URL(fileURLWithPath: stopped))
    }

    /// The arguments of a command; nil if this list does not know it.
    func callAsFunction(_ command: String) -> [String]? {
        let parts = command.split(separator: " ").map(String.init)
        if parts.first == "store", let own = Self.toStore[command] {
            return parts + own + ["--data", store.folder.path]
        }
        return others[command].map { parts + $0 }
    }

    private var others: [String: [String]] {
        let catalogue = RunningStore.catalogue
        let new = folder.appendingPathComponent("new-\(UUID().uuidString)").path
        return [
            "demo": ["--once"], "simulate": ["--rules"],
            "serve": ["--data", new, "--bundle-id", "com.example.app", "--port", "0"],
            "server serve": ["--data", new, "--bundle-id", "com.example.app", "--port", "0"],
            "server keys list": ["--json", "--data", new], "server keys make": ["shop", "--public", "--data", new],
            "server keys statements": ["--json", "--data", new],
            "server keys rotate-statements": ["--json", "--data", new],
            "server keys rotate": ["none", "--json", "--data", new],
            "server keys revoke": ["none", "--json", "--data", new],
            "server migrate": ["--json", "--data", new], "server backup": [new, "--json", "--data", new],
            "server import": [
                catalogue, "--format", "json", "--dry-run", "--json", "--data", new, "--bundle-id", "com.example.app",
            ],
            "server export": [new + "-export", "--json", "--data", new],
            "server restore": [new, "--json", "--data", new],
            "server copy": ["--to", "postgres://127.0.0.1:9/none", "--json", "--data", new],
            "server doctor": ["--offline", "--data", new, "--bundle-id", "com.example.app"],
            "server reconcile": ["--json", "--data", new, "--bundle-id", "com.example.app"],
            "server rebuild": ["--json", "--data", new, "--reporting-currency", "USD"],
            "store serve": ["--catalogue", catalogue, "--data", new, "--port", "0"],
            "store snapshot save": [new, "--data", store.folder.path],
            "store snapshot load": [ticket, "--json", "--data", store.folder.path],
            "store stop": ["--json", "--url", "http://127.0.0.1:9"],
            "notifications listen": ["--port", "0"],
            "notifications send": [ticket, "--to", "http://127.0.0.1:9", "--json"],
            "notifications replay": [
                folder.appendingPathComponent("none").path, "--to", "http://127.0.0.1:9", "--json",
            ],
            "notifications history": ["--data", store.folder.path],
            "store repair": ["--data", stopped],
            "receipt show": [ticket], "receipt verify": [ticket, "--bundle-id", "com.example.flowershop"],
            "receipt json": [ticket], "receipt lookup": [ticket, "--local", store.folder.path], "jws show": [signed],
            "jws verify": [signed],
            "store fault bugs": ["--json"],
            "storekit lint": [catalogue], "storekit show": [catalogue], "storekit new": [],
            "api": ["transaction-info", "0", "--local", store.folder.path, "--json"],
            "offer sign": ["v2", "--product", "club", "--offer", "spring", "--local", store.folder.path],
            // Nobody listens there, which is said.
            "load": ["http://127.0.0.1:9", "--customers", "1", "--authority", new, "--json"],
            "storekit format": [catalogue], "completions": ["bash"], "man": [],
        ]
    }

    /// What comes before `--data`. With `--json` also what the store refuses is printed, as it refuses most of these.
    private static let toStore: [String: [String]] = [
        "store list": [], "store fault list": [], "store fault set": ["purchaseFails", "--json"],
        "store fault clear": ["--all"], "store key": [], "store env": [], "store ca": [], "store compact": [],
        "store account": ["fern"], "store buy": ["com.example.flowershop.seeds", "--account", "flora", "--json"],
        "store promote": ["com.example.flowershop.seeds", "--account", "flora", "--json"],
        "store restore": ["--account", "flora", "--json"], "store auto-renew": ["0", "on", "--json"],
        "store change": ["0", "--to", "bouquet", "--json"], "store consent": ["0", "--json"],
        "store redeem": ["TULIP", "--account", "flora", "--json"],
        "store intent": ["itms-services://", "--account", "flora", "--json"],
        "store family create": ["bloom", "--organizer", "flora", "--json"],
        "store family join": ["bloom", "--account", "fern", "--json"],
        "store family leave": ["bloom", "--account", "fern", "--json"], "store family share": ["0", "on", "--json"],
        "store approve": ["0", "--json"], "store decline": ["0", "--json"], "store resolve": ["0", "--json"],
        "store refund": ["0", "--json"], "store renew": ["0", "--json"], "store expire": ["0", "--json"],
        "store extend": ["0", "--days", "1", "--json"], "store price-increase": ["0", "--price", "9", "--json"],
        "store finish": ["0", "--json"], "store end": ["0", "--because", "other", "--json"],
        "store codes": ["com.example.flowershop.club.posy", "--offer", "Spring", "--json"],
        "store delete": ["0", "--json"], "store reset": [], "store settings": [], "store clock": [],
        "store advance": ["1s"], "store pause": [], "store resume": [], "store notify": ["--off"],
        "store messages": [], "store about-to-cancel": ["0", "--json"],
        "store cancellation": ["0", "stay", "--json"],
        "store confirm": ["com.example.flowershop.seeds", "/dev/null", "--account", "flora", "--json"],
        "store receipt": ["--account", "flora"], "store signed": ["0", "--json"],
        "store renewal-info": ["0", "--json"], "store app-transaction": ["--account", "flora"],
        "store sign": ["/dev/null", "--json"], "store resend": ["0", "--json"], "store wait": ["healthy"],
    ]
}
