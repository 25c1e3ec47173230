import Foundation

extension StoreEngine {
    /// Whether a call has to be looked at; without it calls cost nothing.
    var hasServerFaults: Bool { faults.contains(where: \.kind.isAboutServers) }

    /// Lets the faults strike that fit a call, one at each stage, and counts them down.
    ///
    /// A fault at a rate draws for every call that it fits, also for those that it lets pass.
    mutating func strike(_ call: AppStoreCall) -> ServerFaults {
        var struck = ServerFaults()
        for fault in faults where fault.fits(call) {
            guard let stage = fault.kind.stage, struck[stage] == nil else { continue }
            if strikesNow(fault.id, call) { struck[stage] = fault }
        }
        return struck
    }

    /// Whether the App Store Server API does not know a transaction yet; that is a strike.
    mutating func strikeLate(_ transaction: StoreTransaction) -> Bool {
        let age = now.timeIntervalSince(transaction.purchaseDate)
        let late = faults.first { fault in
            fault.kind == .transactionLate && age < fault.parameters.seconds ?? 0
                && fault.fits(account: transaction.accountID, product: transaction.productID)
        }
        guard let late, let index = faultState.faults.firstIndex(where: { $0.id == late.id }) else { return false }
        var state = faultState
        state.countDown(index)
        emit(.faultStruck, account: transaction.accountID, about: .faults(state, late))
        return true
    }

    private mutating func strikesNow(_ id: String, _ call: AppStoreCall) -> Bool {
        guard let index = faultState.faults.firstIndex(where: { $0.id == id }) else { return false }
        var state = faultState
        if let rate = state.faults[index].parameters.rate {
            let draw = state.faults[index].drawCount ?? 0
            state.faults[index].drawCount = min(draw + 1, StoredRange.counts.upperBound)
            var noise = ReceiptNoise(seed: identifiers.seed, text: "fault \(id) \(draw)")
            guard noise.fraction() < rate else {
                // The next draw is another one, also after a restart.
                emit(.faultSpared, about: .faults(state, state.faults[index]))
                return false
            }
        }
        let fault = state.faults[index]
        state.countDown(index)
        emit(.faultStruck, about: .faults(state, fault))
        return true
    }
}

extension StoreFault {
    /// Whether it strikes a call.
    fileprivate func fits(_ call: AppStoreCall) -> Bool {
        kind.isAboutServers && kind.strikes(verifyReceipt: call.isVerifyReceipt)
            && parameters.call.map(call.isMeant) ?? true
    }
}

extension ReceiptNoise {
    /// A number from 0 up to, not including, 1.
    fileprivate mutating func fraction() -> Double {
        let bits = bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Double(bits >> 11) / Double(UInt64(1) << 53)
    }
}

// MARK: What a fault of the servers may say

extension StoreEngine {
    /// Refuses what means nothing in a fault of the servers.
    func checkServer(_ parameters: StoreFault.Parameters, of kind: StoreFault.Kind) throws(StoreError) {
        if let call = parameters.call { try check(call: call, of: kind) }
        if let body = parameters.body, !StoreFault.AnswerBody.all.contains(body) {
            let known = StoreFault.AnswerBody.all.map(\.rawValue).joined(separator: ", ")
            throw StoreError(.invalidValue, "\(kind): there is no body \"\(body.rawValue)\"; there are \(known)")
        }
    }

    private func check(call: String, of kind: StoreFault.Kind) throws(StoreError) {
        guard let isVerifyReceipt = AppStoreCall.meansVerifyReceipt(call) else {
            let known = AppStoreCall.names.joined(separator: ", ")
            throw StoreError(
                .invalidValue,
                "\(kind): there is no call \"\(call)\"; name a path such as /inApps/v1/transactions/*, or one of \(known)"
            )
        }
        guard kind.strikes(verifyReceipt: isVerifyReceipt) else {
            throw StoreError(.invalidValue, "\(kind) never strikes \(call)")
        }
    }
}
