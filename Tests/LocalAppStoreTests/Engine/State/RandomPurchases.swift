import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration

/// Makes up commands from a seed: a busy shop with three customers.
struct RandomPurchases {
    private var state: UInt64
    private let customers = ["flora", "fern", "rose"]
    private let products = [Shop.seeds, Shop.greenhouse, Shop.season, Shop.bouquet, Shop.posy, "unknown"]

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    /// The next command, fit for this state or not.
    mutating func command(for engine: StoreEngine) -> EngineCommand {
        let customer = pick(customers)
        let transaction = pickIfAny(engine.transactions(account: customer))?.transactionID ?? "none"
        let chain = pickIfAny(engine.subscriptions)?.originalTransactionID ?? "none"
        let attempt = pickIfAny(engine.attempts)?.id ?? "none"
        switch number(below: 37) {
        case 0: return .createAccount(id: customer, storefront: pick(["USA", "DEU", "XXX"]))
        case 1...5:
            var request = PurchaseRequest(productID: pick(products), accountID: customer, quantity: number(below: 3))
            request.simulatesAskToBuy = number(below: 4) == 0
            return .purchase(request)
        case 6...9:
            // About a period: fast rates would renew thousands of times in a month.
            let longest = engine.settings.timeRate == .realTime ? 40 * 86_400 : 900
            return .advance(to: engine.now.addingTimeInterval(Double(number(below: longest)) + 0.25))
        case 10: return .finish(transactionID: transaction)
        case 11: return .restore(account: customer, applicationUsername: nil)
        case 12: return .refund(transactionID: transaction, reason: .other)
        case 13: return .reverseRefund(transactionID: transaction)
        case 14: return .setAutoRenew(number(below: 2) == 0, originalTransactionID: chain)
        case 15: return .approve(attempt: attempt)
        case 16: return .setAccountRules(account: customer, AccountRules(renewalChargesFail: number(below: 3) == 0))
        case 17: return .resolveBilling(originalTransactionID: chain)
        case 18: return pick([.forceRenewal(originalTransactionID: chain), .expire(originalTransactionID: chain)])
        case 19: return .extendRenewal(originalTransactionID: chain, days: number(below: 95))
        case 21: return family(customer)
        case 22: return .setFamilySharing(number(below: 2) == 0, originalTransactionID: transaction)
        case 23:
            let offer: PurchaseOffer = pick([
                .unsignedPromotional(identifier: "spring"), .winBack(identifier: "return"),
                .code(referenceName: "For All"),
            ])
            return .purchase(PurchaseRequest(productID: pick(products), accountID: customer, offer: offer))
        case 24:
            let product = pick(products)
            return .createOneTimeCodes(productID: product, referenceName: "For All", count: 1, expires: nil)
        case 25: return .redeemCode(pickIfAny(engine.offerCodes)?.code ?? "NONE", account: customer)
        case 26, 27: return price(of: chain)
        case 28: return .end(originalTransactionID: chain, because: ExpirationIntent(rawValue: number(below: 7)))
        case 29: return .requestRefund(transactionID: transaction, reason: pick(["LEGAL", "OTHER", "BORED"]))
        case 30: return pastPurchase(customer, engine)
        case 31: return .setRenewalProduct(pick(products), originalTransactionID: chain)
        case 32: return .setStorefront(pick(["USA", "DEU", "JPN", "XXX"]), account: customer)
        case 33: return consumption(of: transaction)
        case 34:
            let token = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
            return .setAppAccountToken(token, originalTransactionID: transaction)
        case 35:
            return .extendAll(
                MassExtension(
                    requestIdentifier: pick(["a", "b", "c", ""]),
                    productID: pick(products),
                    extendByDays: number(below: 95),
                    storefrontCountryCodes: pick([nil, ["DEU", "JPN"]])
                )
            )
        case 20: return pick([.delete(transactionID: transaction), .decline(attempt: attempt)])
        default: return settings(of: engine)
        }
    }

    private mutating func consumption(of transaction: String) -> EngineCommand {
        let answer = StoreConsumptionAnswer(
            refundPreference: pick([nil, .decline, .grantFull, .grantProrated]),
            consumptionPercentage: pick([nil, 0, 30_000, 100_000])
        )
        return pick([.reportConsumption(transactionID: transaction, answer), .settleRefund(transactionID: transaction)])
    }

    private mutating func price(of chain: String) -> EngineCommand {
        pick([
            .requestPriceIncrease(originalTransactionID: chain, price: 20, needsConsent: true),
            .requestPriceIncrease(originalTransactionID: chain, price: 21, needsConsent: false),
            .answerPriceIncrease(originalTransactionID: chain, accepts: true),
            .answerPriceIncrease(originalTransactionID: chain, accepts: false),
        ])
    }

    private mutating func pastPurchase(_ customer: String, _ engine: StoreEngine) -> EngineCommand {
        let seconds = Double(number(below: engine.settings.timeRate == .realTime ? 90 * 86_400 : 1_800))
        let past = PastPurchase(date: engine.now.addingTimeInterval(-seconds), renewsUntilNow: number(below: 2) == 0)
        return .purchase(PurchaseRequest(productID: pick(products), accountID: customer, past: past))
    }

    private mutating func family(_ customer: String) -> EngineCommand {
        let name = pick(["bloom", "thorn"])
        return pick([
            .createFamily(id: name, organizer: customer), .joinFamily(id: name, account: customer),
            .joinFamily(id: name, account: customer), .leaveFamily(account: customer),
        ])
    }

    private mutating func settings(of engine: StoreEngine) -> EngineCommand {
        var settings = engine.settings
        settings.billingGracePeriodEnabled = number(below: 2) == 0
        settings.timeRate = pick([.realTime, .monthlyRenewalEveryFiveMinutes, .oneRenewalEveryMinute])
        settings.renewalLimit = pick([nil, 3])
        return .setSettings(settings)
    }

    private mutating func number(below limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(limit))
    }

    private mutating func pickIfAny<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[number(below: elements.count)]
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[number(below: elements.count)]
    }
}
