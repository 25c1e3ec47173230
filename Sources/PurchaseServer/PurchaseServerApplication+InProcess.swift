package import AppStoreModels
package import Entitlements
import HTTPServing
import Hummingbird
package import NIOCore

extension PurchaseServerApplication {
    /// Asks this server without a socket; it need not run. The simulator does.
    ///
    /// - Parameter channel: What requests claim to come through; nothing is sent over it.
    package func inProcess(over channel: any Channel) -> any HTTPTransport {
        InProcessTransport(router.buildResponder(), over: channel, logger: configuration.logger)
    }

    /// What is kept, for who checks that it is.
    package var kept: any PurchaseStorage { storage }

    /// What is known of a purchase, whoever has it.
    package func keptFacts(
        ofOriginalTransactionID identifier: String,
        in environment: AppStoreEnvironment
    ) async throws -> PurchaseFacts {
        let chain = ChainKey(environment: environment, originalTransactionID: identifier)
        return try await storage.read { try PurchaseDatabase.facts(of: chain, in: $0) }
    }
}
