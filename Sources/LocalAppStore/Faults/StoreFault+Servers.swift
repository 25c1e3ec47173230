extension StoreFault.Kind {
    // Each call that is answered so is a strike; ``StoreFault/Parameters/call`` limits them to one call, and
    // ``StoreFault/Parameters/rate`` to a part of the calls. The control interface is never struck.

    /// The App Store Server API answers with `errorCode` and its HTTP status, and does not do what it was asked.
    public static let apiError = Self(rawValue: "apiError")
    /// The App Store Server API answers 429 with code 4290000, and `Retry-After` names the moment `seconds` of real time
    /// later (60 if none are given), as UNIX time in milliseconds.
    public static let rateLimited = Self(rawValue: "rateLimited")
    /// The server answers with the HTTP `status` (429, or 500 to 599; 500 if none is given) and `body` (JSON if none is
    /// given), and does not do what it was asked.
    public static let serverError = Self(rawValue: "serverError")
    /// The server does what it was asked at once, and answers `seconds` of real time later.
    public static let serverSlow = Self(rawValue: "serverSlow")
    /// The server does what it was asked, and the connection ends in the middle of its answer.
    public static let answerCut = Self(rawValue: "answerCut")
    /// `verifyReceipt` answers with `status` alone; with `isRetryable` it says so in `is_retryable`.
    public static let receiptStatus = Self(rawValue: "receiptStatus")
    /// The App Store Server API does not find a transaction, 4040010, until `seconds` of store time after its purchase.
    public static let transactionLate = Self(rawValue: "transactionLate")

    /// Whether it strikes who asks Apple's servers; else it strikes apps on devices, or what is signed.
    public var isAboutServers: Bool { rule?.isAboutServers ?? false }

    /// Whether it can be limited to an account.
    public var isAboutAccount: Bool { rule?.isAboutAccount ?? true }

    /// What a fault of the servers does to one answer; nil for other kinds, and for those that strike transactions.
    var stage: Stage? {
        switch self {
        case .apiError, .rateLimited, .serverError, .receiptStatus: .answer
        case .serverSlow: .delay
        case .answerCut: .cut
        default: nil
        }
    }

    /// Where on its way a call is struck; one fault at each.
    enum Stage: CaseIterable { case answer, delay, cut }

    /// Whether calls of `verifyReceipt`, and those of the App Store Server API, can be struck.
    func strikes(verifyReceipt: Bool) -> Bool {
        switch self {
        case .apiError, .rateLimited: !verifyReceipt
        case .receiptStatus: verifyReceipt
        default: true
        }
    }
}

/// The faults that strike one call of Apple's servers.
package struct ServerFaults: Sendable, Hashable {
    /// What is answered in the place of the truth.
    package var answer: StoreFault?
    /// What makes the answer wait.
    package var delay: StoreFault?
    /// What ends the connection in the middle of the answer.
    package var cut: StoreFault?

    subscript(stage: StoreFault.Kind.Stage) -> StoreFault? {
        get {
            switch stage {
            case .answer: answer
            case .delay: delay
            case .cut: cut
            }
        }
        set {
            switch stage {
            case .answer: answer = newValue
            case .delay: delay = newValue
            case .cut: cut = newValue
            }
        }
    }
}
