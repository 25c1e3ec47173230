/// Questions that go to the same servers. Where those are silent, questions of other lanes have their answers.
///
/// An upload of the sandbox is the exception: as Apple asks for, production is asked about it first.
struct PollLane: Sendable, Hashable, CaseIterable {
    /// How is asked.
    enum Kind: Sendable, CaseIterable {
        /// By `verifyReceipt`: about uploads and stored receipts.
        case receipts
        /// By the App Store Server API.
        case subscriptions
    }

    let kind: Kind
    let store: AskedAppStore

    init(_ kind: Kind, _ store: AskedAppStore) { (self.kind, self.store) = (kind, store) }

    static var allCases: [Self] {
        Kind.allCases.flatMap { kind in AskedAppStore.allCases.map { Self(kind, $0) } }
    }
}
