import Foundation

extension UnsafeRawBufferPointer {
    /// Whether two blocks hold the same bytes.
    package func isSame(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard let left = baseAddress, let right = other.baseAddress else { return true }
        return memcmp(left, right, count) == 0
    }
}
