import AppStoreModels
import Foundation
import Testing

@testable import PurchaseServer

@Suite("Offerings in every storage")
struct OfferingStorageTests {
    private static let start = Purchases.start

    @Test(
        "Each change has a revision, what changes nothing has none; order and JSON stay",
        arguments: StorageKind.allCases
    )
    func revisions(kind: StorageKind) async throws {
        try await kind.test { (storage, reopen) async throws in
            let spring = Offering(
                name: "spring",
                productIDs: ["yearly", "monthly", "weekly"],
                metadata: ["title": "Spring", "nested": .object(["z": 1, "a": [true, .null]])],
                isCurrent: true
            )
            #expect(try await storage.offerings() == OfferingList(revision: 0, offerings: []))
            #expect(try await storage.save(spring, ifRevision: nil, at: Self.start) == .done(revision: 1))
            #expect(try await reopen().save(spring, ifRevision: 1, at: Self.start) == .done(revision: 1))
            let autumn = Offering(name: "autumn", productIDs: [], isCurrent: true)
            #expect(try await storage.save(autumn, ifRevision: 0, at: Self.start) == .changed(revision: 1))
            #expect(try await storage.save(autumn, ifRevision: 1, at: Self.start) == .done(revision: 2))
            var past = spring
            past.isCurrent = false
            #expect(try await reopen().offerings() == OfferingList(revision: 2, offerings: [autumn, past]))
            #expect(try await storage.removeOffering("autumn", ifRevision: 1) == .changed(revision: 2))
            #expect(try await storage.removeOffering("autumn", ifRevision: nil) == .done(revision: 3))
            #expect(try await storage.removeOffering("autumn", ifRevision: nil) == .unknown)
            #expect(try await reopen().offerings() == OfferingList(revision: 3, offerings: [past]))
        }
    }
}
