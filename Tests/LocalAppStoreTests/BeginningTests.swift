import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation
import LocalAppStore
import TestSupport
import Testing

/// The first lines that a user of the store writes.
@Suite("Beginning with a store")
struct BeginningTests {
    private static let catalogue = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Examples/Catalogues/FlowerShop.storekit")
    private let greenhouse = "com.example.flowershop.greenhouse"
    private let posy = "com.example.flowershop.club.posy"

    @Test("A path or a URL is enough; the clock stands at noon of 1 January 2026")
    func catalogue() throws {
        let store = try LocalAppStore(catalogue: Self.catalogue.path)
        #expect(store.now == LocalAppStore.usualStart)
        #expect(store.environment == .sandbox)
        #expect(store.app.bundleID == (Bundle.main.bundleIdentifier ?? "com.example.app"))
        let other = try LocalAppStore(catalogue: Self.catalogue)
        #expect(store.authority.pem == other.authority.pem, "keys are made once a process")
    }

    @Test("Keys can be given; nobody who trusts those of the process believes what they sign")
    func keys() throws {
        let start = LocalAppStore.usualStart
        let authority = try CertificateAuthority.make(
            name: "Given",
            validFrom: start.addingTimeInterval(-86_400),
            validUntil: start.addingTimeInterval(365 * 86_400)
        )
        for store in [
            try LocalAppStore(catalogue: Self.catalogue, authority: authority),
            try LocalAppStore(catalogue: Self.catalogue.path, authority: authority),
        ] {
            #expect(store.authority.pem == authority.pem)
            try store.createAccount(id: "ada")
            let signed = try store.signedTransaction(
                try store.buy(productID: greenhouse, account: "ada").transactionID
            )
            _ = try JWSVerifier(policy: store.trustPolicy).verify(signed)
            let usual = try LocalAppStore(catalogue: Self.catalogue).trustPolicy
            #expect(throws: TrustError.self) { try JWSVerifier(policy: usual).verify(signed) }
        }
    }

    @Test("A file that is not there is an error that names it")
    func missing() {
        #expect(throws: (any Error).self) { try LocalAppStore(catalogue: "/no/such/Shop.storekit") }
    }

    @Test(
        "What the store signs is trusted by whoever was given its policy, and by nobody else",
        arguments: [AppStoreEnvironment.sandbox, .production, .xcode]
    )
    func trust(environment: AppStoreEnvironment) throws {
        let store = try LocalAppStore(catalogue: Self.catalogue, environment: environment)
        try store.createAccount(id: "ada")
        let transaction = try store.buy(productID: greenhouse, account: "ada")
        let phone = try DeviceIdentifier("3B76A7BD-8F5B-4E0E-9B6E-0E7C3C1B2A11")
        let receipt = try store.receipt(account: "ada", device: phone)
        let trusting = AppReceiptValidator(
            policy: store.trustPolicy,
            bundleID: store.app.bundleID,
            environments: [.production, .sandbox, .xcode]
        )
        #expect(trusting.validate(receipt).validReceipt?.inAppPurchases.map(\.productID) == [greenhouse])
        #expect(AppReceiptValidator(bundleID: store.app.bundleID).validate(receipt).validReceipt == nil)
        #expect(transaction.productID == greenhouse)
        let signed = try store.signedTransaction(transaction.transactionID)
        let verified = try JWSVerifier(policy: store.trustPolicy).verify(signed)
        #expect(try TransactionPayload(jsonData: verified.payload).environment == environment)
        #expect(throws: TrustError.self) { try JWSVerifier(policy: .appStore).verify(signed) }
    }

    @Test("Months are the calendar's, days have 24 hours")
    func time() throws {
        let store = try LocalAppStore(catalogue: Self.catalogue, start: Date(timeIntervalSince1970: 1_769_860_800))
        try store.advance(months: 1)
        #expect(store.now == Date(timeIntervalSince1970: 1_772_280_000), "31 January and a month is 28 February")
        try store.advance(days: 2)
        #expect(store.now == Date(timeIntervalSince1970: 1_772_280_000 + 2 * 86_400))
        #expect(throws: StoreError.self) { try store.advance(months: -1) }
        #expect(throws: StoreError.self) { try store.advance(months: .max) }
        #expect(throws: StoreError.self) { try store.advance(days: -1) }
    }

    @Test("Events come as a stream, from when it was asked for")
    func events() async throws {
        let store = try LocalAppStore(catalogue: Self.catalogue)
        try store.createAccount(id: "ada")
        let events = store.events
        try store.buy(productID: posy, account: "ada")
        try store.advance(months: 1)
        var heard: [StoreEvent] = []
        for await event in events {
            heard.append(event)
            if event.sequence == store.eventCount { break }
        }
        #expect(heard.map(\.sequence) == Array(2...store.eventCount))
    }
}
