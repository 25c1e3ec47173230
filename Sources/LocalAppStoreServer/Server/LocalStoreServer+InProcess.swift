package import AppStoreModels
import HTTPServing
import Hummingbird
package import NIOCore

extension LocalStoreServer {
    /// Asks this store without a socket; it need not run. The simulator does.
    ///
    /// - Parameter channel: What requests claim to come through; nothing is sent over it.
    package func inProcess(over channel: any Channel) -> any HTTPTransport {
        InProcessTransport(router.buildResponder(), over: channel, logger: logger)
    }
}
