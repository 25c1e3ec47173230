/// Whether the customer may pass: for who has bought, for who has not, and for who is not known yet.
///
/// A gate that is not sure shows neither the paywall nor what is behind it: people who have paid never see a paywall for a
/// moment.
@MainActor
public final class EntitlementGateModel: PurchaseViewModel {
    /// How the gate is.
    public enum State: Sendable, Hashable {
        /// It is not known yet what the customer owns.
        case notKnownYet
        /// The customer owns what opens it.
        case open
        /// The customer owns nothing that opens it.
        case closed
    }

    /// How the gate is.
    public private(set) var state: State
    private let productIDs: Set<String>
    private let client: StoreClient
    private let owned: any OwnershipSource

    /// A gate that any of some products opens.
    public init(_ productIDs: Set<String>, client: StoreClient, owned: any OwnershipSource) {
        (self.productIDs, self.client, self.owned) = (productIDs, client, owned)
        state = Self.state(productIDs, owned)
        super.init()
    }

    /// Looks again, as an app does that comes back from the background.
    public func look() {
        let new = Self.state(productIDs, owned)
        if new != state { change { state = new } }
    }

    /// Asks what the customer owns, then looks again whenever that has changed, until the task is cancelled.
    public func run() async {
        // Also of what was told before it was found: a refund is told by the store first.
        let looks = client.ownershipFeed.stream()
        await owned.askAgain()
        look()
        for await _ in looks { look() }
    }

    private static func state(_ productIDs: Set<String>, _ owned: any OwnershipSource) -> State {
        let answers = productIDs.map { owned.isOwned($0) }
        if answers.contains(true) { return .open }
        return answers.contains(nil) ? .notKnownYet : .closed
    }
}
