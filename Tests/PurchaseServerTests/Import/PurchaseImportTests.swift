import AppStoreModels
import Entitlements
import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Importing what other servers know", .timeLimit(.minutes(15)))
struct PurchaseImportTests {
    @Test("A list of customers and original transaction ids becomes entitlements; again asks nobody")
    func plain() async throws {
        try await ImportWorld.with { world in
            let flora = try world.buy(SampleShop.posy, as: "flora")
            let rose = try world.buy(SampleShop.greenhouse, as: "rose")
            let list = "customer,original_transaction_id\nflora,\(flora)\nrose,\(rose)\n"
            let first = try await world.take(list)
            #expect(first.progress.taken == 2)
            #expect(first.refused.isEmpty)
            let statement = try await world.statement(of: "flora")
            #expect(statement.entitlements.map(\.productID) == [SampleShop.posy])
            #expect(statement.access.activeLevels == ["club"])
            #expect(statement.entitlements.first?.willAutoRenew == true)
            #expect(try await world.statement(of: "rose").entitlements.map(\.productID) == [SampleShop.greenhouse])
            #expect(!world.questions.take().isEmpty)

            let second = try await world.take(list)
            #expect((second.progress.taken, second.progress.known) == (0, 2))
            #expect(world.questions.take().isEmpty)
            let again = try await world.take(list) { $0.asksAgain = true }
            #expect(again.progress.taken == 2)
        }
    }

    @Test("A list of several apps names the app of each row; one that is not served is refused, and nobody is asked")
    func apps() async throws {
        try await ImportWorld.with { world in
            var world = world
            world.configuration.apps.insert(ServedApp(bundleIDs: ["com.example.other"]), at: 0)
            let flora = try world.buy(SampleShop.posy, as: "flora")
            let list = """
                customer,original_transaction_id,bundle_id
                flora,\(flora),\(SampleShop.app.bundleID)
                rose,\(flora),com.example.foreign
                """
            let result = try await world.take(list)
            #expect(result.progress.taken == 1)
            #expect(result.refused.map(\.outcome.code) == [.unknownApp])
            #expect(result.refused.map(\.row) == [2])
            // Two questions about the one app, each in production and then in the sandbox; none about the other app.
            #expect(world.questions.take().count == 4)
            #expect(try await world.statement(of: "flora").entitlements.map(\.productID) == [SampleShop.posy])
        }
    }

    @Test("RevenueCat's export: a row for each renewal, aliases, attributes, grants, other stores")
    func revenueCat() async throws {
        try await ImportWorld.with { world in
            let posy = try world.buy(SampleShop.posy, as: "flora")
            let header =
                "rc_original_app_user_id,rc_last_seen_app_user_id_alias,store,is_sandbox,original_store_transaction_id,"
                + "entitlement_identifiers,start_time,end_time,effective_end_time,first_seen_time,"
                + "custom_subscriber_attributes,renewal_number"
            let attributes = #""{""plan"":{""value"":""gold"",""updated_at_ms"":5}}""#
            let rows = [
                "$RCAnonymousID:01,flora,app_store,true,\(posy),[],,,,2020-01-02 03:04:05,\(attributes),1",
                "$RCAnonymousID:01,flora,app_store,true,\(posy),[],,,,2020-01-02 03:04:05,\(attributes),2",
                #"rose,rose,promotional,false,g1,"[""gold""]",2020-01-01 00:00:00,,2099-01-01 00:00:00,,,"#,
                "violet,violet,play_store,false,GPA.1,[],,,,,,1",
            ]
            let result = try await world.take(([header] + rows).joined(separator: "\n"))
            #expect(result.progress.rows == 4)
            #expect((result.progress.taken, result.progress.known) == (2, 1))
            #expect(result.refused.map(\.outcome.code) == [.otherStore])
            #expect(result.refused.map(\.row) == [4])
            #expect(result.refused.first?.identifier == "GPA.1")

            let flora = try await world.statement(of: "$RCAnonymousID:01")
            #expect(flora.customer.value == "flora")
            #expect(flora.access.activeLevels == ["club"])
            let storage = try SQLiteStorage(file: world.configuration.databaseFile)
            let known = try await storage.subscriber(CustomerID(trusted: "flora"))
            #expect(known.attributes["plan"]?.value == "gold")
            #expect(known.record.createdDate == RFC3339.date(from: "2020-01-02T03:04:05Z"))
            let rose = try await world.statement(of: "rose")
            #expect(rose.access.activeLevels == ["gold"])
            #expect(rose.access.levels.first?.accessEndDate == RFC3339.date(from: "2099-01-01T00:00:00Z"))
        }
    }

