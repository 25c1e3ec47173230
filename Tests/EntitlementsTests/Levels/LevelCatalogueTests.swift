import Entitlements
import Foundation
import Testing

@Suite("Which products grant which levels")
struct LevelCatalogueTests {
    private static let definitions = [
        LevelCatalogue.Definition("basic", productIDs: ["small"]),
        LevelCatalogue.Definition("pro", productIDs: ["monthly", "yearly", "bundle"]),
        LevelCatalogue.Definition("gold", productIDs: ["gold", "bundle"]),
        LevelCatalogue.Definition("press"),
    ]

    @Test(
        "A product grants the levels that name it",
        arguments: [
            ("small", ["basic"]), ("monthly", ["pro"]), ("bundle", ["pro", "gold"]), ("unknown", []),
        ] as [(String, [EntitlementLevel])]
    )
    func unordered(product: String, levels: [EntitlementLevel]) throws {
        #expect(try LevelCatalogue(Self.definitions).levels(grantedBy: product) == levels)
    }

    @Test(
        "Of ordered levels it grants the lower ones, too",
        arguments: [
            ("small", ["basic"]), ("monthly", ["basic", "pro"]), ("bundle", ["basic", "pro", "gold"]), ("unknown", []),
        ] as [(String, [EntitlementLevel])]
    )
    func ordered(product: String, levels: [EntitlementLevel]) throws {
        #expect(try LevelCatalogue(Self.definitions, isOrdered: true).levels(grantedBy: product) == levels)
    }

    @Test("A level that the catalogue does not know includes itself")
    func included() throws {
        let ordered = try LevelCatalogue(Self.definitions, isOrdered: true)
        #expect(ordered.levels(includedIn: "pro") == ["basic", "pro"])
        #expect(ordered.levels(includedIn: "other") == ["other"])
        #expect(try LevelCatalogue(Self.definitions).levels(includedIn: "pro") == ["pro"])
        #expect(LevelCatalogue().levels(includedIn: "pro") == ["pro"])
    }

    @Test("A catalogue without names, or with a level twice, is refused")
    func refused() {
        #expect(throws: LevelError.self) { try LevelCatalogue([.init("")]) }
        let code = { (levels: [LevelCatalogue.Definition]) -> LevelError.Code? in
            do throws(LevelError) {
                _ = try LevelCatalogue(levels)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code([.init("")]) == .unnamedLevel)
        #expect(code([.init("pro"), .init("pro", productIDs: ["a"])]) == .repeatedLevel)
        #expect(code([.init("pro", productIDs: ["a", ""])]) == .unnamedProduct)
        #expect(code([]) == nil)
    }

    @Test("It is written in order, and read with defaults")
    func json() throws {
        let catalogue = try LevelCatalogue([.init("pro", productIDs: ["yearly", "monthly"])], isOrdered: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = #"{"isOrdered":true,"levels":[{"level":"pro","productIds":["monthly","yearly"]}]}"#
        #expect(String(decoding: try encoder.encode(catalogue), as: UTF8.self) == text)
        #expect(try JSONDecoder().decode(LevelCatalogue.self, from: Data(text.utf8)) == catalogue)
        let short = Data(#"{"levels":[{"level":"press"}]}"#.utf8)
        #expect(try JSONDecoder().decode(LevelCatalogue.self, from: short) == LevelCatalogue([.init("press")]))
    }

    @Test(
        "What breaks a rule is not read",
        arguments: [
            #"{}"#, #"{"levels":{}}"#, #"{"levels":[{"productIds":["a"]}]}"#, #"{"levels":[{"level":""}]}"#,
            #"{"levels":[{"level":"a"},{"level":"a"}]}"#, #"{"levels":[{"level":"a","productIds":[1]}]}"#,
        ]
    )
    func badJSON(text: String) {
        #expect(throws: (any Error).self) { try JSONDecoder().decode(LevelCatalogue.self, from: Data(text.utf8)) }
    }
}
