package import Foundation

/// What a program that asks a store by TLS must trust, as files in the store's folder.
///
/// `tls-root.pem` is the store's root. `tls-bundle.pem` has this machine's own roots in it, too: programs that get it in
/// the place of the system's roots go on trusting everybody else.
package struct TLSTrustFiles: Sendable {
    /// The store's root.
    package let root: URL
    /// The store's root and those of this machine.
    package let bundle: URL

    /// The files of a store's folder.
    package init(folder: URL) {
        root = folder.appendingPathComponent("tls-root.pem")
        bundle = folder.appendingPathComponent("tls-bundle.pem")
    }

    /// Where systems keep their roots: Debian, Fedora, Alpine and macOS, older Red Hat, SUSE.
    static let systemBundles = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/cert.pem",
        "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
    ]

    func save(_ pem: String, systemBundles: [String] = systemBundles) throws(StoreServerError) {
        let system = systemBundles.lazy.compactMap { FileManager.default.contents(atPath: $0) }.first
        try write(Data(pem.utf8), to: root)
        try write(Data(pem.utf8) + (system ?? Data()), to: bundle)
    }

    private func write(_ data: Data, to file: URL) throws(StoreServerError) {
        do {
            try data.write(to: file, options: .atomic)
        } catch {
            throw StoreServerError(.fileUnusable, "cannot write \(file.path): \(error.localizedDescription)")
        }
    }
}
