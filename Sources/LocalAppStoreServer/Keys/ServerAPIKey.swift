import AppStoreModels
import Crypto
public import Foundation
import LocalAppStore
import SystemCalls

/// The key with which a developer's server shows the App Store Server API who it is, as App Store Connect issues it.
///
/// The identifiers are made from the public key, so that the key's file is all there is to keep.
public struct ServerAPIKey: Sendable {
    /// `kid`: ten letters and digits.
    public let keyID: String
    /// `iss`: a UUID.
    public let issuerID: String
    private let key: P256.Signing.PrivateKey

    /// A new key.
    public init() { self.init(P256.Signing.PrivateKey()) }

    /// A key from its file.
    ///
    /// - Throws: `fileDamaged`
    public init(pem: String) throws(StoreServerError) {
        do {
            self.init(try P256.Signing.PrivateKey(pemRepresentation: pem))
        } catch {
            throw StoreServerError(.fileDamaged, "the key of the server API is no P-256 key in PEM")
        }
    }

    private init(_ key: P256.Signing.PrivateKey) {
        self.key = key
        let digest = Array(SHA256.hash(data: key.publicKey.x963Representation))
        let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        keyID = String(digest.prefix(10).map { alphabet[Int($0) % alphabet.count] })
        issuerID = digest[10..<26].uuidText
    }

    /// The private key, PKCS#8 in PEM: the content of a `.p8` file. Secret.
    public var pem: String { key.pemRepresentation }

    /// What offers and requests of Advanced Commerce are checked with, which the same key signs.
    var offersKey: OffersVerificationKey { OffersVerificationKey(id: keyID, publicKey: key.publicKey) }

    /// Whether a signature of 64 bytes, r and s, is this key's.
    func isValid(signature: Data, of message: Data) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
        return key.publicKey.isValidSignature(signature, for: message)
    }

    /// The key of a store's folder, made there if it is missing, readable by its owner only.
    ///
    /// - Throws: `fileUnusable`, `fileDamaged`
    public static func inFolder(_ folder: URL) throws(StoreServerError) -> ServerAPIKey {
        let file = fileURL(inFolder: folder)
        do {
            if !FileManager.default.fileExists(atPath: file.path) {
                try FileManager.default.createDirectory(
                    at: folder,
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700]
                )
                try ServerAPIKey().write(to: file)
            }
            return try ServerAPIKey(pem: String(contentsOf: file, encoding: .utf8))
        } catch let error as StoreServerError {
            throw StoreServerError(
                error.code,
                "\(file.path): \(error.reason); put back a copy, or move the file away and the store makes a new key"
            )
        } catch {
            throw StoreServerError(.fileUnusable, "\(file.path) cannot be used: \(error.localizedDescription)")
        }
    }

    /// Of two that are made at once, the first one's stays.
    private func write(to file: URL) throws {
        do throws(SystemFailure) {
            try NewFile(path: file.path).write(pem.utf8, permissions: 0o600)
        } catch  where error.number == EEXIST {
            return
        }
    }

    /// Where the key of a store's folder is.
    public static func fileURL(inFolder folder: URL) -> URL { folder.appendingPathComponent("server-api-key.p8") }
}
