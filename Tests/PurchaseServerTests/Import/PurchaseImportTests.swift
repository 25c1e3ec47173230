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

    /// Gives no answer to what is asked about an app.
    private struct SilenceAbout: HTTPTransport {
        let bundleID: String
        let others: any HTTPTransport

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            let token = request.headers.first { $0.key.lowercased() == "authorization" }?.value ?? ""
            let parts = token.split(separator: ".").map(Self.text)
            if parts.count == 3, parts[1].contains(bundleID) { try await Task.sleep(for: .seconds(86_400)) }
            return try await others.send(request)
        }

        /// What a part of a token says, in Base64url.
        private static func text(_ part: Substring) -> String {
            let text = part.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
            let padded = text + String(repeating: "=", count: (4 - text.count % 4) % 4)
            return String(decoding: Data(base64Encoded: padded) ?? Data(), as: UTF8.self)
        }
    }

    @Test("All apps are asked at once: one of which no answer comes holds nothing up", .timeLimit(.minutes(5)))
    func silentApp() async throws {
        try await ImportWorld.with { world in
            var world = world
            world.configuration.apps.insert(ServedApp(bundleIDs: ["com.example.other"]), at: 0)
            world.configuration.transport = SilenceAbout(bundleID: "com.example.other", others: world.questions)
            let flora = try world.buy(SampleShop.posy, as: "flora")
            let result = try await world.take("customer,original_transaction_id\nflora,\(flora)\n")
            #expect(result.progress.taken == 1)
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
            let storage = try PurchaseDatabase(file: world.configuration.databaseFile)
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
}
