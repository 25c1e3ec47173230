import AppStoreModels
import Foundation

extension StoreEngine {
    /// The faults in force, in the order in which they were set.
    package var faults: [StoreFault] { faultState.faults }

    /// Puts a fault in force.
    ///
    /// - Returns: The fault with the identifier by which it can be cleared.
    /// - Throws: `invalidValue`, `unknownAccount`, `unknownProduct`, `unknownStorefront`
    @discardableResult
    package mutating func setFault(_ fault: StoreFault) throws(StoreError) -> StoreFault {
        try check(fault)
        var state = faultState
        var fault = fault
        // Numbers of their own would be given out again after a clear; the next event has a number nobody has.
        fault.id = "f\(eventCount + 1)"
        state.faults.append(fault)
        if let other = fault.parameters.otherAccountID { state.visitedAccounts.insert(other) }
        emit(.faultSet, account: fault.accountID, about: .faults(state, fault))
        return fault
    }

    /// Ends a fault.
    ///
    /// - Throws: `unknownFault` if it is not in force.
    package mutating func clearFault(_ id: String) throws(StoreError) {
        var state = faultState
        guard let index = state.faults.firstIndex(where: { $0.id == id }) else {
            throw StoreError(.unknownFault, "there is no fault \"\(id)\" in force")
        }
        let fault = state.faults.remove(at: index)
        emit(.faultCleared, account: fault.accountID, about: .faults(state, fault))
    }

    /// Ends all faults. What they have put off stays put off.
    package mutating func clearFaults() {
        for fault in faults {
            // It is in force: it was just listed.
            try? clearFault(fault.id)
        }
    }

    /// The fault of a kind that strikes next, if one fits.
    func fault(_ kind: StoreFault.Kind, account: String, product: String? = nil) -> StoreFault? {
        if faultState.faults.isEmpty { return nil }
        return faultState.faults.first { $0.kind == kind && $0.fits(account: account, product: product) }
    }

    /// Lets the fault of a kind strike that fits, if one does, and counts it down.
    mutating func strike(_ kind: StoreFault.Kind, account: String, product: String? = nil) -> StoreFault? {
        guard !faultState.faults.isEmpty else { return nil }
        var state = faultState
        guard
            let index = state.faults.firstIndex(where: { fault in
                fault.kind == kind && fault.fits(account: account, product: product)
            })
        else { return nil }
        let fault = state.faults[index]
        state.countDown(index)
        emit(.faultStruck, account: account, about: .faults(state, fault))
        return fault
    }

    private func check(_ fault: StoreFault) throws(StoreError) {
        guard let rule = fault.kind.rule else {
            let known = StoreFault.Kind.all.map(\.rawValue).joined(separator: ", ")
            throw StoreError(.invalidValue, "there is no fault \"\(fault.kind)\"; there are \(known)")
        }
        if let account = fault.accountID {
            guard rule.isAboutAccount else {
                throw StoreError(.invalidValue, "\(fault.kind) strikes whoever calls; leave the account out")
            }
            _ = try self.account(account)
        }
        if let product = fault.productID {
            guard rule.isAboutProduct else {
                throw StoreError(.invalidValue, "\(fault.kind) strikes all products; leave the product out")
            }
            _ = try entry(product)
        }
        guard fault.remaining == nil || fault.kind.isCounted else {
            throw StoreError(.invalidValue, "\(fault.kind) is in force until it is cleared; leave the number out")
        }
        try check(fault.parameters, of: fault.kind, rule)
        try fault.checkTaken()
    }

    private func check(
        _ parameters: StoreFault.Parameters,
        of kind: StoreFault.Kind,
        _ rule: StoreFault.Kind.Rule
    ) throws(StoreError) {
        if let missing = rule.required.subtracting(parameters.names).min() {
            throw StoreError(.invalidValue, "\(kind) needs the parameter \(missing)")
        }
        if let foreign = parameters.names.subtracting(rule.required).subtracting(rule.optional).min() {
            throw StoreError(.invalidValue, "\(kind) takes no parameter \(foreign)")
        }
        if let result = parameters.result, !Self.sendResults.contains(result) {
            let known = Self.sendResults.joined(separator: ", ")
            throw StoreError(.invalidValue, "\(kind): no attempt ends with \"\(result)\"; there are \(known)")
        }
        if let failure = parameters.failure { try checkFailure(failure) }
        if let environment = parameters.environment { try checkEnvironment(environment) }
        if let other = parameters.otherAccountID { _ = try account(other) }
        if let storefront = parameters.storefront { _ = try country(storefront) }
        try checkServer(parameters, of: kind)
    }

    /// How an attempt to send a notification fails, in Apple's words.
    private static let sendResults = [
        "TIMED_OUT", "TLS_ISSUE", "CIRCULAR_REDIRECT", "NO_RESPONSE", "SOCKET_ISSUE", "UNSUPPORTED_CHARSET",
        "INVALID_RESPONSE", "PREMATURE_CLOSE", "UNSUCCESSFUL_HTTP_RESPONSE_CODE", "OTHER",
    ]

    /// Refuses failures that the store does not know.
    func checkFailure(_ failure: PurchaseFailure) throws(StoreError) {
        guard PurchaseFailure.all.contains(failure) else {
            let known = PurchaseFailure.all.map(\.rawValue).joined(separator: ", ")
            throw StoreError(.invalidValue, "there is no failure \"\(failure)\"; there are \(known)")
        }
    }

    /// Refuses environments that receipts do not have.
    func checkEnvironment(_ environment: AppStoreEnvironment) throws(StoreError) {
        guard [.production, .sandbox, .xcode].contains(environment) else {
            throw StoreError(
                .invalidValue,
                "there is no environment \"\(environment.rawValue)\"; there are Production, Sandbox, Xcode"
            )
        }
    }
}

extension PurchaseFailure {
    /// All failures that can be asked for.
    static let all: [PurchaseFailure] = [
        .unknown, .cancelled, .paymentInvalid, .paymentNotAllowed, .productNotAvailable, .networkConnectionFailed,
        .invalidOfferIdentifier, .invalidSignature, .missingOfferParameters, .invalidOfferPrice, .ineligibleForOffer,
    ]
}
