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
