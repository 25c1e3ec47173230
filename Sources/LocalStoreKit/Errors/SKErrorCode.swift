public import CStoreKit

extension SKError {
    /// Why a store operation failed. A number that no name is known for is a code too.
    public typealias Code = SKErrorCode
}
