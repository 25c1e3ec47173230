import Entitlements
import Foundation
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("An upload that comes again, in every storage")
struct RepeatedUploadTests {
    private static let start = Purchases.start
    private static let receipt = Data([1, 2, 3])

    private static func upload(
        _ receipt: Data = receipt,
        after seconds: TimeInterval = 0,
        demanding demands: UploadDemands = UploadDemands()
    ) -> ReceiptUpload {
        ReceiptUpload(customer: "anna", receipt: receipt, receivedAt: start + seconds, demands: demands)
    }

    /// The upload, verified.
    private static func verified(in storage: any ServerStorage) async throws -> StoredUpload {
        let stored = try await storage.save(upload(), retryAt: start)
        #expect(stored.isNew)
        // What was asked in vain before makes nobody wait longer afterwards.
        for _ in 0..<5 { try await storage.postpone(uploadID: stored.id, until: start) }
        let verification = Purchases.verification([Purchases.fact("chain")], at: start)
        try await storage.resolve(stored, with: verification) { _ in nil }
        return stored
    }

    @Test("One that was verified and has no answer now waits, with its receipt", arguments: StorageKind.allCases)
    func waits(kind: StorageKind) async throws {
        try await kind.test { storage, reopen in
            let first = try await Self.verified(in: storage)
            let again = try await storage.save(Self.upload(after: 50), retryAt: Self.start + 60)
            #expect(again.id == first.id)
            #expect(again.status == .verified)
            #expect(!again.isNew)
            #expect(again.failedAttempts == 0)
            #expect(try await storage.pendingUploadCount(of: "anna") == 0)

            try await storage.postpone(again, until: Self.start + 100, limits: PendingUploadLimits())
            #expect(try await storage.pendingUploadCount(of: "anna") == 1)
            #expect(try await storage.pendingUploads(dueAt: Self.start + 99, limit: 9).isEmpty)
            let due = try await reopen().pendingUploads(dueAt: Self.start + 100, limit: 9)
            #expect(due.map(\.upload) == [Self.upload(after: 50)])
            #expect(due.map(\.failedAttempts) == [1])

            try await storage.postpone(again, until: Self.start + 200, limits: PendingUploadLimits())
            #expect(try await storage.pendingUploads(dueAt: Self.start + 200, limit: 9).map(\.failedAttempts) == [2])
            let verification = Purchases.verification([Purchases.fact("chain")], at: Self.start + 200)
            try await storage.resolve(again, with: verification) { _ in nil }
            #expect(try await storage.pendingUploadCount(of: "anna") == 0)
        }
    }

