extension StoreFault.Kind {
    /// All kinds that the store knows, in the order of the documentation.
    public static let all: [StoreFault.Kind] = rules.map(\.kind)

    /// The names of the parameters that the kind takes, those it cannot do without first.
    package var parameterNames: [String] {
        guard let rule else { return [] }
        return rule.required.sorted() + rule.optional.sorted()
    }

    /// Whether it can be limited to a product.
    public var isAboutProduct: Bool { rule?.isAboutProduct ?? false }

    /// Whether it can strike a number of times; else it is in force until it is cleared.
    public var isCounted: Bool { ![.clockJump, .entitlementLate, .unfinishedNewestFirst].contains(self) }

    var rule: Rule? { Self.rules.first { $0.kind == self } }

    /// What a fault of a kind may say.
    struct Rule: Sendable {
        let kind: StoreFault.Kind
        var isAboutProduct = false
        var isAboutAccount = true
        var isAboutServers = false
        var required: Set<String> = []
        var optional: Set<String> = []
    }

    private static let rules: [Rule] = deviceRules + serverRules

    private static let serverRules: [Rule] = [
        server(.apiError, required: ["errorCode"]),
        server(.rateLimited, optional: ["seconds"]),
        server(.serverError, optional: ["status", "body"]),
        server(.serverSlow, required: ["seconds"]),
        server(.answerCut),
        server(.receiptStatus, required: ["status"], optional: ["isRetryable"]),
        Rule(kind: .transactionLate, isAboutProduct: true, isAboutServers: true, required: ["seconds"]),
    ]

    /// Who calls is not known before the call is answered.
    private static func server(
        _ kind: StoreFault.Kind,
        required: Set<String> = [],
        optional: Set<String> = []
    ) -> Rule {
        Rule(
            kind: kind,
            isAboutAccount: false,
            isAboutServers: true,
            required: required,
            optional: optional.union(["call", "rate"])
        )
    }

    private static let deviceRules: [Rule] = [
        Rule(kind: .chargeThenError, isAboutProduct: true, optional: ["failure"]),
        Rule(kind: .cancelledAfterSuccess, isAboutProduct: true),
        Rule(kind: .purchaseFails, isAboutProduct: true, optional: ["failure"]),
        Rule(kind: .sheetNeverShown, isAboutProduct: true),
        Rule(kind: .duplicateDelivery, isAboutProduct: true),
        Rule(kind: .accountSwitch, required: ["otherAccount"]),
        Rule(kind: .storefrontSwitch, isAboutProduct: true, required: ["storefront"]),
        Rule(kind: .entitlementLate, isAboutProduct: true, required: ["seconds"]),
        Rule(kind: .unfinishedNewestFirst),
        Rule(kind: .refusalIgnored, isAboutProduct: true),
        Rule(kind: .finishLost, isAboutProduct: true),
        Rule(kind: .finishLate, isAboutProduct: true, required: ["seconds"]),
        Rule(kind: .productRequestSlow, required: ["seconds"]),
        Rule(kind: .productRequestFails, optional: ["failure"]),
        Rule(kind: .emptyProductList),
        Rule(kind: .restoreFails, optional: ["failure"]),
        Rule(kind: .receiptMissing),
        Rule(kind: .receiptDamaged),
        Rule(kind: .receiptAltered),
        Rule(kind: .wrongEnvironment, optional: ["environment"]),
        Rule(kind: .expiredCertificate),
        Rule(kind: .revokedCertificate),
        Rule(kind: .clockJump, required: ["seconds"]),
        Rule(kind: .offline),
        Rule(kind: .connectionLost),
        Rule(kind: .notificationLost, isAboutProduct: true, optional: ["rate", "attemptCount", "result"]),
        Rule(kind: .notificationLate, isAboutProduct: true, required: ["seconds"], optional: ["rate"]),
        Rule(kind: .notificationDuplicated, isAboutProduct: true, optional: ["rate"]),
        Rule(kind: .notificationOvertaken, isAboutProduct: true, optional: ["rate"]),
        Rule(kind: .notificationMisdated, isAboutProduct: true, required: ["seconds"], optional: ["rate"]),
    ]
}

extension StoreFault.Parameters {
    /// The names of the parameters that have a value.
    var names: Set<String> {
        var names: Set<String> = []
        if seconds != nil { names.insert("seconds") }
        if failure != nil { names.insert("failure") }
        if storefront != nil { names.insert("storefront") }
        if otherAccountID != nil { names.insert("otherAccount") }
        if environment != nil { names.insert("environment") }
        if call != nil { names.insert("call") }
        if rate != nil { names.insert("rate") }
        if errorCode != nil { names.insert("errorCode") }
        if status != nil { names.insert("status") }
        if body != nil { names.insert("body") }
        if isRetryable != nil { names.insert("isRetryable") }
        if attempts != nil { names.insert("attemptCount") }
        if result != nil { names.insert("result") }
        return names
    }
}
