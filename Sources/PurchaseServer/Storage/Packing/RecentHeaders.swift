import Foundation
import Locking

/// Headers of what came lately. Nearly all that comes has one of them, whose digest is then not worked out once more.
final class RecentHeaders: Sendable {
    /// The oldest first.
    private let headers = Locked<[SignedHeader]>([])

    /// How many are remembered; the App Store signs with few certificates at a time.
    static let maximumCount = 16
    /// How many octets one has at most that is remembered; the App Store's have some 5,000.
    static let maximumLength = 32_768

    /// How many are remembered now.
    var count: Int { headers.withLock { $0.count } }

    /// - Parameter text: A header as it stands there.
    func header(_ text: ArraySlice<UInt8>) -> SignedHeader {
        if let known = headers.withLock({ headers in headers.last { $0.stands(in: text) } }) { return known }
        let header = SignedHeader(Data(text))
        guard text.count <= Self.maximumLength else { return header }
        headers.withLock { headers in
            if headers.count >= Self.maximumCount { headers.removeFirst() }
            headers.append(header)
        }
        return header
    }
}
