import Foundation

extension UnsafeRawBufferPointer {
    /// Whether two blocks hold the same bytes.
    package func isSame(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard let left = baseAddress, let right = other.baseAddress else { return true }
        return memcmp(left, right, count) == 0
    }

    /// Whether this block stands before the other in the order of a DER set: by the first octet that differs.
    package func precedes(_ other: UnsafeRawBufferPointer) -> Bool {
        let common = Swift.min(count, other.count)
        guard common > 0, let left = baseAddress, let right = other.baseAddress else { return count < other.count }
        let order = memcmp(left, right, common)
        return order == 0 ? count < other.count : order < 0
    }
}
