import AppStoreModels
import Foundation
import TestSupport

/// A store with a customer, made once: scenarios begin with a copy of its folder.
public struct Template: Sendable {
    /// The app of the template.
    static let bundleID = "com.example.flowershop"
    /// The customer who has bought.
    static let customer = "flora"
    /// May be bought again and again.
    static let consumable = "com.example.flowershop.seeds"
    /// Bought once by the customer.
    static let nonConsumable = "com.example.flowershop.greenhouse"
    /// The customer's subscription.
    static let subscription = "com.example.flowershop.club.posy"
    /// What the store sells.
    static var catalogue: URL { SampleShop.catalogue }

    /// The folder of the closed store.
    let store: URL
    /// The customer's receipt, in base64.
    let receipt: String
    /// What the store answers to the customer's receipt at `verifyReceipt`.
    let verification: [UInt8]

    /// Makes the store with the built program, which thereby has to work at all.
    static func make(in folder: URL, purser: URL) async throws -> Template {
        let store = folder.appendingPathComponent("store")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let empty = Template(store: store, receipt: "", verification: [])
        let stage = Stage(purser: purser, folder: folder, template: empty, seed: 0, isShort: true)
        // A fixed time in the past, so that what was bought has a date that every clock has reached.
        let launch = Launch.store(store, ["--rate", "manual", "--start", "2026-01-01T00:00:00Z"])
        return try await Server.run(launch, on: stage) { server in
            try await server.ask("POST", "/control/accounts", ["id": .string(customer)], expecting: 201)
            for product in [nonConsumable, subscription] {
                let answer = try await server.buy(product).answer
                try hold(answer.status == 201, "the template's store answered \(answer.line)")
            }
            let receipt = try await server.receipt(of: customer)
            let verified = try await server.ask("POST", "/production/verifyReceipt", ["receipt-data": .string(receipt)])
            try await server.stop()
            return Template(store: store, receipt: receipt, verification: verified.body)
        }
    }
}

extension Server {
    /// A customer's receipt as the store signs it now, in base64.
    func receipt(of account: String) async throws -> String {
        let json = try await ask("GET", "/control/accounts/\(account)/receipt", expecting: 200)
        guard let receipt = json[string: "receipt"] else { throw Fall("the store answered no receipt") }
        return receipt
    }
}
