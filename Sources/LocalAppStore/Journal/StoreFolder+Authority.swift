import AppStoreTrust
import Foundation

extension StoreFolder {
    /// Gives the folder an authority from elsewhere, if it has none yet.
    ///
    /// - Throws: `folderUnusable` if the folder was begun with another one: what it has signed would be a stranger's.
    func begin(with given: CertificateAuthority) throws(StoreError) {
        let file = url.appendingPathComponent("authority.pem")
        guard FileManager.default.fileExists(atPath: file.path) else {
            guard !FileManager.default.fileExists(atPath: journalURL.path) else { return }
            return try replace(given)
        }
        let own = try LocalAppStore.authority(inFolder: url)
        // The leaves may differ: they say where the store can be asked about them.
        guard own.receiptAnchor == given.receiptAnchor, own.jwsAnchor == given.jwsAnchor else {
            throw StoreError(
                .folderUnusable,
                "the store in \(url.path) was begun with another authority; leave the authority out, or begin with an "
                    + "empty folder"
            )
        }
    }
}
