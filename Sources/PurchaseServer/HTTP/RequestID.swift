import Hummingbird
import Locking
import Logging

/// The name under which a request is found in the logs of all who had to do with it.
struct RequestID: Hashable, Sendable, CustomStringConvertible {
    let value: String

    /// What lines of the log that are written now are about.
    @TaskLocal static var current: RequestID?

    static let maximumLength = 128

    /// The caller's own name for the request; nil if it cannot stand in a log as it is.
    init?(_ text: String) {
        guard (1...Self.maximumLength).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") })
        else { return nil }
        value = text
    }

    /// The caller's own name for the request where it has a good one, else a new one.
    static func of(_ text: String?) -> Self {
        if let given = text.flatMap({ Self($0) }) { return given }
        return Self(numbers.withLock { $0.next() })
    }

    /// The system is asked for one random number, not for one with each request.
    private static let numbers = Locked(RequestNumbers(seed: .random(in: .min ... .max)))

    /// A new name.
    init(_ number: UInt64) {
        value = String(unsafeUninitializedCapacity: 16) { octets in
            for place in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: number >> (60 - 4 * place) & 0xF)
                octets[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return 16
        }
    }

    var description: String { value }
}
