import Foundation
import Testing

@testable import LocalAppStore

@Suite("Links that begin a purchase")
struct PurchaseIntentTests {
    @Test("The documented link begins a purchase")
    func link() throws {
        var engine = try Shop.engine()
        let url = "itms-services://?action=purchaseIntent&bundleId=\(Shop.app.bundleID)&productIdentifier=\(Shop.seeds)"
        try engine.openPurchaseIntent(url: url, account: Shop.flora)
        #expect(engine.takeEvents().last?.promotedProductID == Shop.seeds)
    }

    @Test(
        "Any other link is refused",
        arguments: [
            "", "itms-services://",
            "https://?action=purchaseIntent&bundleId=com.example.flowershop&productIdentifier=x",
            "itms-services://host?action=purchaseIntent&bundleId=com.example.flowershop&productIdentifier=x",
            "itms-services://?action=download&bundleId=com.example.flowershop&productIdentifier=x",
            "itms-services://?action=purchaseIntent&bundleId=com.example.other&productIdentifier=x",
            "itms-services://?action=purchaseIntent&bundleId=com.example.flowershop",
            "itms-services://?action=purchaseIntent&bundleId=com.example.flowershop&productIdentifier=",
            "itms-services://?action=purchaseIntent&bundleId=com.example.flowershop&productIdentifier=x&more=1",
            "itms-services://?action=purchaseIntent&bundleId=a&bundleId=com.example.flowershop&productIdentifier=x",
            "itms-services:?action=purchaseIntent&bundleId=com.example.flowershop&productIdentifier=x",
            "itms-services:///?action=purchaseIntent&bundleId=com.example.flowershop&productIdentifier=x",
            "itms-services://u:p@?action=purchaseIntent&bundleId=com.example.flowershop&productIdentifier=x",
            "itms-services://:80?action=purchaseIntent&bundleId=com.example.flowershop&productIdentifier=x",
            "itms-services://?action=purchaseIntent&bundleId=com.example.flowershop&productIdentifier=x#y",
            "itms-services://?action=purchaseintent&bundleId=com.example.flowershop&productIdentifier=x",
            "itms-services://?Action=purchaseIntent&bundleId=com.example.flowershop&productIdentifier=x",
            "itms-services://?action=purchaseIntent;bundleId=com.example.flowershop;productIdentifier=x",
            "itms-services://?action=purchaseIntent&bundleId=com.example.flowershop%00&productIdentifier=x",
            "itms-services://?action=purchaseIntent&bundleId=com.example.flowershop%20&productIdentifier=x",
            "itms-services://?action=purchaseIntent&&bundleId=com.example.flowershop&productIdentifier=x",
            " itms-services://?action=purchaseIntent&bundleId=com.example.flowershop&productIdentifier=x",
            "javascript:alert(1)//itms-services://?action=purchaseIntent",
            "itms-services://?" + String(repeating: "a=1&", count: 1_000),
        ]
    )
    func otherLinks(_ url: String) throws {
        var engine = try Shop.engine()
        #expect(throws: StoreError(.invalidLink, "")) {
            try engine.openPurchaseIntent(url: url, account: Shop.flora)
        }
        #expect(engine.takeEvents().isEmpty)
    }

    @Test(
        "A product that is not for sale is unknown, whatever its name holds",
        arguments: ["x", "..%2F..%2Fsecret", "%00", "%F0%9F%8C%B7", "a+b", "%22%3E%3Cscript%3E"]
    )
    func unknownProducts(_ product: String) throws {
        var engine = try Shop.engine()
        let url = "itms-services://?action=purchaseIntent&bundleId=\(Shop.app.bundleID)&productIdentifier=\(product)"
        #expect(throws: StoreError(.unknownProduct, "")) {
            try engine.openPurchaseIntent(url: url, account: Shop.flora)
        }
        #expect(engine.takeEvents().isEmpty)
    }

    @Test("The scheme may be in capital letters, the parameters in any order, and escaped")
    func spellings() throws {
        var engine = try Shop.engine()
        let product = Shop.seeds.replacingOccurrences(of: ".", with: "%2E")
        let url = "ITMS-Services://?productIdentifier=\(product)&bundleId=\(Shop.app.bundleID)&action=purchaseIntent"
        try engine.openPurchaseIntent(url: url, account: Shop.flora)
        #expect(engine.takeEvents().last?.promotedProductID == Shop.seeds)
    }

    @Test("What was begun is kept until a device takes it: in order, each product once, also over a snapshot")
    func kept() throws {
        var engine = try Shop.engine()
        for product in [Shop.seeds, Shop.posy, Shop.seeds] {
            try engine.promotePurchase(productID: product, account: Shop.flora)
        }
        #expect(try engine.account(Shop.flora).purchaseIntents == [Shop.seeds, Shop.posy])
        engine = try StoreEngine(snapshot: engine.snapshot(), configuration: try Shop.configuration())
        #expect(try engine.account(Shop.flora).purchaseIntents == [Shop.seeds, Shop.posy])
        let begun = try engine.takePurchaseIntents(account: Shop.flora)
        #expect(begun == [BegunPurchase(productID: Shop.seeds), BegunPurchase(productID: Shop.posy)])
        #expect(engine.takeEvents().map(\.name) == [.purchaseIntentsTaken])
        #expect(try engine.takePurchaseIntents(account: Shop.flora).isEmpty)
        #expect(engine.takeEvents().isEmpty, "nothing happened")
    }

    @Test("The win-back offer that was seen is kept with it, also over a snapshot")
    func keptOffer() throws {
        var engine = try OfferShop.engine()
        try engine.promotePurchase(productID: Shop.bouquet, account: Shop.flora, winBackOfferID: "return")
        try engine.promotePurchase(productID: Shop.seeds, account: Shop.flora)
        let copy = try StoreEngine(snapshot: engine.snapshot(), configuration: try OfferShop.configuration())
        #expect(copy == engine)
        #expect(try copy.account(Shop.flora).purchaseIntentOffers == [Shop.bouquet: "return"])
        let begun = try engine.takePurchaseIntents(account: Shop.flora)
        let offered = BegunPurchase(productID: Shop.bouquet, winBackOfferID: "return")
        #expect(begun == [offered, BegunPurchase(productID: Shop.seeds)])
    }
}
