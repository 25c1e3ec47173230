public import Foundation

/// The domain of ``SKError``.
public let SKErrorDomain = "SKErrorDomain"

/// An error of the store.
///
/// It may be used as on Apple platforms: `error as? SKError`, `(error as NSError).code`, `catch SKError.paymentCancelled`.
// Sendable is safe: the values are immutable; those in `userInfo` are strings, numbers and errors by convention.
public struct SKError: CustomNSError, Hashable, @unchecked Sendable {
    /// Why the operation failed.
    public let code: SKError.Code

    /// More about it, by the keys that `NSError` has.
    public let userInfo: [String: Any]

    /// An error with `code`.
    public init(_ code: SKError.Code, userInfo: [String: Any] = [:]) {
        self.code = code
        self.userInfo = userInfo
    }

    /// The store's error that `error` is; one of a foreign domain becomes `.unknown` with `error` beneath it.
    public init(_nsError error: NSError) {
        guard error.domain == SKErrorDomain, let code = Code(rawValue: error.code) else {
            self.init(
                .unknown,
                userInfo: [NSUnderlyingErrorKey: error, NSLocalizedDescriptionKey: error.localizedDescription]
            )
            return
        }
        self.init(code, userInfo: error.userInfo)
    }

    /// The same error as an `NSError`, which `SKError(_nsError:)` reads back.
    ///
    /// On Linux Swift does not bridge by itself: `error as NSError` works, `error as? NSError` is nil for a Swift error,
    /// and an `NSError` is no `SKError` by a cast. Use this property and `init(_nsError:)` where both are needed.
    public var _nsError: NSError { NSError(domain: SKErrorDomain, code: code.rawValue, userInfo: userInfo) }

    /// "SKErrorDomain".
    public static var errorDomain: String { SKErrorDomain }

    /// The raw value of ``code``.
    public var errorCode: Int { code.rawValue }

    /// The same as ``userInfo``.
    public var errorUserInfo: [String: Any] { userInfo }

    /// What to show: the description in ``userInfo``, else a sentence with the code.
    public var localizedDescription: String {
        userInfo[NSLocalizedDescriptionKey] as? String
            ?? "The operation could not be completed. (\(SKErrorDomain) error \(code.rawValue).)"
    }

    /// Whether two errors have the same code and information.
    public static func == (lhs: SKError, rhs: SKError) -> Bool {
        lhs.code == rhs.code && NSDictionary(dictionary: lhs.userInfo) == NSDictionary(dictionary: rhs.userInfo)
    }

    /// Feeds the code, which equal errors share.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }
}

/// Lets `catch SKError.paymentCancelled` match.
public func ~= (match: SKError.Code, error: any Error) -> Bool {
    (error as? SKError)?.code == match
}
