import AppStoreModels
public import Foundation

/// Tells commands on this machine where the store of a folder listens: `server.json`, there while the server runs.
public struct StoreAddressFile: Sendable {
    private let url: URL

    /// The file in a store's folder.
    public init(folder: URL) { url = folder.appendingPathComponent("server.json") }

    /// The address that a running server left; after SIGKILL it may be one where nobody listens any more.
    ///
    /// - Throws: `stopped` if there is none; `fileDamaged`
    public func load() throws(StoreServerError) -> URL {
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw StoreServerError(
                .stopped,
                "no store runs in \(url.deletingLastPathComponent().path); start it with `purser store serve`"
            )
        }
        guard
            let data = try? Data(contentsOf: url),
            let text = (try? JSONValue(parsing: data))?.object?[string: "url"]
        else { throw StoreServerError(.fileDamaged, "\(url.path) holds no address; start the store anew") }
        do {
            return try HTTPAddress(text).url
        } catch {
            throw StoreServerError(.fileDamaged, "\(url.path) holds no store's address; start the store anew: \(error)")
        }
    }

    func save(_ address: URL) throws(StoreServerError) {
        let object: JSONValue = ["url": .string(address.absoluteString)]
        do {
            try object.jsonData.write(to: url, options: .atomic)
        } catch {
            throw StoreServerError(.fileUnusable, "cannot write \(url.path): \(error.localizedDescription)")
        }
    }

    func remove() {
        try? FileManager.default.removeItem(at: url)
    }
}