    @Test("Over a limit it does not wait, and stays what it was", arguments: StorageKind.allCases)
    func limits(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            let first = try await Self.verified(in: storage)
            _ = try await storage.save(Self.upload(Data([4])), retryAt: Self.start + 60)
            let limits = PendingUploadLimits(ofCustomer: 1)
            await #expect(throws: PurchaseServerError.self) {
                try await storage.postpone(first, until: Self.start + 100, limits: limits)
            }
            #expect(try await storage.pendingUploadCount(of: "anna") == 1)
            #expect(try await storage.save(Self.upload(), retryAt: Self.start).status == .verified)
        }
    }

    @Test("One whose customer was erased meanwhile stays away", arguments: StorageKind.allCases)
    func erased(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            let first = try await Self.verified(in: storage)
            _ = try await storage.erase("anna", AuditNote(date: Self.start, actor: "developer"))
            try await storage.postpone(first, until: Self.start + 100, limits: PendingUploadLimits())
            #expect(try await storage.pendingUploads(dueAt: Self.start + 100, limit: 9).isEmpty)
        }
    }

    @Test("One that is withdrawn gives nobody anything, and the next one does", arguments: StorageKind.allCases)
    func withdrawn(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            let first = try await storage.save(Self.upload(), retryAt: Self.start)
            try await storage.withdraw(first, at: Self.start)
            #expect(try await storage.pendingUploads(dueAt: Self.start + 86_400, limit: 9).isEmpty)
            #expect(try await storage.facts(of: "anna").isEmpty)
            // Another request that found it meanwhile has an answer, or none.
            let other = try await storage.save(Self.upload(), retryAt: Self.start)
            try await storage.postpone(other, until: Self.start + 60, limits: PendingUploadLimits())
            #expect(try await storage.pendingUploadCount(of: "anna") == 1)
            let verification = Purchases.verification([Purchases.fact("chain")], at: Self.start)
            try await storage.resolve(other, with: verification) { _ in nil }
            #expect(try await storage.owners(of: "chain") == ["anna"])
        }
    }

    @Test("One that was acknowledged as waiting is not withdrawn", arguments: StorageKind.allCases)
    func acknowledged(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            let first = try await storage.save(Self.upload(), retryAt: Self.start)
            let other = try await storage.save(Self.upload(), retryAt: Self.start)
            try await storage.postpone(other, until: Self.start + 60, limits: PendingUploadLimits())
            try await storage.withdraw(first, at: Self.start)
            #expect(try await storage.pendingUploads(dueAt: Self.start + 60, limit: 9).map(\.upload) == [Self.upload()])
        }
    }

    @Test("What must be in it is kept while it waits, for each who was told so", arguments: StorageKind.allCases)
    func demands(kind: StorageKind) async throws {
        try await kind.test { storage, reopen in
            let pro = UploadDemands(transactionID: nil, productID: "pro")
            let seven = UploadDemands(transactionID: "7", productID: "\"seven\"\u{0}")
            let first = try await storage.save(Self.upload(demanding: pro), retryAt: Self.start)
            let other = try await storage.save(Self.upload(demanding: seven), retryAt: Self.start)
            let before = try await reopen().pendingUploads(dueAt: Self.start, limit: 9)
            #expect(before.map(\.upload.demands) == [pro])

            try await storage.postpone(other, until: Self.start + 60, limits: PendingUploadLimits())
            let both = try await storage.pendingUploads(dueAt: Self.start + 60, limit: 9)
            #expect(both.map(\.upload.demands) == [pro.joined(with: seven)])
            // What lacks it is withdrawn by those who know of all that is demanded, and of nobody who was told since.
            for stale in [first] + before { try await storage.withdraw(stale, at: Self.start) }
            #expect(try await storage.pendingUploadCount(of: "anna") == 1)
            for upload in both { try await storage.withdraw(upload, at: Self.start) }
            #expect(try await storage.pendingUploadCount(of: "anna") == 0)

            // What was demanded then says nothing about a request of now.
            let later = try await storage.save(Self.upload(), retryAt: Self.start)
            try await storage.postpone(later, until: Self.start + 60, limits: PendingUploadLimits())
            try await storage.postpone(other, until: Self.start + 60, limits: PendingUploadLimits())
            let last = try await storage.takePendingUploads(dueAt: Self.start + 60, limit: 9, askedOf: nil)
            #expect(last.map(\.upload.demands) == [UploadDemands()])
        }
    }

    @Test("One that was verified and waits again must have what is demanded now", arguments: StorageKind.allCases)
    func demandedAgain(kind: StorageKind) async throws {
        try await kind.test { storage, _ in
            let pro = UploadDemands(transactionID: nil, productID: "pro")
            _ = try await Self.verified(in: storage)
            let again = try await storage.save(Self.upload(after: 50, demanding: pro), retryAt: Self.start + 60)
            try await storage.postpone(again, until: Self.start + 60, limits: PendingUploadLimits())
            let due = try await storage.pendingUploads(dueAt: Self.start + 60, limit: 9)
            #expect(due.map(\.upload) == [Self.upload(after: 50, demanding: pro)])
            let verification = Purchases.verification([Purchases.fact("chain")], at: Self.start + 60)
            try await storage.resolve(again, with: verification) { _ in nil }
            let third = try await storage.save(Self.upload(after: 70), retryAt: Self.start + 70)
            try await storage.postpone(third, until: Self.start + 70, limits: PendingUploadLimits())
            let last = try await storage.pendingUploads(dueAt: Self.start + 70, limit: 9)
            #expect(last.map(\.upload.demands) == [UploadDemands()])
        }
    }
}
