import Hummingbird
import ServiceLifecycle

/// The second listener of a store, which speaks TLS. Its failures say where it was to listen.
struct SecureListener: Service {
    let application: any ApplicationProtocol
    let configuration: StoreServerConfiguration
    /// Is told why it ended, if it did not end in peace.
    let failed: @Sendable (StoreServerError) -> Void

    func run() async throws {
        do {
            try await application.run()
        } catch {
            let error = StoreServerError(error, configuration: configuration, port: configuration.tlsPort)
            failed(error)
            throw error
        }
    }
}
