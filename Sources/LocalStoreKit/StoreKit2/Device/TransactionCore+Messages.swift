import LocalAppStore
import Locking

// Messages, and purchases that were begun in the App Store.
extension TransactionCore {
    /// Listens to messages; those that wait come first, and those that the listener leaves are for the next one.
    func listenToMessages(in device: LocalDevice) -> Listener<Message> {
        let listener = messages.listen(
            Mailbox.Events(
                onTake: { [weak self] message in self?.took(message) },
                onClose: { [weak self, weak device] left in
                    guard let device else { return }
                    self?.takeBack(left, in: device)
                }
            )
        )
        device.work.enqueue { [self] in tellMessages(in: device) }
        return listener
    }

    /// Whether the app decides when messages are shown.
    var showsMessagesItself: Bool { !messages.isEmpty }

    /// Tells the messages that were not told yet; runs on the work queue.
    func tellMessages(in device: LocalDevice) {
        guard !messages.isEmpty, let (statuses, eventCount) = try? device.statusesAndEventCount() else { return }
        let origin = DeviceOrigin(device)
        let current = Set(statuses.flatMap { Message.due($0, origin) })
        let new = state.withLock { state in
            // What is over may be told again when it comes again; what goes on is told once.
            state.messages = state.messages.filter { current.contains($0.key) }
            let new = current.filter { state.messages[$0] == nil }
            for message in new { state.messages[message] = ToldMessage(eventCount: eventCount) }
            return new
        }
        let ordered = new.sorted { ($0.reason.rawValue, $0.subscription) < ($1.reason.rawValue, $1.subscription) }
        for message in ordered where !messages.send(message) { takeBack([message], in: device) }
    }

    /// A price of a subscription goes up: the message of it comes again, unless it still waits for somebody, or who looked
    /// after that has told of it.
    func renewMessage(of subscription: String, at sequence: Int) {
        let message = Message(reason: .priceIncreaseConsent, subscription: subscription, origin: .none)
        state.withLock { state in
            guard let told = state.messages[message], told.isTaken, sequence > told.eventCount ?? 0 else { return }
            state.messages[message] = nil
        }
    }

    private func took(_ message: Message) {
        state.withLock { state in
            guard state.messages[message] != nil else { return }
            state.messages[message]?.isTaken = true
        }
    }

    /// What was told and reached nobody is told to who listens then, if it still holds.
    private func takeBack(_ left: [Message], in device: LocalDevice) {
        guard !left.isEmpty else { return }
        let held = Set(messages.waiting)
        state.withLock { state in
            for message in left where !held.contains(message) && state.messages[message]?.isTaken == false {
                state.messages[message] = nil
            }
        }
        if !messages.isEmpty { device.work.enqueue { [self] in tellMessages(in: device) } }
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

/// That a message was told.
struct ToldMessage: Sendable {
    /// How many events there were then, where the store said so.
    let eventCount: Int?
    /// Whether somebody has taken it since.
    var isTaken = false
}

extension Message {
    /// What the App Store has to say about a subscription.
    fileprivate static func due(_ status: Product.SubscriptionInfo.Status, _ origin: DeviceOrigin) -> [Message] {
        let info = status.renewalInfo.unsafePayloadValue
        var reasons: [Reason] = []
        if info.priceIncreaseStatus == .pending { reasons.append(.priceIncreaseConsent) }
        if info.isInBillingRetry { reasons.append(.billingIssue) }
        if status.state == .expired, !info.eligibleWinBackOfferIDs.isEmpty { reasons.append(.winBackOffer) }
        return reasons.map { reason in
            Message(reason: reason, subscription: String(info.originalTransactionID), origin: origin)
        }
    }
}
