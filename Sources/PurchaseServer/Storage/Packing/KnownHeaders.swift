import Foundation
import Locking

/// Which headers are in the database, so that they are not sent there with each notification. They are never removed.
final class KnownHeaders: Sendable {
    /// How often more a header is taken to be there, by its digest.
    private let uses = Locked<[Data: Int]>([:])

    /// How many are remembered; the App Store signs with few certificates at a time.
    static let maximumCount = 256
    /// After how many notifications a header is sent again: a PostgreSQL whose follower took its place may have lost the
    /// change that brought it, and everything since would lack its certificates.
    static let maximumUses = 1_000

    /// Those that are not known to be there.
    func missing(of headers: [SignedHeader]) -> [SignedHeader] {
        uses.withLock { uses in
            headers.filter { header in
                guard let left = uses[header.digest], left > 0 else { return true }
                uses[header.digest] = left - 1
                return false
            }
        }
    }

    /// - Parameter headers: Those of a change that is on the disk.
    func note(_ headers: [SignedHeader]) {
        guard !headers.isEmpty else { return }
        uses.withLock { uses in
            if uses.count + headers.count > Self.maximumCount { uses = [:] }
            for header in headers { uses[header.digest] = Self.maximumUses }
        }
    }
}
