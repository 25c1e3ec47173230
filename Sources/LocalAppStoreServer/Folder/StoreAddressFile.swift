import AppStoreModels
package import Foundation

/// Tells commands on this machine where the store of a folder listens: `server.json`, there while the server runs.
package struct StoreAddressFile: Sendable {
    private let url: URL
    /// The store's folder.
    let folder: URL

    /// The file in a store's folder.
    package init(folder: URL) {
        self.folder = folder
        url = folder.appendingPathComponent("server.json")
    }

    /// The address that a running server left; after SIGKILL it may be one where nobody listens any more.
    ///
    /// - Throws: `stopped` if there is none; `fileUnusable` if nobody may look for it; `fileDamaged`
    package func load() throws(StoreServerError) -> URL { try address("url", of: try content()) }

    /// The address where a running server speaks TLS; nil if it does not.
    ///
    /// - Throws: `stopped` if there is no running server; `fileUnusable` if nobody may look for it; `fileDamaged`
    package func loadTLS() throws(StoreServerError) -> URL? {
        let content = try content()
        return content["tlsUrl"] == nil ? nil : try address("tlsUrl", of: content)
    }

    private func content() throws(StoreServerError) -> JSONObject {
        let presence = FilePresence(of: url.path)
        guard try presence.isThere(orThrow: { StoreServerError(.fileUnusable, $0) }) else {
            throw StoreServerError(
                .stopped,
                "no store runs in \(url.deletingLastPathComponent().path); start it with `purser store serve`"
            )
        }
        guard
            let data = try? Data(contentsOf: url),
            let object = (try? JSONValue(parsing: data))?.object
        else { throw StoreServerError(.fileDamaged, "\(url.path) holds no address; start the store anew") }
        return object
    }

    private func address(_ member: String, of content: JSONObject) throws(StoreServerError) -> URL {
        guard let text = content[string: member] else {
            throw StoreServerError(.fileDamaged, "\(url.path) holds no address; start the store anew")
        }
        do {
            return try HTTPAddress(text).url
        } catch {
            throw StoreServerError(.fileDamaged, "\(url.path) holds no store's address; start the store anew: \(error)")
        }
    }

    func save(_ address: URL, tls: URL? = nil) throws(StoreServerError) {
        var object: JSONObject = ["url": .string(address.absoluteString)]
        object["tlsUrl"] = tls.map { .string($0.absoluteString) }
        do {
            try JSONValue.object(object).jsonData.write(to: url, options: .atomic)
        } catch {
            throw StoreServerError(.fileUnusable, "cannot write \(url.path): \(error.localizedDescription)")
        }
    }

    func remove() {
        try? FileManager.default.removeItem(at: url)
    }
}
