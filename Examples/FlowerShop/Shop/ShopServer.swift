import AppStoreModels
import Entitlements
import Foundation
import PurchaseServerClient
import SwiftyStoreKit

/// The shop's own server, where there is one.
enum ShopServer {
    /// The server that the environment names: its address in `FLOWERSHOP_SERVER`, its public key in `FLOWERSHOP_KEY`, and in
    /// `FLOWERSHOP_PINS`, with commas between them, the keys whose signatures the shop believes.
    ///
    /// - Parameters:
    ///   - stores: The App Stores whose purchases count while the server is away.
    ///   - onProblem: Hears of what went wrong and was passed over.
    /// - Returns: nil where no server is named; then the shop goes by what the device knows.
    /// - Throws: ``NoAddress``.
    static func backend(
        _ environment: [String: String],
        bundleID: String,
        device: DevicePurchases,
        rules: EntitlementRules,
        stores: Set<AppStoreEnvironment>,
        storage: any KeyValueStorage,
        now: @escaping @Sendable () -> Date,
        onProblem: @escaping @Sendable (PurchaseBackendError) -> Void
    ) throws -> PurchaseBackend? {
        guard let address = environment["FLOWERSHOP_SERVER"] else { return nil }
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme), url.host?.isEmpty == false else {
            throw NoAddress(text: address)
        }
        var configuration = PurchaseBackendConfiguration(
            url: url,
            publicKey: environment["FLOWERSHOP_KEY"],
            bundleID: bundleID,
            pins: (environment["FLOWERSHOP_PINS"] ?? "").split(separator: ",").map { StatementPin(String($0)) },
            storage: storage
        )
        configuration.device = device
        configuration.rules = rules
        configuration.environments = stores
        // Nobody waits for an answer in front of a shop.
        configuration.limits = .once
        configuration.now = now
        configuration.onProblem = onProblem
        return PurchaseBackend(configuration)
    }

    /// What the environment names as the server is no address.
    struct NoAddress: Error, CustomStringConvertible {
        let text: String

        var description: String { "FLOWERSHOP_SERVER is \(text); write an address such as http://127.0.0.1:8080" }
    }
}
