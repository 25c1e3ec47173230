import AppStoreModels
import Foundation
import Testing

@testable import PurchaseServer

@Suite("Whose a purchase is")
struct OwnershipDecisionTests {
    private typealias Claimant = OwnershipDecision.Claimant
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)

    /// Who has a purchase when it turns up for somebody else.
    enum Other: String, CaseIterable, Sendable {
        case nobody, account, lapsedAccount, anonymous, itself
    }

    @Test(
        "What each policy makes of each other owner",
        arguments: [
            (OwnershipPolicy.transfer, [Other.account, .lapsedAccount, .anonymous], OwnershipDecision.Outcome.moved),
            (.transferIfInactive, [.account], .refused), (.transferIfInactive, [.lapsedAccount, .anonymous], .moved),
            (.share, [.account, .lapsedAccount, .anonymous], .shared),
            (.refuse, [.account, .lapsedAccount], .refused), (.refuse, [.anonymous], .moved),
            (.transfer, [.nobody], .first), (.transferIfInactive, [.nobody], .first), (.share, [.nobody], .first),
            (.refuse, [.nobody], .first), (.transfer, [.itself], .held), (.transferIfInactive, [.itself], .held),
            (.share, [.itself], .held), (.refuse, [.itself], .held),
        ]
    )
    func table(policy: OwnershipPolicy, others: [Other], outcome: OwnershipDecision.Outcome) {
        for other in others {
            let decision = OwnershipDecision(policy: policy, isActive: other != .lapsedAccount)
            let owners: [Claimant] =
                switch other {
                case .nobody: []
                case .itself: [Claimant(customer: "bob", date: Self.start, givesWay: false)]
                default: [Claimant(customer: "alice", date: Self.start, givesWay: other == .anonymous)]
                }
            let claim = Claimant(customer: "bob", date: Self.start + 1, givesWay: false)
            #expect(decision.outcome(of: claim, against: owners) == outcome, "\(other)")
        }
    }

    @Test(
        "A claim that becomes known late counts from its own date",
        arguments: [
            (OwnershipPolicy.transfer, true, OwnershipDecision.Outcome.superseded), (.transfer, false, .superseded),
            (.transferIfInactive, true, .moved), (.transferIfInactive, false, .superseded),
            (.share, true, .shared), (.refuse, true, .moved), (.refuse, false, .moved),
        ]
    )
    func late(policy: OwnershipPolicy, isActive: Bool, outcome: OwnershipDecision.Outcome) {
        let decision = OwnershipDecision(policy: policy, isActive: isActive)
        let later = Claimant(customer: "alice", date: Self.start + 10, givesWay: false)
        let earlier = Claimant(customer: "bob", date: Self.start, givesWay: false)
        #expect(decision.outcome(of: earlier, against: [later]) == outcome)
    }

    @Test(
        "What the developer decided stays, and so does what a mere token would take",
        arguments: OwnershipPolicy.allCases
    )
    func lasting(policy: OwnershipPolicy) {
        let decision = OwnershipDecision(policy: policy, isActive: true)
        var owner = Claimant(customer: "alice", date: Self.start + 10, givesWay: false)
        let stranger = Claimant(customer: "bob", date: Self.start, givesWay: true)
        let expected: OwnershipDecision.Outcome = policy == .share ? .shared : .superseded
        #expect(decision.outcome(of: stranger, against: [owner]) == expected)
        owner.isByHand = true
        let account = Claimant(customer: "bob", date: Self.start, givesWay: false)
        #expect(decision.outcome(of: account, against: [owner]) == expected)
    }

    @Test("A policy of an app goes before the standard, that for what costs nothing before both")
    func rules() {
        var rules = OwnershipRules(standard: .refuse, ofApps: ["a": .share])
        #expect(rules.policy(bundleID: "a", environment: .production) == .share)
        #expect(rules.policy(bundleID: "b", environment: .production) == .refuse)
        #expect(rules.policy(bundleID: nil, environment: .sandbox) == .refuse)
        rules.outsideProduction = .transfer
        #expect(rules.policy(bundleID: "a", environment: .sandbox) == .transfer)
        #expect(rules.policy(bundleID: "a", environment: .production) == .share)
        #expect(OwnershipRules().policy(bundleID: "a", environment: .production) == .transfer)
    }
}
