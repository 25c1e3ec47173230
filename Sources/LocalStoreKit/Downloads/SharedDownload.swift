/// A download that its transaction, the queue that copies it and the app all have.
// Sendable is safe: what changes of a download is behind a lock, and whose it is never changes. `SKDownload` itself is not
// Sendable because StoreKit's is not: what compiles here shall compile there.
struct SharedDownload: @unchecked Sendable {
    let download: SKDownload

    init(_ download: SKDownload) { self.download = download }
}
