import LocalStoreKit

// Apple declares these for each failure by itself, so each has its own here.

extension SKTestFailures.LoadProducts {
    /// The failure that a code stands for; nil for a code of another API.
    public init?(_fromErrorCode code: _SKTestFailureCode) {
        guard let error = code.genericError else { return nil }
        self = .generic(error)
    }

    /// The code that stands for the failure.
    public var _errorCode: _SKTestFailureCode {
        switch self {
        case .generic(let error): _SKTestFailureCode(.generic(error))
        }
    }
}

extension SKTestFailures.Purchase {
    /// The failure that a code stands for; nil for a code of another API.
    public init?(_fromErrorCode code: _SKTestFailureCode) {
        switch code.content {
        case .generic(let error): self = .generic(error)
        case .purchase(let error): self = .purchase(error)
        default: return nil
        }
    }

    /// The code that stands for the failure.
    public var _errorCode: _SKTestFailureCode {
        switch self {
        case .generic(let error): _SKTestFailureCode(.generic(error))
        case .purchase(let error): _SKTestFailureCode(.purchase(error))
        }
    }
}

extension SKTestFailures.Verification {
    /// The failure that a code stands for; nil for a code of another API.
    public init?(_fromErrorCode code: _SKTestFailureCode) {
        guard case .verification(let error) = code.content else { return nil }
        self = .verification(error)
    }

    /// The code that stands for the failure.
    public var _errorCode: _SKTestFailureCode {
        switch self {
        case .verification(let error): _SKTestFailureCode(.verification(error))
        }
    }
}

extension SKTestFailures.AppStoreSync {
    /// The failure that a code stands for; nil for a code of another API.
    public init?(_fromErrorCode code: _SKTestFailureCode) {
        guard let error = code.genericError else { return nil }
        self = .generic(error)
    }

    /// The code that stands for the failure.
    public var _errorCode: _SKTestFailureCode {
        switch self {
        case .generic(let error): _SKTestFailureCode(.generic(error))
        }
    }
}

extension SKTestFailures.SubscriptionStatus {
    /// The failure that a code stands for; nil for a code of another API.
    public init?(_fromErrorCode code: _SKTestFailureCode) {
        guard let error = code.genericError else { return nil }
        self = .generic(error)
    }

    /// The code that stands for the failure.
    public var _errorCode: _SKTestFailureCode {
        switch self {
        case .generic(let error): _SKTestFailureCode(.generic(error))
        }
    }
}

extension SKTestFailures.AppTransaction {
    /// The failure that a code stands for; nil for a code of another API.
    public init?(_fromErrorCode code: _SKTestFailureCode) {
        guard let error = code.genericError else { return nil }
        self = .generic(error)
    }

    /// The code that stands for the failure.
    public var _errorCode: _SKTestFailureCode {
        switch self {
        case .generic(let error): _SKTestFailureCode(.generic(error))
        }
    }
}

extension SKTestFailures.ManageSubscriptions {
    /// The failure that a code stands for; nil for a code of another API.
    public init?(_fromErrorCode code: _SKTestFailureCode) {
        guard let error = code.genericError else { return nil }
        self = .generic(error)
    }

    /// The code that stands for the failure.
    public var _errorCode: _SKTestFailureCode {
        switch self {
        case .generic(let error): _SKTestFailureCode(.generic(error))
        }
    }
}

extension SKTestFailures.RefundRequest {
    /// The failure that a code stands for; nil for a code of another API.
    public init?(_fromErrorCode code: _SKTestFailureCode) {
        switch code.content {
        case .generic(let error): self = .generic(error)
        case .refundRequest(let error): self = .refundRequest(error)
        default: return nil
        }
    }

    /// The code that stands for the failure.
    public var _errorCode: _SKTestFailureCode {
        switch self {
        case .generic(let error): _SKTestFailureCode(.generic(error))
        case .refundRequest(let error): _SKTestFailureCode(.refundRequest(error))
        }
    }
}

extension SKTestFailures.OfferCodeRedeem {
    /// The failure that a code stands for; nil for a code of another API.
    public init?(_fromErrorCode code: _SKTestFailureCode) {
        guard let error = code.genericError else { return nil }
        self = .generic(error)
    }

    /// The code that stands for the failure.
    public var _errorCode: _SKTestFailureCode {
        switch self {
        case .generic(let error): _SKTestFailureCode(.generic(error))
        }
    }
}
