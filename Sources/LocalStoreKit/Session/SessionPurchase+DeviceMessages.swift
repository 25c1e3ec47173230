import LocalAppStore

extension SessionPurchase {
    /// How a purchase went, as the store tells a device; throws what its transaction fails with.
    ///
    /// - Parameter document: What was bought, if that is known already.
    init(_ outcome: DeviceMessages.Purchase, document: SessionDocument? = nil) throws {
        if let failure = outcome.failure { throw SKError(failure: failure) }
        if let transaction = outcome.transaction {
            var bought = SessionTransaction(transaction)
            bought.document = document?.document
            self = .purchased(bought, deliveries: outcome.deliveries ?? 1)
            return
        }
        guard let attempt = outcome.attempt else { throw SKError(.unknown) }
        switch attempt.status {
        case .waitingForApproval: self = .deferred(pendingIdentifier: attempt.id)
        case .interrupted: throw SKError(interrupted: attempt)
        default: throw SKError(failed: attempt)
        }
    }

    /// The same of an operation of Advanced Commerce; throws the rule that the request breaks.
    init(_ answer: DeviceMessages.CommerceAnswer) throws {
        if let refusal = answer.refusal {
            throw InvalidRequestError(code: Int64(refusal.code), message: refusal.message)
        }
        guard let purchase = answer.purchase else { throw SKError(.unknown) }
        try self.init(purchase)
    }
}
