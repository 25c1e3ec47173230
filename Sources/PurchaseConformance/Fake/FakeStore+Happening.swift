extension FakeStore {
    func happen(_ event: StoreHappening) async {
        switch event {
        case .cancelling(let isOn): isCancelling = isOn
        case .refusingToSignIn: signsIn = false
        case .waitingForApproval(let isOn): waitsForApproval = isOn
        case .refusal: waiting = []
        case .errorAfterCharge(let asCancelled): errorAfterCharge = asCancelled
        case .failing(let reason): failure = reason
        case .duplicate: comesTwice = true
        case .badSignatures(let isOn): signaturesHold = !isOn
        case .interrupting(let isOn): isInterrupting = isOn
        case .failingProducts(let isOn): productsFail = isOn
        case .storefrontDuringPurchase(let code): storefrontOfTheNextPurchase = code
        case .refundSheet(let asks): asksForRefund = asks
        case .withdrawn(let productID): withdrawn.insert(productID)
        case .receiptMissing(let isOn): receiptIsMissing = isOn
        case .receiptsRefused(let isOn): receiptsAreRefused = isOn
        case .server(let mood):
            server.mood = mood
            await app?.wake()
        // The device remembers what the customer owns.
        case .offline: break
        case .storefront(let code): await move(to: code)
        case .renewing(let isOn): changeSubscriptions { $0.next = isOn ? $0.plan : nil }
        case .expiry: changeSubscriptions { $0.state = .expired }
        case .billingProblem(let withGrace): changeSubscriptions { $0.state = withGrace ? .grace : .retry }
        case .leavingFamily: await loseShared()
        case .sharingEnded(let productID): await relative?.loseShared(productID)
        case .refund(let productID): await refund { $0.productID == productID }
        case .refundOfTheFirstPeriod:
            let first = entries.first { plans[$0.purchase.productID] != nil }?.purchase.transactionID
            await refund { $0.transactionID == first }
        case .refundReversed(let productID):
            for index in entries.indices where entries[index].purchase.productID == productID {
                entries[index].isRevoked = false
            }
        case .sharedByFamily(let productID): share(productID)
        case .promotion(let productID):
            promoted.append(productID)
            await app?.takePromoted()
        default: await deliver(event)
        }
    }

    /// What brings purchases to the app.
    private func deliver(_ event: StoreHappening) async {
        switch event {
        case .approval, .interruptionSolved:
            isInterrupting = false
            for order in waiting { complete(order) }
            waiting = []
        case .purchaseElsewhere(let productID): complete(Order(productID: productID))
        case .code(let productID): complete(Order(productID: productID, offer: OfferUsed(.code, id: "code")))
        case .renewal, .billingSolved: renew()
        default: return
        }
        await app?.wake()
    }

    private func refund(_ isMeant: (DeliveredPurchase) -> Bool) async {
        var products: Set<String> = []
        for index in entries.indices where isMeant(entries[index].purchase) {
            entries[index].isRevoked = true
            products.insert(entries[index].purchase.productID)
        }
        await tellLost(products)
    }

    /// What another purchase gives is owned still.
    private func tellLost(_ products: Set<String>) async {
        for product in products.subtracting(owned).sorted() { await app?.lose(product) }
    }

    private func share(_ productID: String) {
        guard let plan = plans[productID] else { return }
        let purchase = make(Order(productID: productID))
        shared[plan.group] = FakeSubscription(
            plan: plan,
            next: plan,
            original: purchase.transactionID,
            transaction: purchase.transactionID,
            isShared: true
        )
    }

    /// Somebody joins the customer's family, and has what the customer has.
    func add(relative other: FakeStore) async {
        relative = other
        for own in subscriptions.values where own.isEntitled { await other.share(own.plan.productID) }
    }

    /// The others share a product no more; nil for all that they share.
    private func loseShared(_ productID: String? = nil) async {
        let lost = shared.filter { productID == nil || $0.value.plan.productID == productID }
        for group in lost.keys { shared[group] = nil }
        await tellLost(Set(lost.values.map(\.plan.productID)))
    }

    /// The customer's answer on the sheet for refunds.
    func askForRefund(_ purchase: DeliveredPurchase) async -> RefundSheetAnswer {
        guard asksForRefund else { return .cancelled }
        await refund { $0.transactionID == purchase.transactionID }
        return .asked
    }
}
