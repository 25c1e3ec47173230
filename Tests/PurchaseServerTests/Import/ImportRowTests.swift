import AppStoreModels
import Entitlements
import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("What the rows of a list say", .timeLimit(.minutes(15)))
struct ImportRowTests {
    @Test("A grant that has ended and does not say when it began stops no other row")
    func endedGrant() async throws {
        try await ImportWorld.with { world in
            let columns = "customer=who,originalTransactionId=what,store=store,level=level,endDate=to"
            let list = "who,what,store,level,to\nlily,,promotional,gold,2001-01-01\nrose,,promotional,gold,2099-01-01\n"
            let result = try await world.take(list, columns: columns)
            #expect(result.refused.map(\.outcome.code) == [.grantMalformed])
            #expect(result.refused.map(\.row) == [1])
            #expect(result.progress.taken == 1)
        }
    }

    @Test("Members that the first object of a JSON list leaves out count in the others")
    func membersOfLaterObjects() async throws {
        try await ImportWorld.with { world in
            let posy = try world.buy(SampleShop.posy, as: "flora")
            let lines = """
                {"rc_original_app_user_id":"$RCAnonymousID:1","original_store_transaction_id":"\(posy)"}
                {"rc_original_app_user_id":"rose","original_store_transaction_id":"GPA.1","store":"play_store"}
                {"rc_original_app_user_id":"$RCAnonymousID:1","original_store_transaction_id":"\(posy)",\
                "rc_last_seen_app_user_id_alias":"flora","is_sandbox":true}
                {"rc_original_app_user_id":"lily","store":"promotional","entitlement_identifiers":["gold"],\
                "start_time":"2020-01-01 00:00:00","effective_end_time":"2099-01-01 00:00:00"}
                {"user_id":"violet","base64_receipt":"AAAA"}
                """
            let result = try await world.take(lines, isJSON: true)
            #expect(result.refused.map(\.outcome.code) == [.otherStore, .receiptMalformed], "\(result.refused)")
            #expect(try await world.statement(of: "$RCAnonymousID:1").customer.value == "flora")
            #expect(try await world.statement(of: "lily").access.activeLevels == ["gold"])
        }
    }

    @Test("Attributes that cannot be kept are named, never what they say; the purchase counts")
    func attributesNotKept() async throws {
        try await ImportWorld.with { world in
            let posy = try world.buy(SampleShop.posy, as: "flora")
            let long = String(repeating: "x", count: CustomerAttribute.maximumValueLength + 1)
            func list(_ attributes: String) -> String {
                #"{"customer":"flora","original_transaction_id":"\#(posy)","attributes":\#(attributes)}"#
            }
            let first = try await world.take(list(#"{"plan":"gold","note":"\#(long)"}"#), isJSON: true)
            #expect((first.progress.taken, first.progress.refused) == (1, 0))
            #expect(first.progress.codes == [.attributesNotKept: 1])
            let detail = try #require(first.refused.first?.outcome.detail)
            #expect(detail.hasPrefix("of note: "))
            #expect(!detail.contains("xx"))
            let unreadable = try await world.take(list(#""plan=gold""#), isJSON: true)
            #expect(unreadable.refused.first?.outcome.detail?.hasPrefix("of attributes: ") == true)

            // Another list that says something else of the same purchase is another row.
            _ = world.questions.take()
            let second = try await world.take(list(#"{"plan":"gold","city":"Ulm"}"#), isJSON: true)
            #expect((second.progress.taken, second.progress.known, second.refused.count) == (1, 0, 0))
            let known = try await PurchaseDatabase(file: world.configuration.databaseFile).subscriber("flora")
            #expect(known.attributes.mapValues(\.value) == ["plan": "gold", "city": "Ulm"])

            let many = (0..<300).map { #""a\#($0)":"1""# }.joined(separator: ",")
            let third = try await world.take(list("{\(many)}"), isJSON: true)
            #expect(third.refused.first?.outcome.detail?.contains(" and 94 more: ") == true, "\(third.refused)")
            #expect(try await world.take(list("{\(many)}"), isJSON: true).progress.known == 1)
        }
    }

    @Test("So many rows wait at once as fit into memory")
    func portions() throws {
        let receipt = Data(repeating: 7, count: 100).base64EncodedString()
        let list = (0..<7).map { "customer-\($0),\(receipt)" }.joined(separator: "\n")
        var rest = Data("customer,receipt\n\(list)".utf8)
        let source = ByteSource {
            defer { rest = Data() }
            return rest
        }
        var reader = try ImportRowReader(source, isJSON: false, columns: nil)
        let counts = try (0..<4).map { _ in try PurchaseImport.portion(of: &reader, upTo: 250).count }
        #expect(counts == [3, 3, 1, 0])
        #expect(PurchaseImport.portionWeight == 16 * 1024 * 1024)
    }

    @Test(
        "Known exports are recognised by their headers, others are named",
        arguments: [
            ("user_id,apple_original_transaction_id,email", "Adapty's import"),
            ("user_id,base64_receipt,product_id", "Apphud's import"),
            ("app_user_id,fetch_token", "RevenueCat's import"),
            ("profile_id,customer_user_id,original_transaction_id,store", "Adapty's events"),
            ("userId,originalTransactionId", "customers and purchases"),
        ]
    )
    func shapes(header: String, name: String) throws {
        #expect(try ImportColumns(header: header.split(separator: ",").map(String.init)).shape == name)
    }

    @Test(
        "Columns that mean nothing are refused",
        arguments: ["", "customer", "customer=a", "who=a,receipt=b", "receipt=b"]
    )
    func badColumns(text: String) throws {
        let error = #expect(throws: ImportError.self) { try ImportColumns(parsing: text) }
        #expect(error?.code == .columnsUnknown)
    }
}
