import AppStoreModels
import Foundation
import LocalAppStoreServer

/// What a program must know to use a running store, as variables of its environment.
///
/// The names are those of the store itself (`PURSER_STORE_…`), those for a backend's own settings (`APP_STORE_…`), and,
/// if the store speaks TLS, those by which OpenSSL, Python, curl and Node find the roots that they trust.
struct StoreVariables {
    let url: URL
    /// Where it speaks TLS; nil if it does not.
    let tlsURL: URL?
    /// The store's folder.
    let folder: URL
    let key: ServerAPIKey
    let bundleID: String
    let environment: AppStoreEnvironment
    let appAppleID: Int64

    /// Names and values, in the order in which they are told.
    var all: [(name: String, value: String)] { addresses + identity + roots }

    /// The same, to be looked up.
    var table: [String: String] { Dictionary(all.map { ($0.name, $0.value) }) { $1 } }

    private var addresses: [(name: String, value: String)] {
        let path = environment == .production ? "production" : "sandbox"
        var list = [("PURSER_STORE_URL", url.absoluteString)]
        if let tlsURL { list.append(("PURSER_STORE_TLS_URL", tlsURL.absoluteString)) }
        return list + [
            ("PURSER_STORE_DATA", folder.path),
            ("APP_STORE_SERVER_API_URL", url.absoluteString),
            ("APP_STORE_VERIFY_RECEIPT_URL", "\(url.absoluteString)/\(path)/verifyReceipt"),
        ]
    }

    private var identity: [(name: String, value: String)] {
        var list = [("APP_STORE_ENVIRONMENT", environment.rawValue), ("APP_STORE_BUNDLE_ID", bundleID)]
        if environment == .production { list.append(("APP_STORE_APP_APPLE_ID", String(appAppleID))) }
        return list + [
            ("APP_STORE_ISSUER_ID", key.issuerID), ("APP_STORE_KEY_ID", key.keyID),
            ("APP_STORE_KEY_FILE", ServerAPIKey.fileURL(inFolder: folder).path),
        ]
    }

    private var roots: [(name: String, value: String)] {
        let list = [
            ("APP_STORE_ROOT_FILE", folder.appendingPathComponent("jws-root.pem").path),
            ("APP_STORE_RECEIPT_ROOT_FILE", folder.appendingPathComponent("receipt-root.pem").path),
        ]
        guard tlsURL != nil else { return list }
        let files = TLSTrustFiles(folder: folder)
        // Node adds to the roots that it has; the others get theirs in the place of the system's.
        return list + [
            ("NODE_EXTRA_CA_CERTS", files.root.path), ("SSL_CERT_FILE", files.bundle.path),
            ("REQUESTS_CA_BUNDLE", files.bundle.path), ("CURL_CA_BUNDLE", files.bundle.path),
        ]
    }

    /// Lines for a shell's `eval`.
    var shellText: String {
        all.map { "export \($0.name)='\($0.value.replacing("'", with: #"'\''"#))'\n" }.joined()
    }

    var json: JSONObject { JSONObject(all.map { ($0.name, .string($0.value)) }) }
}
