import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("What is kept of uploads")
struct StoredReceiptTests {
    @Test("A thousand spellings of one receipt are one upload and one receipt")
    func respelt() async throws {
        let world = try World()
        var answer = world.answer()
        answer.latestReceipt = nil
        world.store.set(answer)
        let receipt = try SampleReceipt.signed()
        let respelling = try Respelling(receipt)
        try await world.test { client, _ async throws in
            for number in 0..<1_000 {
                let spelt = respelling.spelling(number)
                #expect(spelt != receipt)
                #expect(try await client.upload(spelt, for: "alice").status == 200)
            }
        }
        #expect(try world.number("SELECT count(*) FROM upload") == 1)
        #expect(try world.numbers("SELECT length(receipt) FROM latest_receipt") == [receipt.count])
        #expect(world.store.requests.last?.receiptData == receipt.base64EncodedString())
    }

    @Test("In an outage, too, every spelling waits in the same row, as the App Store spelt it")
    func respeltInOutage() async throws {
        let world = try World()
        world.store.set(.down)
        let receipt = try SampleReceipt.signed()
        let respelling = try Respelling(receipt)
        let certificates = try PEMBlock.blocks(in: TestAuthority.foreign.get().receiptRootPEM)
        let fat = try respelling.adding(certificate: Data(try #require(certificates.first).content))
        try await world.test { client, _ async throws in
            for spelt in [fat] + (0..<30).map({ respelling.spelling($0 * 70) }) {
                #expect(try await client.upload(spelt, for: "alice").status == 202)
            }
        }
        #expect(try world.numbers("SELECT length(receipt) FROM upload") == [receipt.count])
    }

    @Test("7.5 MB after a word of the old style are refused, asked about nowhere, and leave nothing")
    func junk() async throws {
        let world = try World()
        try await world.test { client, _ in
            let junk = Data(#"{"purchase-info""#.utf8) + Data(repeating: 0x41, count: 7_500_000)
            let answer = try await client.upload(junk, for: "alice")
            #expect(answer.status == 422)
            #expect(answer.errorCode == "receipt-malformed")
            #expect(answer.rule == "transaction-receipt")
            #expect(world.store.requests.isEmpty)
        }
        #expect(try world.number("SELECT count(*) FROM upload") == 0)
    }

    private static let wrong: [(what: String, receipt: Data, code: String)] = [
        ("no end", Data("{".utf8), "receipt-malformed"),
        ("nothing", Data("{}".utf8), "receipt-malformed"),
        ("half an entry", Data(#"{"purchase-info" = "}"#.utf8), "receipt-malformed"),
        ("no signature", OldStyleReceipt.receipt(signature: Data()), "receipt-malformed"),
        ("a short signature", OldStyleReceipt.receipt(signature: Data(repeating: 2, count: 132)), "receipt-malformed"),
        ("no purchase", OldStyleReceipt.receipt("{}"), "receipt-malformed"),
        ("a purchase that is no list", OldStyleReceipt.receipt("AAAA"), "receipt-malformed"),
        ("two pods", OldStyleReceipt.receipt(more: "\t\"pod\" = \"1\";\n"), "receipt-malformed"),
        ("something behind", OldStyleReceipt.receipt() + Data("x".utf8), "receipt-malformed"),
        (
            "another app", OldStyleReceipt.receipt(OldStyleReceipt.purchase(bundleID: "com.other")),
            "receipt-foreign-app"
        ),
        (
            "more than there can be", OldStyleReceipt.receipt(signature: Data(repeating: 2, count: 30_000)),
            "receipt-malformed"
        ),
    ]

    @Test("What cannot be a transaction receipt of iOS 6 is refused before anything is kept", arguments: wrong.indices)
    func malformedTransactionReceipt(index: Int) async throws {
        let world = try World()
        let wrong = Self.wrong[index]
        try await world.test { client, _ in
            let answer = try await client.upload(wrong.receipt, for: "alice")
            #expect(answer.status == 422, "\(wrong.what)")
            #expect(answer.errorCode == wrong.code, "\(wrong.what)")
            #expect(world.store.requests.isEmpty)
        }
        #expect(try world.number("SELECT count(*) FROM upload") == 0)
    }

    @Test("A transaction receipt of iOS 6 waits for the App Store in the App Store's spelling, once")
    func transactionReceipt() async throws {
        let world = try World()
        world.store.set(.down)
        let receipt = OldStyleReceipt.receipt()
        let spaced = Data(String(decoding: receipt, as: UTF8.self).replacingOccurrences(of: " = ", with: "  =\n").utf8)
        let more = OldStyleReceipt.receipt(more: "\t\"fat\" = \"\(String(repeating: "x", count: 9_000))\";\n")
        try await world.test { client, server async throws in
            for spelt in [spaced, more, receipt] {
                #expect(try await client.upload(spelt, for: "alice").status == 503)
            }
            #expect(try world.numbers("SELECT length(receipt) FROM upload") == [receipt.count])
            world.store.set(.up)
            world.store.set(world.answer(periods: 0))
            world.advance(days: 1)
            #expect(try await server.pollDue().verifiedUploads == 1)
            #expect(world.store.requests.last?.receiptData == receipt.base64EncodedString())
        }
    }

    @Test("What the App Store does not accept is forgotten, by the request and by the poller")
    func rejected() async throws {
        let world = try World()
        try await world.test { client, server async throws in
            world.store.set(.status(21003))
            #expect(try await client.upload(OldStyleReceipt.receipt(), for: "alice").status == 422)
            #expect(try world.number("SELECT count(*) FROM upload") == 0)
            world.store.set(.down)
            #expect(try await client.upload(OldStyleReceipt.receipt(), for: "alice").status == 503)
            #expect(try world.number("SELECT count(*) FROM upload") == 1)
            world.store.set(.status(21003))
            world.advance(days: 1)
            #expect(try await server.pollDue().rejectedUploads == 1)
            #expect(try world.number("SELECT count(*) FROM upload") == 0)
        }
    }

    @Test("Over a limit nothing more waits; the answer says so and when to come back")
    func limits() async throws {
        var world = try World()
        world.configuration.pendingUploadLimits = PendingUploadLimits(ofCustomer: 2, total: 4, unchecked: 1)
        world.store.set(.down)
        try await world.test { [world] client, _ in
            func upload(_ number: Int, _ name: String) async throws -> Answer {
                let receipt = try SampleReceipt.signed { $0.opaqueValue = [UInt8(number)] }
                return try await client.upload(receipt, for: name)
            }
            let old = OldStyleReceipt.receipt()
            #expect(try await client.upload(old, for: "old").errorCode == "app-store-unavailable")
            let otherOld = try await client.upload(OldStyleReceipt.receipt(OldStyleReceipt.purchase(2)), for: "older")
            #expect(otherOld.status == 503)
            #expect(otherOld.errorCode == "pending-uploads")
            for number in 1...2 { #expect(try await upload(number, "alice").status == 202) }
            let third = try await upload(3, "alice")
            #expect(third.status == 429)
            #expect(third.errorCode == "pending-uploads-of-customer")
            #expect(third.headers[.retryAfter] == "60")
            #expect(try await upload(1, "alice").status == 202)
            #expect(try await upload(4, "bob").status == 202)
            let fifth = try await upload(5, "bob")
            #expect(fifth.status == 503)
            #expect(fifth.errorCode == "pending-uploads")
            #expect(try world.number("SELECT count(*) FROM upload") == 4)
        }
    }

    @Test("Purchases keep their newest receipt; what it replaces goes")
    func superseded() async throws {
        let world = try World()
        try await world.test { client, _ in
            for period in 1...5 {
                world.store.set(world.answer(periods: period))
                let receipt = try SampleReceipt.signed { $0.opaqueValue = [9, UInt8(period)] }
                #expect(try await client.upload(receipt, for: "alice").status == 200)
                world.advance(days: 30)
            }
        }
        #expect(try world.number("SELECT count(*) FROM upload WHERE receipt IS NULL AND status = 'verified'") == 5)
        #expect(try world.number("SELECT count(*) FROM latest_receipt") == 1)
        #expect(try world.number("SELECT count(*) FROM chain WHERE latest_receipt_id IS NOT NULL") == 2)
    }

    @Test("A receipt without a subscription is kept as well, once")
    func oneTime() async throws {
        let world = try World()
        var answer = world.answer(periods: 0)
        answer.latestReceipt = nil
        world.store.set(answer)
        let receipt = try SampleReceipt.signed()
        try await world.test { client, server in
            for name in ["alice", "bob"] { _ = try await client.upload(receipt, for: name) }
            world.advance(days: 400)
            #expect(try await server.pollDue().total == 0)
        }
        #expect(try world.numbers("SELECT length(receipt) FROM latest_receipt") == [receipt.count])
        #expect(try world.numbers("SELECT renews FROM chain") == [0])
    }
}
