import AppReceipt
import AppStoreModels
import Entitlements
import Foundation
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("What each App Store is asked about, in every storage")
struct AskedAppStoreTests {
    private static let due = Purchases.start + 60

    @Test("An environment belongs to one of both, and all but production to the sandbox")
    func environments() {
        #expect(AskedAppStore(.production) == .production)
        #expect(AskedAppStore(.sandbox) == .sandbox)
        #expect(AskedAppStore(AppStoreEnvironment(rawValue: "Xcode")) == .sandbox)
        for store in AskedAppStore.allCases { #expect(AskedAppStore(store.environment) == store) }
    }

    @Test("What a receipt says is of production or of the sandbox; what says nothing, of production")
    func receipts() throws {
        let environments: [(ReceiptEnvironment, AskedAppStore)] = [
            (.sandbox, .sandbox), (.production, .production), (.volumePurchase, .production), (.xcode, .sandbox),
            (ReceiptEnvironment(rawValue: "Other"), .production),
        ]
        for (environment, store) in environments {
            let receipt = try SampleReceipt.signed { $0.environment = environment }
            #expect(AskedAppStore(statedIn: receipt) == store)
        }
        #expect(AskedAppStore(statedIn: Data("{".utf8)) == .production)
        #expect(AskedAppStore(statedIn: Data("waits".utf8)) == .production)
    }

    @Test("Many that the sandbox is asked about hide none of production", arguments: StorageKind.allCases)
    func lanes(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            let database = try #require(storage as? PurchaseDatabase)
            for number in 1...3 {
                let fact = Purchases.fact("s\(number)") { $0.environment = .sandbox }
                _ = try await database.save(Purchases.notification("s\(number)", [fact], at: Purchases.start)) { _ in
                    Self.due - 10
                }
            }
            _ = try await database.save(Purchases.notification("p", [Purchases.fact("p")], at: Purchases.start)) { _ in
                Self.due
            }
            let ofProduction = try await database.takeSubscriptions(dueAt: Self.due, limit: 2, askedOf: .production)
            #expect(ofProduction.map(\.originalTransactionID) == ["p"])
            let ofSandbox = try await database.takeSubscriptions(dueAt: Self.due, limit: 9, askedOf: .sandbox)
            #expect(ofSandbox.map(\.originalTransactionID).sorted() == ["s1", "s2", "s3"])
        }
    }

    @Test("Neither do uploads, of which the storage keeps what they say", arguments: StorageKind.allCases)
    func uploads(kind: StorageKind) async throws {
        try await kind.test { storage, reopen in
            let database = try #require(storage as? PurchaseDatabase)
            for (number, store) in [AskedAppStore.sandbox, .sandbox, .production].enumerated() {
                let upload = ReceiptUpload(
                    customer: "alice",
                    receipt: Data("upload \(number)".utf8),
                    receivedAt: Purchases.start,
                    store: store
                )
                _ = try await database.save(upload, retryAt: Self.due + Double(number))
            }
            let later = Self.due + 9
            let ofProduction = try await reopen().takePendingUploads(dueAt: later, limit: 1, askedOf: .production)
            #expect(ofProduction.map(\.upload.receipt) == [Data("upload 2".utf8)])
            #expect(ofProduction.map(\.upload.store) == [.production])
            let ofSandbox = try await database.takePendingUploads(dueAt: later, limit: 9, askedOf: .sandbox)
            #expect(ofSandbox.map(\.upload.receipt) == [Data("upload 0".utf8), Data("upload 1".utf8)])
            #expect(ofSandbox.allSatisfy { $0.upload.store == .sandbox })
        }
    }

    @Test("Neither do their receipts", arguments: StorageKind.allCases)
    func storedReceipts(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            let database = try #require(storage as? PurchaseDatabase)
            for (number, environment) in [AppStoreEnvironment.sandbox, .sandbox, .production].enumerated() {
                let upload = ReceiptUpload(
                    customer: "alice",
                    receipt: Data("upload \(number)".utf8),
                    receivedAt: Purchases.start
                )
                let stored = try await database.save(upload, retryAt: Purchases.start)
                var verification = Purchases.verification(
                    [Purchases.fact("chain \(number)") { $0.environment = environment }],
                    at: Purchases.start,
                    receipt: Data("receipt \(number)".utf8)
                )
                verification.environment = environment
                _ = try await database.resolve(stored, with: verification) { _ in Self.due + Double(number) }
            }
            let later = Self.due + 9
            let ofProduction = try await database.takeLatestReceipts(dueAt: later, limit: 1, askedOf: .production)
            #expect(ofProduction.map(\.receipt) == [Data("receipt 2".utf8)])
            let ofSandbox = try await database.takeLatestReceipts(dueAt: later, limit: 9, askedOf: .sandbox)
            #expect(Set(ofSandbox.map(\.receipt)) == [Data("receipt 0".utf8), Data("receipt 1".utf8)])
        }
    }
}
