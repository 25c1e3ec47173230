import NIOSSL

/// What a server shows to those who speak TLS with it: its certificate and the key for it.
package struct TLSIdentity: Sendable {
    /// The server's certificate and those between it and the root, in PEM.
    private let certificates: String
    /// The private key, in PEM. Secret.
    private let key: String

    package init(certificates: String, key: String) {
        self.certificates = certificates
        self.key = key
    }

    /// TLS 1.2 and 1.3; HTTP/2 if the client can, else HTTP/1.1.
    ///
    /// - Throws: What NIOSSL says of a certificate or a key that cannot be used.
    func context() throws -> NIOSSLContext {
        let chain = try NIOSSLCertificate.fromPEMBytes(Array(certificates.utf8))
        let key = try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(key)
        )
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["h2", "http/1.1"]
        return try NIOSSLContext(configuration: configuration)
    }
}
