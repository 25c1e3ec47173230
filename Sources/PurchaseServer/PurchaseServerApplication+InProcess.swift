package import AppStoreModels
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
}
