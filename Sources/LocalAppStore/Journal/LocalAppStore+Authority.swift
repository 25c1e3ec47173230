public import AppStoreTrust
public import Foundation

extension LocalAppStore {
    /// The authority of a store's folder, also while the store runs.
    ///
    /// - Throws: `folderUnusable` if there is none, if it cannot be looked for or read, or if others than its owner can read
    ///   its keys.
    public static func authority(inFolder folder: URL) throws(StoreError) -> CertificateAuthority {
        let file = folder.appendingPathComponent("authority.pem")
        guard try StoreFolder.isThere(file) else {
            throw StoreError(
                .folderUnusable,
                "there is no store in \(folder.path); `purser store serve --data` makes one"
            )
        }
        try StoreFolder.checkSecret(file)
        do {
            return try CertificateAuthority(pem: String(contentsOf: file, encoding: .utf8))
        } catch {
            throw StoreError(.folderUnusable, "the store's keys in \(file.path) cannot be used: \(error)")
        }
    }
}
