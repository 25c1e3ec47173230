import LocalAppStore
import Locking

// Messages, and purchases that were begun in the App Store.
extension TransactionCore {
    /// Listens to messages; those that wait come first.
    func listenToMessages(in device: LocalDevice) -> Listener<Message> {
        let listener = messages.listen()
        device.work.enqueue { [self] in tellMessages(in: device) }
        return listener
    }

    /// Whether the app decides when messages are shown.
    var showsMessagesItself: Bool { !messages.isEmpty }

    /// Tells the messages that were not told yet; runs on the work queue.
    func tellMessages(in device: LocalDevice) {
        guard !messages.isEmpty, let (statuses, eventCount) = try? device.statusesAndEventCount() else { return }
        let reasons = Set(statuses.flatMap(Message.reasons))
        let new = state.withLock { state in
            // What is over may be told again when it comes again; what goes on is told once.
            state.messages.formIntersection(reasons)
            let new = reasons.subtracting(state.messages)
            state.messages.formUnion(new)
            if new.contains(.priceIncreaseConsent) { state.consentAskedAt = eventCount }
            return new
        }
        for reason in new.sorted(by: { $0.rawValue < $1.rawValue }) {
            messages.send(Message(reason: reason, origin: DeviceOrigin(device)))
        }
    }

    /// Listens to purchases that are begun in the App Store; those that wait come first, and those that the listener leaves
    /// are for the next one.
    func listenToIntents(in device: LocalDevice) -> Listener<PurchaseIntent> {
        let listener = intents.listen(
            Mailbox.Events(onClose: { [weak device] left in
                for intent in left { device?.keep(PaymentFields(intent)) }
            })
        )
        device.work.enqueue { [self] in takeIntents(in: device) }
        return listener
    }

    /// Takes the purchases that were begun in the App Store, if somebody listens; runs on the work queue.
    func takeIntents(in device: LocalDevice) {
        guard !intents.isEmpty else { return }
        for payment in device.takeBegunPurchases() {
            do {
                // What is not for sale any more is dropped.
                guard let product = try device.catalogueProducts([payment.productIdentifier]).first else { continue }
                let offers = product.subscription?.winBackOffers ?? []
                let offer = payment.winBackOfferID.flatMap { id in offers.first { $0.id == id } }
                let isSent = intents.send(PurchaseIntent(product: product, offer: offer))
                if !isSent { device.keep(payment) }
            } catch {
                device.keep(payment)
            }
        }
    }
}

extension PaymentFields {
    /// What was begun in the App Store, to be asked for again.
    fileprivate init(_ intent: PurchaseIntent) {
        self.init(productIdentifier: intent.id, winBackOfferID: intent.offer?.id)
    }
}

extension Message {
    /// What the App Store has to say about a subscription.
    fileprivate static func reasons(_ status: Product.SubscriptionInfo.Status) -> [Reason] {
        let info = status.renewalInfo.unsafePayloadValue
        var reasons: [Reason] = []
        if info.priceIncreaseStatus == .pending { reasons.append(.priceIncreaseConsent) }
        if info.isInBillingRetry { reasons.append(.billingIssue) }
        if status.state == .expired, !info.eligibleWinBackOfferIDs.isEmpty { reasons.append(.winBackOffer) }
        return reasons
    }
}
