import Foundation
import Locking

/// What the store says of a product as JSON, written when somebody first looks, and kept: most code never looks.
final class ProductText: Sendable {
    private let write: @Sendable () -> Data
    private let written = Locked<Data?>(nil)

    init(write: @escaping @Sendable () -> Data) { self.write = write }

    var json: Data {
        written.withLock { written in
            let json = written ?? write()
            written = json
            return json
        }
    }
}
