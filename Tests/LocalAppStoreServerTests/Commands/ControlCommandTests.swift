import AppStoreModels
import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Commands of the control interface")
struct ControlCommandTests {
    /// What a command is read as, of what it was written as.
    private func read<Command: ControlCommand>(_ command: Command) throws -> Command? {
        try Command(name: command.form.name, body: command.form.body ?? [:])
    }

    static let subscriptionCommands: [SubscriptionCommand] = [
        .renew, .expire, .end(because: .billingError), .resolveBilling, .autoRenew(false),
        .changeProduct(to: SampleShop.posy), .extend(days: 30), .priceIncrease(15.99),
        .priceIncrease(20, needsConsent: false), .priceConsent(accepts: true),
    ]

    @Test("What is written of a subscription's command is read as it", arguments: subscriptionCommands)
    func subscription(command: SubscriptionCommand) throws {
        #expect(try read(command) == command)
    }

    static let transactionCommands: [TransactionCommand] = [
        .refund(), .refund(.issueInApp), .requestRefund(), .requestRefund(reason: "LEGAL"), .declineRefund,
        .reverseRefund, .finish, .refund(.issueInApp, milliPercentage: 12_345), .settleRefund,
        .requestRefund(reason: "LEGAL", decision: .preference),
    ]

    @Test("What is written of a transaction's command is read as it", arguments: transactionCommands)
    func transaction(command: TransactionCommand) throws {
        #expect(try read(command) == command)
    }

    @Test(
        "What is written of an attempt's command is read as it",
        arguments: [AttemptCommand.approve, .decline, .resolve]
    )
    func attempt(command: AttemptCommand) throws {
        #expect(try read(command) == command)
    }

    @Test("There is no command of another name")
    func unknown() throws {
        #expect(try SubscriptionCommand(name: "prolong", body: [:]) == nil)
        #expect(try TransactionCommand(name: "approve", body: [:]) == nil)
        #expect(try AttemptCommand(name: "finish", body: [:]) == nil)
    }

    @Test("A member that means nothing is refused, also where nothing needs to be said")
    func foreignMember() {
        #expect(throws: RequestError.self) { try SubscriptionCommand(name: "renew", body: ["days": 1]) }
        #expect(throws: RequestError.self) { try SubscriptionCommand(name: "extend", body: ["days": 1]) }
        #expect(throws: RequestError.self) { try TransactionCommand(name: "finish", body: ["hat": true]) }
        #expect(throws: RequestError.self) { try AttemptCommand(name: "approve", body: ["hat": true]) }
    }

    @Test("What goes with a purchase is read as it was written")
    func purchase() throws {
        let signature = PromotionalOfferSignature(keyID: "K", nonce: UUID(), timestamp: 5, signature: Data([1, 2, 3]))
        let offers: [PurchaseOffer?] = [
            nil, .code(referenceName: "For All"), .winBack(identifier: "return"),
            .unsignedPromotional(identifier: "spring"),
            .promotionalJWS(identifier: "spring", compactJWS: "a.b.c"),
            .promotional(identifier: "spring", signature: signature),
        ]
        for offer in offers {
            let request = PurchaseRequest(
                productID: SampleShop.posy,
                accountID: "flora",
                quantity: 2,
                appAccountToken: UUID(),
                applicationUsername: "f",
                simulatesAskToBuy: true,
                offer: offer,
                past: PastPurchase(date: Date(timeIntervalSince1970: 1_767_268_800), renewsUntilNow: false)
            )
            #expect(try PurchaseRequest(request.body) == request)
        }
    }

    @Test("Steps of the clock, changes of a customer, codes and faults are read as they were written")
    func values() throws {
        let date = Date(timeIntervalSince1970: 1_767_268_800)
        for step: ClockStep in [.seconds(90), .date(date), .day, .week, .month, .year, .renewal] {
            #expect(try ClockStep(step.body) == step)
        }
        for change in [AccountChange(), AccountChange(storefront: "DEU", requiresApproval: false)] {
            #expect(try AccountChange(change.body) == change)
        }
        for kind: OfferCodeOrder.Kind in [.oneTime(count: 3), .word("SPRING"), .word("SPRING", limit: 2)] {
            let order = OfferCodeOrder(productID: SampleShop.posy, referenceName: "For All", kind, expires: date)
            #expect(try OfferCodeOrder(order.body) == order)
        }
        let fault = StoreFault(
            .finishLate,
            times: 2,
            accountID: "flora",
            productID: SampleShop.posy,
            parameters: StoreFault.Parameters(
                seconds: 1.5,
                failure: .cancelled,
                storefront: "DEU",
                otherAccountID: "fern",
                environment: .sandbox
            )
        )
        #expect(try StoreFault(body: fault.body).body == fault.body)
        #expect(FaultRecord(json: fault.body).parameters == fault.parameters)
    }
}
