import AppStoreModels
import Crypto
import Foundation

/// The app-specific or master shared secret from App Store Connect.
///
/// It prints as dots, in descriptions and in mirrors, so that it cannot slip into a log.
public struct AppSharedSecret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The secret itself; for the request to the App Store and for comparison only.
    let value: String

    /// A secret, usually 32 hexadecimal digits.
    public init(_ value: String) { self.value = value }

    /// Compares in a time that does not depend on where the difference is.
    public func matches(_ candidate: String) -> Bool {
        let expected = Array(value.utf8)
        let seen = Array(candidate.utf8)
        var difference = UInt8(expected.count == seen.count ? 0 : 1)
        for (index, byte) in seen.enumerated() {
            difference |= byte ^ (expected.isEmpty ? 0xFF : expected[index % expected.count])
        }
        return difference == 0 && !expected.isEmpty
    }

    /// Tells two secrets apart without telling either; SHA-256 in hexadecimal.
    package var digest: String { SHA256.hash(data: Data(value.utf8)).hexadecimal }

    public var description: String { "••••" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