    @Test("Bad rows are named with a reason and stop nobody")
    func badRows() async throws {
        try await ImportWorld.with { world in
            let posy = try world.buy(SampleShop.posy, as: "flora")
            let list = """
                customer,original_transaction_id
                ,\(posy)
                flora,
                flora,not known
                flora,999999999
                "flora"x,\(posy)
                flora,1,2
                "rose \u{7}",1
                flora,\(posy)
                """
            let result = try await world.take(list)
            #expect(
                result.refused.map(\.outcome.code) == [
                    .customerMissing, .identifierMissing, .identifierMissing, .unknownTransaction, .rowMalformed,
                    .rowMalformed, .invalidCustomer,
                ]
            )
            #expect(result.refused.map(\.row) == [1, 2, 3, 4, 5, 6, 7])
            #expect(result.progress.taken == 1)
            for code in ImportOutcome.Code.allCases { #expect(!code.remedy.isEmpty) }
            // What is settled is not asked about again, and stays in the report; what another key might know, is.
            _ = world.questions.take()
            let again = try await world.take(list)
            #expect(again.refused.map(\.outcome) == result.refused.map(\.outcome))
            #expect(world.questions.take().allSatisfy { $0.hasSuffix("/999999999") })
        }
    }

    @Test("What was refused by the settings of that day is taken by those of another")
    func otherSettings() async throws {
        try await ImportWorld.with { world in
            let posy = try world.buy(SampleShop.posy, as: "flora")
            let list = "customer,original_transaction_id\nflora,\(posy)\n"
            var strict = world
            strict.configuration.environments = [.production]
            let refused = try await strict.take(list).refused.map(\.outcome)
            #expect(refused.count == 1 && refused.allSatisfy { $0.isAskedAgain && !$0.isWaiting }, "\(refused)")
            #expect(try await world.take(list).progress.taken == 1)
            #expect(try await world.statement(of: "flora").access.activeLevels == ["club"])
        }
    }

    @Test("Whose a purchase is follows from the server's own policy")
    func policy() async throws {
        try await ImportWorld.with { world in
            var refusing = world
            refusing.configuration.customers.ownership.standard = .refuse
            let posy = try world.buy(SampleShop.posy, as: "flora")
            let header = "customer,original_transaction_id\n"
            #expect(try await refusing.take(header + "flora,\(posy)\n").progress.taken == 1)
            let other = try await refusing.take(header + "rose,\(posy)\n")
            #expect(other.refused.map(\.outcome.code) == [.purchaseOfAnotherCustomer])
            #expect(try await refusing.statement(of: "flora").entitlements.count == 1)
            #expect(try await world.take(header + "rose,\(posy)\n").progress.taken == 1, "a policy that moves it")
            #expect(try await world.statement(of: "rose").entitlements.count == 1)
        }
    }

    @Test("Beside a server with other settings nothing is imported; beside one with the same it is")
    func running() async throws {
        try await ImportWorld.with { world in
            let posy = try world.buy(SampleShop.posy, as: "flora")
            let list = "customer,original_transaction_id\nflora,\(posy)\n"
            let server = try PurchaseServerApplication(configuration: world.configuration)
            var other = world
            other.configuration.customers.ownership.standard = .share
            let error = await #expect(throws: PurchaseServerError.self) { try await other.take(list) }
            #expect(error?.code == .folderInUse)
            #expect(try await world.take(list).progress.taken == 1)
            #expect(try await server.statement(of: "flora").entitlements.count == 1)
        }
    }

