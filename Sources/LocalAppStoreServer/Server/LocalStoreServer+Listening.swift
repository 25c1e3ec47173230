public import Foundation
import HTTPServing
import Hummingbird
import LocalAppStore
import Logging
import NIOCore

/// Where the server listens: without TLS, and with TLS if it is to.
extension LocalStoreServer {
    /// Where the server listens for those who speak TLS; waits until it does. Nil if it does not.
    ///
    /// - Throws: ``StoreServerError`` if it cannot listen, or has ended.
    public var tlsURL: URL? {
        get async throws(StoreServerError) { tls == nil ? nil : try await secureListening.wait() }
    }

    /// The root certificate that those must trust who speak TLS with the server, in PEM; nil if it does not.
    ///
    /// - Throws: ``StoreServerError``, code `tlsUnusable`.
    public var tlsRootPEM: String? {
        get throws(StoreServerError) { try tls?.rootPEM }
    }

    /// What answers on both listeners.
    var responder: AppleHostResponder<some HTTPResponder<BasicRequestContext>> {
        AppleHostResponder(base: router.buildResponder())
    }

    /// The listener for TLS; nil if there is to be none.
    func secureListener() throws(StoreServerError) -> SecureListener? {
        guard let tls else { return nil }
        let identity = try tls.identity
        do {
            let application = Application(
                responder: responder,
                server: try connections.server(identity),
                configuration: ApplicationConfiguration(
                    address: .hostname(configuration.host, port: tls.port),
                    serverName: "Purser-LocalAppStore"
                ),
                onServerRunning: { channel in
                    await connections.watch(channel)
                    secureListening.tell(address("https", channel.localAddress?.port ?? tls.port))
                },
                logger: logger
            )
            return SecureListener(application: application, configuration: configuration) { error in
                secureListening.tell(.failure(error))
            }
        } catch {
            throw StoreServerError(.tlsUnusable, "the store cannot speak TLS with its certificate: \(error)")
        }
    }

    func tellEnd(_ error: StoreServerError) {
        secureListening.tell(.failure(error))
        listening.tell(.failure(error))
    }

    /// Tells everybody who waits where the server listens, once all of it does.
    func announce(_ port: Int?) async {
        let secureURL: URL?
        let url: URL
        do {
            secureURL = try await tlsURL
            url = try address("http", port ?? configuration.port).get()
        } catch {
            return listening.tell(.failure(error))
        }
        do {
            // Whoever reads a certificate cannot ask an address that stands for all of them.
            let host = configuration.reachableURLHost
            try store.nameResponder(at: "http://\(host):\(port ?? configuration.port)/ocsp")
        } catch {
            logger.warning("certificates do not say where they can be asked about", metadata: ["error": "\(error)"])
        }
        do {
            try saveTrust()
            try addressFile?.save(url, tls: secureURL)
        } catch {
            logger.warning("commands will not find this store by its folder", metadata: ["error": "\(error)"])
        }
        listening.tell(.success(url))
    }

    private func saveTrust() throws(StoreServerError) {
        guard let folder = addressFile?.folder, let pem = try tlsRootPEM else { return }
        try TLSTrustFiles(folder: folder).save(pem)
    }

    private func address(_ scheme: String, _ port: Int) -> Result<URL, StoreServerError> {
        let text = "\(scheme)://\(configuration.urlHost):\(port)"
        guard let url = URL(string: text) else {
            return .failure(StoreServerError(.addressUnusable, "\(text) is no address"))
        }
        return .success(url)
    }
}
