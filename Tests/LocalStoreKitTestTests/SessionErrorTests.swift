import Foundation
import LocalStoreKit
import LocalStoreKitTest
import TestSupport
import Testing

@Suite struct SessionErrorTests {
    let bench: TestBench

    init() throws { bench = try TestBench() }

    typealias Action = @Sendable (SKTestSession, Int) throws -> Void

    static let byIdentifier: [(String, Action)] = [
        ("delete", { try $0.deleteTransaction(identifier: $1) }),
        ("refund", { try $0.refundTransaction(identifier: $1) }),
        ("resolve", { try $0.resolveIssueForTransaction(identifier: $1) }),
        ("approve", { try $0.approveAskToBuyTransaction(identifier: $1) }),
        ("decline", { try $0.declineAskToBuyTransaction(identifier: $1) }),
        ("disable", { try $0.disableAutoRenewForTransaction(identifier: $1) }),
        ("enable", { try $0.enableAutoRenewForTransaction(identifier: $1) }),
        ("request", { try $0.requestPriceIncreaseConsentForTransaction(identifier: $1) }),
        ("consent", { try $0.consentToPriceIncreaseForTransaction(identifier: $1) }),
        ("decline price", { try $0.declinePriceIncreaseForTransaction(identifier: $1) }),
    ]

    private func code(_ action: Action, _ identifier: Int) -> SKTestError.Code? {
        do {
            try action(bench.session, identifier)
            return nil
        } catch {
            return (error as? SKTestError)?.code
        }
    }

    @Test(arguments: byIdentifier.indices)
    func `An unknown transaction is not found`(index: Int) {
        for identifier in [0, -1, .max] {
            #expect(code(Self.byIdentifier[index].1, identifier) == .noTransactionFound, "\(identifier)")
        }
    }

    @Test(arguments: [
        (1, SKTestError.Code.invalidAction), (2, .noSubscriptionFound), (3, .invalidAction), (4, .invalidAction),
        (5, .noSubscriptionFound), (7, .noSubscriptionFound),
    ])
    func `What does not fit a refunded consumable is refused`(index: Int, expected: SKTestError.Code) throws {
        bench.buy(SampleShop.seeds)
        let identifier = try #require(bench.only?.identifier)
        try bench.session.refundTransaction(identifier: identifier)
        #expect(code(Self.byIdentifier[index].1, identifier) == expected)
        #expect(bench.session.allTransactions().count == 1)
    }

    @Test func `A purchase that waits cannot be refunded, and cannot be approved twice`() throws {
        bench.session.askToBuyEnabled = true
        bench.buy(SampleShop.seeds)
        let identifier = try #require(bench.only?.identifier)
        #expect(code({ try $0.refundTransaction(identifier: $1) }, identifier) == .invalidAction)
        #expect(code({ try $0.resolveIssueForTransaction(identifier: $1) }, identifier) == .invalidAction)
        try bench.session.declineAskToBuyTransaction(identifier: identifier)
        #expect(code({ try $0.approveAskToBuyTransaction(identifier: $1) }, identifier) == .invalidAction)
        try bench.session.deleteTransaction(identifier: identifier)
        #expect(code({ try $0.deleteTransaction(identifier: $1) }, identifier) == .noTransactionFound)
    }

    @Test(arguments: [
        ("no.such.product", SKTestError.Code.invalidProductIdentifier), (SampleShop.seeds, .invalidProductType),
        (SampleShop.season, .invalidProductType), (SampleShop.posy, .noSubscriptionFound),
    ])
    func `Only a running subscription can be renewed or expired`(product: String, expected: SKTestError.Code) {
        #expect(code({ session, _ in try session.expireSubscription(productIdentifier: product) }, 0) == expected)
        #expect(
            code({ session, _ in try session.forceRenewalOfSubscription(productIdentifier: product) }, 0) == expected
        )
    }

    @Test func `A product that the configuration does not have cannot be bought`() {
        let action: Action = { session, _ in try session.buyProduct(productIdentifier: "no.such.product") }
        #expect(code(action, 0) == .invalidProductIdentifier)
        #expect(code({ session, _ in try session.advance(by: -1) }, 0) == .invalidAction)
    }

    @Test func `Errors can be caught by code, and have Apple's domain and numbers`() {
        let error = SKTestError(.noTransactionFound)
        #expect((error as NSError).domain == "SKTestErrorDomain")
        #expect((error as NSError).code == 6)
        #expect(SKTestError.Code.invalidAction.rawValue == 7)
        #expect(SKTestError.noTransactionFound ~= error)
        #expect(error == SKTestError(.noTransactionFound))
        #expect(error != SKTestError(.noTransactionFound, userInfo: ["reason": "other"]))
    }
}
