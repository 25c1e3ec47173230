public import CStoreKit
public import Foundation

/// The domain of ``SKTestError``.
public let SKTestErrorDomain = "SKTestErrorDomain"

/// Why a test session refuses what it is told to do. The store is unchanged.
// Sendable is safe: the values are immutable; those in `errorUserInfo` are strings and Sendable errors.
public struct SKTestError: CustomNSError, Hashable, @unchecked Sendable {
    /// Why the session refuses. A number that no name is known for is a code too.
    public typealias Code = SKTestErrorCode

    /// Why the session refuses.
    public let code: SKTestError.Code

    /// The reason in words, and the error of the store beneath it, by the keys that `NSError` has.
    public let errorUserInfo: [String: Any]

    /// An error with `code`.
    public init(_ code: SKTestError.Code, userInfo: [String: Any] = [:]) {
        self.code = code
        errorUserInfo = userInfo
    }

    /// "SKTestErrorDomain".
    public static var errorDomain: String { SKTestErrorDomain }

    /// The raw value of ``code``.
    public var errorCode: Int { code.rawValue }

    /// The code `serviceUnavailable`.
    public static var serviceUnavailable: SKTestError.Code { .serviceUnavailable }

    /// The code `invalidProductIdentifier`.
    public static var invalidProductIdentifier: SKTestError.Code { .invalidProductIdentifier }

    /// The code `invalidProductType`.
    public static var invalidProductType: SKTestError.Code { .invalidProductType }

    /// The code `invalidURL`.
    public static var invalidURL: SKTestError.Code { .invalidURL }

    /// The code `fileNotFound`.
    public static var fileNotFound: SKTestError.Code { .fileNotFound }

    /// The code `noSubscriptionFound`.
    public static var noSubscriptionFound: SKTestError.Code { .noSubscriptionFound }

    /// The code `noTransactionFound`.
    public static var noTransactionFound: SKTestError.Code { .noTransactionFound }

    /// The code `invalidAction`.
    public static var invalidAction: SKTestError.Code { .invalidAction }

    /// Whether two errors have the same code and information.
    public static func == (lhs: SKTestError, rhs: SKTestError) -> Bool {
        lhs.code == rhs.code
            && NSDictionary(dictionary: lhs.errorUserInfo) == NSDictionary(dictionary: rhs.errorUserInfo)
    }

    /// Feeds the code, which equal errors share.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }
}

/// Lets `catch SKTestError.noTransactionFound` match.
public func ~= (match: SKTestError.Code, error: any Error) -> Bool {
    (error as? SKTestError)?.code == match
}