    @Test("An App Store that falls silent costs nothing: the next run asks for the rest")
    func resumes() async throws {
        try await ImportWorld.with { world in
            let accounts = (1...12).map { "customer-\($0)" }
            let bought = try accounts.map { try world.buy(SampleShop.posy, as: $0) }
            let list = zip(accounts, bought).map { "\($0),\($1)" }
            let text = (["customer,original_transaction_id"] + list).joined(separator: "\n")
            world.questions.answer(20)
            let first = try await world.take(text)
            #expect(first.progress.waiting > 0)
            #expect(!first.progress.isComplete)
            #expect(first.progress.taken + first.progress.waiting == 12)
            #expect(Set(first.refused.map(\.outcome.code)) == [.appStoreUnavailable])
            world.questions.answer(.max)
            let second = try await world.take(text)
            #expect(second.progress.taken == first.progress.waiting)
            #expect(second.progress.known == first.progress.taken)
            for account in accounts { #expect(try await world.statement(of: account).access.activeLevels.count == 1) }
        }
    }

    @Test("An account's other purchases go to whom the list names, and else to the customer")
    func leftovers() async throws {
        try await ImportWorld.with { world in
            let posy = try world.buy(SampleShop.posy, as: "flora")
            let greenhouse = try world.buy(SampleShop.greenhouse, as: "flora")
            let seeds = try world.buy(SampleShop.seeds, as: "flora")
            let list = "customer,original_transaction_id\nflora,\(posy)\nrose,\(greenhouse)\n"
            #expect(try await world.take(list).progress.taken == 2)
            #expect(try await world.statement(of: "rose").entitlements.map(\.productID) == [SampleShop.greenhouse])
            let flora = try await world.statement(of: "flora").entitlements.map(\.originalTransactionID)
            #expect(Set(flora) == [posy, seeds])
        }
    }

    @Test("Receipts, among them signed transactions; JSON as lines and as one list")
    func receipts() async throws {
        try await ImportWorld.with { world in
            try world.store.buy(productID: SampleShop.posy, account: SampleShop.customer)
            let receipt = try SampleShop.receipt(world.store)
            let rose = try world.buy(SampleShop.greenhouse, as: "rose")
            let lines = """
                {"app_user_id":"flora","fetch_token":"\(receipt)"}
                {"app_user_id":"violet","fetch_token":"a.b.c"}
                {"app_user_id":"lily","fetch_token":"AAAA"}
                {"app_user_id":
                """
            let result = try await world.take(lines, isJSON: true)
            #expect(result.refused.map(\.outcome.code) == [.transactionNotAuthentic, .receiptMalformed, .rowMalformed])
            #expect(try await world.statement(of: "flora").access.activeLevels == ["club"])
            let array = #"[{"who":"rose","what":"\#(rose)"}]"#
            let mapped = try await world.take(array, isJSON: true, columns: "customer=who,originalTransactionId=what")
            #expect(mapped.progress.taken == 1)
            #expect(try await world.statement(of: "rose").entitlements.count == 1)
        }
    }

    @Test("Webhooks hear nothing of an import, and of what happens afterwards what it is")
    func silence() async throws {
        try await ImportWorld.with { world in
            let posy = try world.buy(SampleShop.posy, as: "flora")
            try await world.take("customer,original_transaction_id\nflora,\(posy)\n")
            let storage = try SQLiteStorage(file: world.configuration.databaseFile)
            #expect(try await storage.events(after: 0, of: nil, limit: 9).isEmpty)
            try world.store.advance(by: 40 * 86_400)
            let server = try PurchaseServerApplication(configuration: world.configuration)
            #expect(try await server.pollDue().checkedReceipts == 1)
            let events = try await storage.events(after: 0, of: nil, limit: 9)
            #expect(!events.isEmpty)
            #expect(!events.map(\.type).contains(.subscriptionStarted))
            #expect(!events.map(\.type).contains(.trialStarted))
        }
    }

    @Test("Nor do they hear of purchases that move, of grants, of ends that are past, and of balances")
    func silenceOfCustomers() async throws {
        try await ImportWorld.with { world in
            var world = world
            world.configuration.customers.ledger = try LedgerRules(products: [
                .init(SampleShop.seeds, gives: ["coins": 9])
            ])
            let posy = try world.buy(SampleShop.posy, as: "flora")
            let seeds = try world.buy(SampleShop.seeds, as: "flora")
            let columns =
                "customer=who,alias=also,originalTransactionId=what,store=store,level=level,startDate=from,endDate=to"
            let header = "who,also,what,store,level,from,to\n"
            try await world.take(header + "rose,,\(posy),,,,\nviolet,,\(seeds),,,,\n", columns: columns)
            let moves =
                "flora,$RCAnonymousID:7,\(posy),,,,\n" + "lily,,,promotional,gold,2001-01-01,2002-01-01\n"
                + "lily,,,promotional,silver,2001-01-01,2099-01-01\n" + "$RCAnonymousID:8,violet,\(seeds),,,,\n"
            let moved = try await world.take(header + moves, columns: columns)
            #expect(moved.progress.taken == 4, "\(moved.refused)")
            #expect(try await world.statement(of: "flora").entitlements.count == 1)
            let server = try PurchaseServerApplication(configuration: world.configuration)
            #expect(try await server.statement(of: "violet").balances == ["coins": 9])
            try await server.sendWebhooksDue()
            #expect(try await server.storage.events(after: 0, of: nil, limit: 99).map(\.type) == [])
            // What changes from now on is told as it is, and not with all that was there before.
            let order = LedgerOrder(
                name: "gift",
                currency: "coins",
                amount: 1,
                reason: nil,
                date: world.store.now,
                actor: "test"
            )
            _ = try await server.storage.enter(order, of: "violet", by: world.configuration.ledgerTerms)
            let events = try await server.storage.events(after: 0, of: nil, limit: 99)
            #expect(events.map(\.type) == [.balanceChanged])
            let told = try #require(try events.first.map { try JSONValue(parsing: $0.body) }?.object)
            #expect(told[integer: "amount"] == 1)
            #expect(told[integer: "balance"] == 10)
        }
    }

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
            let known = try await SQLiteStorage(file: world.configuration.databaseFile).subscriber("flora")
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

    @Test("A rehearsal reads all and keeps nothing; a key that is no good ends the import")
    func rehearsal() async throws {
        try await ImportWorld.with { world in
            let posy = try world.buy(SampleShop.posy, as: "flora")
            let list = "customer,original_transaction_id\nflora,\(posy)\n,1\n"
            let result = try await world.take(list) { $0.isRehearsal = true }
            #expect((result.progress.taken, result.progress.refused) == (1, 1))
            #expect(world.questions.take().isEmpty)
            #expect(!FileManager.default.fileExists(atPath: world.configuration.databaseFile.path))
            #expect(try await world.statement(of: "flora").entitlements.isEmpty)
            var keyless = world
            keyless.configuration.serverAPI = nil
            let refused = try await keyless.take(list).refused
            #expect(refused.map(\.outcome.code) == [.noServerAPIKey, .customerMissing])
            #expect(try await world.take(list).progress.taken == 1, "with a key it is asked about")
        }
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
