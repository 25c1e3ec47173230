package import AppStoreModels
package import PurchaseServer
package import PurchaseServerClient
package import SwiftyStoreKit

/// Where a part of the world can be replaced by a worse one, to find out whether the rules notice.
///
/// The product has no such switches: all of this lies around it.
package struct SimulationSeams: Sendable {
    /// Puts something before the purchase server, on the lanes that lead to it.
    package var front: @Sendable (NetworkLane, any HTTPTransport) -> any HTTPTransport = { $1 }
    /// Sets the purchase server up otherwise.
    package var server: @Sendable (inout PurchaseServerConfiguration) throws -> Void = { _ in }
    /// Sets an app's end of the purchase server up otherwise.
    package var app: @Sendable (inout PurchaseBackendConfiguration) -> Void = { _ in }
    /// How an app delivers purchases.
    package var deliver: @Sendable (StoreClient, PurchaseBackend, DeliveryRetry) -> Void = { client, backend, retry in
        client.deliver(to: backend, retry: retry)
    }
    /// Under which name an app knows its customer.
    package var name: @Sendable (Int) -> String = { "customer-\($0)" }
    /// Whether the receiver of events keeps one that it says it has.
    package var keeps: @Sendable (JSONObject) -> Bool = { _ in true }
    /// Whether the receiver of events knows one that comes again.
    package var knowsRepetitions = true
    /// What the receiver takes for the identifier of an event; nil for what it is.
    package var identify: @Sendable (JSONObject) -> String? = { _ in nil }
    /// Whether the disk says that something is on it that is not.
    package var diskForgets = false
    /// Whether anybody books figures.
    package var booksFigures = true
    /// What is written into the server's log beside its own lines, of a request that comes in.
    package var note: @Sendable (HTTPTransportRequest) -> String? = { _ in nil }

    /// The world as it should be.
    package init() {}
}
