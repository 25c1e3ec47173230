import LocalAppStore

/// Something that the App Store wants to tell the customer inside the app.
///
/// An app that listens to ``messages`` decides when it is shown; without one the App Store shows it by itself.
public struct Message: Equatable, Hashable, Sendable {
    /// What it is about.
    public let reason: Message.Reason
    /// Which subscription it is about: its first transaction.
    let subscription: String
    let origin: DeviceOrigin

    /// What a message is about.
    public struct Reason: RawRepresentable, Equatable, Hashable, Sendable {
        /// A number. Apple does not say which numbers it has.
        public let rawValue: Int

        /// A reason; also one that is not known here.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Anything.
        public static let generic = Reason(rawValue: 0)
        /// A subscription costs more from the next period on, and the customer must agree.
        public static let priceIncreaseConsent = Reason(rawValue: 1)
        /// A renewal could not be charged.
        public static let billingIssue = Reason(rawValue: 2)
        /// The customer may have an offer for former subscribers.
        public static let winBackOffer = Reason(rawValue: 3)

        /// The reason in words.
        public var localizedDescription: String {
            switch self {
            case .generic: "A message"
            case .priceIncreaseConsent: "A price increase"
            case .billingIssue: "A billing issue"
            case .winBackOffer: "A win-back offer"
            default: "\(rawValue)"
            }
        }
    }

    /// Shows the message to the customer.
    ///
    /// On Apple platforms it takes a window scene, which does not exist here. The question about a higher price is
    /// ``LocalDeviceSettings/priceConsentSheet``, about the subscription of this message; the others are only read.
    @MainActor
    public func display() throws {
        guard reason == .priceIncreaseConsent else { return }
        origin.responsible.core.showPriceConsent(of: subscription)
    }

    /// What the App Store has to say, each message once in a launch, without end.
    ///
    /// Each subscription has messages of its own. One that nobody has taken when a listener ends is for the next one.
    public static var messages: Message.Messages { Messages(device: LocalDevice.current) }

    /// Messages as an asynchronous sequence.
    public struct Messages: AsyncSequence, Sendable {
        /// A message.
        public typealias Element = Message
        /// It cannot fail.
        public typealias Failure = Never

        let device: LocalDevice?

        /// Gives one message after another.
        public struct AsyncIterator: AsyncIteratorProtocol {
            /// A message.
            public typealias Element = Message
            /// It cannot fail.
            public typealias Failure = Never

            let listener: Listener<Message>

            /// The next message; nil when the task was cancelled.
            @concurrent public mutating func next() async -> Message? { await listener.next() }
        }

        /// Hears of messages from now on; those that wait come first.
        public func makeAsyncIterator() -> Message.Messages.AsyncIterator {
            let device = device ?? LocalDevice.inUse
            return AsyncIterator(listener: device.transactions.listenToMessages(in: device))
        }
    }
}
