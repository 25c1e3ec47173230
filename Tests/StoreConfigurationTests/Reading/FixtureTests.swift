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

    /// What shows that bytes are not Xcode's: something that no file of Xcode's has.
    enum ForeignTrait: CaseIterable, Sendable {
        /// An empty collection on one line: Xcode puts an empty line between the brackets.
        case emptyCollectionOnOneLine
        /// No space before a colon.
        case noSpaceBeforeColon
        /// No line feed before the last bracket.
        case singleLine
        /// Members that are not sorted.
        case unsortedMembers

        func isIn(_ text: String) throws -> Bool {
            switch self {
            case .emptyCollectionOnOneLine: return text.contains("[]") || text.contains("{}")
            case .noSpaceBeforeColon: return text.contains("\":")
            case .singleLine: return !text.dropLast().contains("\n")
            case .unsortedMembers: return try !JSONValue(parsing: text).hasSortedMembers
            }
        }
    }

    /// The files that are not Xcode's own bytes, each with what shows it.
    static let foreignFiles: [String: Set<ForeignTrait>] = [
        "Kosikowski__swift-storekit__Demo.storekit": [.emptyCollectionOnOneLine],
        "RevenueCat__purchases-ios__Load_shedder.storekit": [.noSpaceBeforeColon],
        "RevenueCat__purchases-ios__app787ddb07e6.storekit": [.noSpaceBeforeColon, .singleLine],
        "ajthom90__colophon__Products.storekit": [.unsortedMembers],
        "crmitchelmore__justspeaktoit__Configuration.storekit": [.emptyCollectionOnOneLine],
    ]

    static let allFiles = ((try? Fixtures.rows("storekit-files/index.tsv")) ?? []).compactMap { $0["file"] }

    @Test(
        "What Xcode wrote is written back byte for byte; other files show that Xcode did not write them",
        arguments: allFiles
    )
    func xcodeFilesRoundTrip(_ name: String) throws {
        let data = try Fixtures.data("storekit-files/\(name)")
        let written = try StoreConfiguration(data: data).xcodeData
        // One file of Xcode's has no line feed at its end.
        let isSame = written == data || written == data + Data("\n".utf8)
        #expect(isSame == (Self.foreignFiles[name] == nil))
        let text = String(decoding: data, as: UTF8.self)
        let traits = try ForeignTrait.allCases.filter { try $0.isIn(text) }
        #expect(traits.isEmpty == isSame)
        #expect(Self.foreignFiles[name, default: []].isSubset(of: traits), "\(traits)")
    }

    @Test("Of the 43 files 38 are Xcode's own bytes")
    func xcodeFileCount() {
        #expect(Self.allFiles.count == 43)
        #expect(Set(Self.allFiles).isSuperset(of: Self.foreignFiles.keys))
        #expect(Self.foreignFiles.count == 5)
    }

    @Test(
        "No real file has an error, and only those that Xcode did not write are noted for their layout",
        arguments: allFiles
    )
    func lint(_ name: String) throws {
        let findings = StoreConfiguration.lint(try Fixtures.data("storekit-files/\(name)"))
        #expect(
            !findings.contains { $0.severity == .error },
            "\(findings.filter { $0.severity == .error }.map(\.message))"
        )
        #expect(findings.contains { $0.rule == .layout } == (Self.foreignFiles[name] != nil))
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

extension JSONValue {
    fileprivate var hasSortedMembers: Bool {
        switch self {
        case .array(let elements):
            return elements.allSatisfy(\.hasSortedMembers)
        case .object(let object):
            let names = object.keys.map { $0.lowercased() }
            return names == names.sorted() && object.members.allSatisfy { $0.value.hasSortedMembers }
        default:
            return true
        }
    }
}
