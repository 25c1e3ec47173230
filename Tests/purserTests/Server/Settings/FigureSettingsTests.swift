import AppStoreModels
import Foundation
import PurchaseFigures
import TestSupport
import Testing

@testable import purser

@Suite("Settings of figures")
struct FigureSettingsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func rules(_ flags: [String: String]) throws -> FigureRules? {
        try ServerSettings(flags: flags.mapValues { [$0] }, config: nil, environment: [:]).figureRules()
    }

    private func rules(file json: String) throws -> FigureRules? {
        let file = try folder.file("purser.json", content: Data(json.utf8))
        return try ServerSettings(flags: [:], config: file.path, environment: [:]).figureRules()
    }

    @Test("What is left of prices by storefront and day, and how long products last")
    func proceeds() throws {
        let rules = try rules(
            file: #"""
                {"reportingCurrency":"USD","proceeds":{"all":[{"from":"2024-01-01","commission":0.15}],
                "DEU":[{"from":"2024-01-01","taxRate":0.19,"commission":0.30,"commissionAfterYear":0.15},
                {"from":"2025-06-01","taxShare":0.05,"commission":1}]},
                "productPeriods":{"week":"P1W","month":"P1M","year":"P1Y","days":"P3D"}}
                """#
        )
        let day = try #require(Day("2024-01-01"))
        let later = try #require(Day("2025-06-01"))
        let table = try #require(rules?.proceeds)
        #expect(table.row(storefront: "USA", on: day)?.proceeds(100) == 85)
        #expect(table.row(storefront: "DEU", on: day)?.proceeds(119) == 70)
        #expect(table.row(storefront: "DEU", on: day)?.proceeds(119, isAfterYear: true) == 85)
        #expect(table.row(storefront: "DEU", on: later)?.netOfTax(100) == 95)
        #expect(table.row(storefront: "USA", on: day.adding(days: -1)) == nil)
        let periods = ["week": .days(7), "month": .months(1), "year": .months(12), "days": PaidPeriod.days(3)]
        #expect(rules?.productPeriods == periods)
        #expect(try self.rules(file: #"{"reportingCurrency":"USD"}"#)?.proceeds == nil)
    }

    @Test(
        "What says nothing about proceeds or lengths is refused by its place",
        arguments: [
            (#"{"proceeds":[]}"#, "proceeds must be an object"),
            (#"{"proceeds":{"de":[]}}"#, "proceeds must be by storefront"),
            (#"{"proceeds":{"DEU":[]}}"#, "proceeds.DEU must be a list of rows"),
            (#"{"proceeds":{"DEU":[1]}}"#, "proceeds.DEU must be a list of objects"),
            (#"{"proceeds":{"all":[{"commission":0.1}]}}"#, "proceeds.all.from must be a day"),
            (#"{"proceeds":{"all":[{"from":"2024-02-30","commission":0.1}]}}"#, "proceeds.all.from must be a day"),
            (#"{"proceeds":{"all":[{"from":"2024-01-01"}]}}"#, "proceeds.all.commission must be a number from 0 to 1"),
            (#"{"proceeds":{"all":[{"from":"2024-01-01","commission":15}]}}"#, "commission must be a number from 0"),
            (#"{"proceeds":{"all":[{"from":"2024-01-01","commission":"0.1"}]}}"#, "commission must be a number"),
            (
                #"{"proceeds":{"all":[{"from":"2024-01-01","commission":0.1,"tax":0.2}]}}"#,
                "commission, commissionAfterYear, from, taxRate, taxShare, and not tax"
            ),
            (
                #"{"proceeds":{"all":[{"from":"2024-01-01","commission":0.1,"taxRate":0.2,"taxShare":0.1}]}}"#,
                "taxRate or taxShare, not both"
            ),
            (
                #"{"proceeds":{"all":[{"from":"2024-01-01","commission":0.1},{"from":"2024-01-01","commission":0.2}]}}"#,
                "proceeds.all must be one row from 2024-01-01"
            ),
            (#"{"productPeriods":{"a":"month"}}"#, "productPeriods.a must be a period"),
            (#"{"productPeriods":{"a":"P0M"}}"#, "productPeriods.a must be a period"),
            (#"{"productPeriods":{"a":"P1M2D"}}"#, "productPeriods.a must be a period"),
            (#"{"productPeriods":{"a":7}}"#, "productPeriods.a must be a period"),
        ]
    )
    func refused(json: String, words: String) throws {
        let error = #expect(throws: SettingsError.self) { try rules(file: json) }
        #expect(error?.origin == .file)
        #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
    }

    @Test("The configuration that is printed has them as they stand in the file")
    func printed() async throws {
        let text = #"{"proceeds":{"all":[{"from":"2024-01-01","commission":0.15}]},"productPeriods":{"a":"P1M"}}"#
        let file = try folder.file("purser.json", content: Data(text.utf8))
        let outcome = try await Tool.run("server", "serve", "--config", file.path, "--print-configuration", "--json")
        let settings = try #require(try JSONValue(parsing: outcome.output).object?[object: "settings"])
        for (name, value) in try #require(try JSONValue(parsing: text).object).members {
            #expect(settings[name] == ["value": value, "origin": .string(file.path)])
        }
    }

    private func file(_ text: Data) throws -> String { try folder.file("rates.csv", content: text).path }

    @Test("A currency, a file of rates, and both where they agree")
    func rates() throws {
        #expect(try rules([:]) == nil)
        #expect(try rules(["reportingCurrency": "EUR"])?.rates.reportingCurrency == "EUR")
        let file = try file(Data("date,currency,USD\n2026-01-01,EUR,1.5\n".utf8))
        let both = try rules(["reportingCurrency": "USD", "currencyRatesFile": file, "weekFactor": "calendar"])
        #expect(both?.rates.currencies == ["USD", "EUR"])
        #expect(both?.weekFactor == .calendar)
        #expect(throws: SettingsError.self) { try rules(["reportingCurrency": "EUR", "currencyRatesFile": file]) }
    }

    @Test("What is wrong with the file is said of the file")
    func mistakes() throws {
        let nowhere = folder.url.appendingPathComponent("none.csv").path
        for (path, words) in [
            (nowhere, "cannot be read"), (try file(Data([0xFF, 0xFE])), "is no text in UTF-8"),
        ] {
            let error = #expect(throws: SettingsError.self) { try rules(["currencyRatesFile": path]) }
            #expect(error?.reason.contains("\(path) \(words)") == true, "\(error?.reason ?? "")")
        }
        let line = #expect(throws: SettingsError.self) {
            try rules(["currencyRatesFile": try file(Data("date,currency,USD\n2026-01-01,EUR,0\n".utf8))])
        }
        #expect(line?.reason.contains("line 2") == true)
    }

    @Test("A file is as long as rates may be, and of a longer one, or of one without end, no more is read")
    func length() throws {
        let limit = 64 * 1024 * 1024
        func reason(_ path: String) -> String {
            #expect(throws: SettingsError.self) { try rules(["currencyRatesFile": path]) }?.reason ?? ""
        }
        // Of one that is short enough the next thing is said that is wrong.
        #expect(reason(try file(Data(repeating: 0xFF, count: limit))).contains("is no text in UTF-8"))
        #expect(reason(try file(Data(repeating: 0x20, count: limit + 1))).contains("67108865 bytes were seen"))
        #expect(reason("/dev/zero").contains("67108865 bytes were seen"))
    }
}
