import Foundation
import PurchaseServerClient
import SwiftyStoreKit

/// The shop's own server, where there is one.
enum ShopServer {
    /// The server that the environment names: its address in `FLOWERSHOP_SERVER`, its public key in `FLOWERSHOP_KEY`, and in
    /// `FLOWERSHOP_PINS`, with commas between them, the keys whose signatures the shop believes.
    ///
    /// - Returns: nil where no server is named; then the shop goes by the receipt alone.
    static func backend(
        _ environment: [String: String],
        bundleID: String,
        device: DevicePurchases,
        storage: any KeyValueStorage,
        now: @escaping @Sendable () -> Date
    ) -> PurchaseBackend? {
        guard let url = environment["FLOWERSHOP_SERVER"].flatMap(URL.init(string:)) else { return nil }
        var configuration = PurchaseBackendConfiguration(
            url: url,
            publicKey: environment["FLOWERSHOP_KEY"],
            bundleID: bundleID,
            pins: (environment["FLOWERSHOP_PINS"] ?? "").split(separator: ",").map { StatementPin(String($0)) },
            storage: storage
        )
        configuration.device = device
        // A delivery is tried again anyway, and nobody waits for an answer in front of a shop.
        configuration.limits = .once
        configuration.now = now
        return PurchaseBackend(configuration)
    }
}
