extension ServerAPIErrorCode {
    /// What it means, a clause; nil for a code without a name here.
    public var meaning: String? { Self.meanings[rawValue] ?? Self.advancedCommerceMeanings[rawValue] }

    /// What to do about it, a clause; nil for a code without a name here.
    public var advice: String? {
        if let remedy = Self.remedies[rawValue] { return remedy }
        guard Self.advancedCommerceMeanings[rawValue] != nil else { return nil }
        return "correct the request; the documentation of the operation says what it takes"
    }

    /// Whether the same request may succeed later: 4040002, 4040004, 4040006, 4290000, 5000001, and once 5000000.
    ///
    /// The purchase behind 4040010 may be too fresh to be known; the client asks again within a window of its own.
    public var isRetryable: Bool {
        switch self {
        case .accountNotFoundRetryable, .appNotFoundRetryable, .originalTransactionIDNotFoundRetryable,
            .rateLimitExceeded, .generalInternal, .generalInternalRetryable:
            true
        default: false
        }
    }

    /// The codes of version 1.21 of the App Store Server API, in order.
    public static let all: [ServerAPIErrorCode] = meanings.keys.sorted().map(ServerAPIErrorCode.init(rawValue:))
}
