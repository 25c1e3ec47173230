import AppStoreModels
import Foundation
import StoreConfiguration
import TestSupport
import Testing

@Suite("Real .storekit files", .enabled(if: Fixtures.areAvailable))
struct FixtureTests {
    @Test("Every real file reads, and has products with prices, periods and offers that can be sold")
    func allFilesRead() throws {
        let rows = try Fixtures.rows("storekit-files/index.tsv")
        #expect(rows.count == 43)
        for row in rows {
            let name = try #require(row["file"])
            let configuration = try StoreConfiguration(contentsOf: Fixtures.url("storekit-files/\(name)"))
            #expect(configuration.version?.description == row["schema_version"], "\(name)")
            // One of them is as Xcode makes a new one: empty.
            #expect(configuration.allProducts.isEmpty == name.hasPrefix("qonversion"), "\(name)")
            #expect(configuration.allProducts.allSatisfy { $0.type != nil }, "\(name)")
            for subscription in configuration.subscriptionGroups.flatMap(\.subscriptions) {
                #expect(subscription.period != nil, "\(name) \(subscription.productID)")
                #expect(subscription.introductoryOffer.map { $0.period != nil && $0.price != nil } ?? true, "\(name)")
            }
        }
    }

    @Test("What Xcode wrote is written back byte for byte")
    func xcodeFilesRoundTrip() throws {
        // Three were written by other tools or indented anew, one by Xcode without a line feed at its end; one has its
        // members in an order of its own.
        let others = [
            "Kosikowski__swift-storekit__Demo", "RevenueCat__purchases-ios__Load_shedder",
            "RevenueCat__purchases-ios__app787ddb07e6", "ajthom90__colophon__Products",
            "crmitchelmore__justspeaktoit__Configuration",
        ]
        var identical = 0
        for row in try Fixtures.rows("storekit-files/index.tsv") {
            let name = try #require(row["file"])
            guard !others.contains(where: { name == $0 + ".storekit" }) else { continue }
            let data = try Fixtures.data("storekit-files/\(name)")
            let written = try StoreConfiguration(data: data).xcodeData
            #expect(written == data || written == data + Data("\n".utf8), "\(name)")
            identical += 1
        }
        #expect(identical == 38)
    }

    @Test("Files that others wrote lose nothing when they are written back")
    func nothingIsLost() throws {
        for row in try Fixtures.rows("storekit-files/index.tsv") {
            let name = try #require(row["file"])
            let configuration = try StoreConfiguration(contentsOf: Fixtures.url("storekit-files/\(name)"))
            #expect(try StoreConfiguration(data: configuration.xcodeData) == configuration, "\(name)")
        }
    }

    @Test("A truncated or damaged real file is an error with a place, never a crash")
    func damageIsReported() throws {
        let data = try Fixtures.data("storekit-files/russell-archer__StoreHelper__Products.storekit")
        for length in stride(from: 0, to: data.count - 2, by: 97) {
            let error = #expect(throws: ConfigurationError.self) { try StoreConfiguration(data: data.prefix(length)) }
            #expect(error?.code == .notJSON, "\(length) bytes")
            #expect(error?.location != nil, "\(length) bytes")
        }
        for position in stride(from: 0, to: data.count, by: 41) {
            var damaged = data
            damaged[position] ^= 0x10
            _ = try? StoreConfiguration(data: damaged)
        }
    }
}
