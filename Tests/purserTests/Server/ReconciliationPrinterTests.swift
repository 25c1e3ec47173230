import AppStoreModels
import Foundation
import Locking
import TestSupport
import Testing

@testable import PurchaseServer
@testable import purser

@Suite("What purser server reconcile prints")
struct ReconciliationPrinterTests {
    private static let difference = ReconciliationDifference(
        kind: .revocationDate,
        environment: .sandbox,
        originalTransactionID: "2000",
        transactionID: "2001",
        known: nil,
        stated: "2026-01-31T12:00:00Z",
        isMended: true
    )

    private static func step(_ differences: [ReconciliationDifference], failure: String? = nil) -> ReconciliationStep {
        ReconciliationStep(
            environment: .sandbox,
            originalTransactionID: "2000",
            differences: differences,
            failure: failure,
            checked: 1,
            total: 2,
            position: "p1"
        )
    }

    private func printed(isJSON: Bool, _ body: (ReconciliationPrinter) -> Void) -> [String] {
        let text = Locked("")
        let terminal = Terminal(isStyled: false) { line in text.withLock { $0 += line } }
        body(ReconciliationPrinter(terminal: terminal, isJSON: isJSON, isWatched: false))
        return text.withLock { $0 }.split(separator: "\n").map(String.init)
    }

    @Test("A person reads a line for each difference and failure, and at the end how to go on")
    func person() {
        var report = ReconciliationReport()
        (report.checked, report.differences, report.failures, report.position) = (2, 1, 1, "p1")
        let lines = printed(isJSON: false) { printer in
            printer.print(Self.step([Self.difference]))
            printer.print(Self.step([], failure: "the App Store is away"))
            printer.print(report, mends: false)
        }
        #expect(
            lines == [
                "mended  Sandbox  2001  revocation-date  known: -  App Store: 2026-01-31T12:00:00Z",
                "2000  could not be asked about: the App Store is away",
                "2 purchases, 1 differences, 0 mended, 1 could not be asked about",
                "the next run goes on there: --from p1", "--mend keeps what the App Store says",
            ]
        )
    }

    @Test("A program reads an object a line, with members of the article about the wire")
    func program() throws {
        var report = ReconciliationReport()
        (report.checked, report.differences, report.mended, report.failures) = (2, 1, 1, 1)
        report.interruption = "stopped"
        let lines = printed(isJSON: true) { printer in
            printer.print(Self.step([Self.difference], failure: "away"))
            printer.print(report, mends: true)
        }
        let objects = try lines.map { try #require(try JSONValue(parsing: $0).object) }
        #expect(objects.count == 3)
        #expect(objects[0][boolean: "isMended"] == true)
        #expect(objects[1][string: "failure"] == "away")
        let counts = ["checkedCount", "differenceCount", "mendedCount", "failureCount"]
        #expect(counts.map { objects[2][integer: $0] } == [2, 1, 1, 1])
        let article = try WireArticle()
        for object in objects { #expect(article.strangers(in: object) == [], "\(object)") }
    }

    @Test(
        "All is settled if nothing is left to mend, to ask or to look at",
        arguments: [(1, 1, 0, nil, true), (1, 0, 0, nil, false), (0, 0, 1, nil, false), (0, 0, 0, "p", false)]
    )
    func settled(differences: Int, mended: Int, failures: Int, position: String?, isSettled: Bool) {
        var report = ReconciliationReport()
        (report.differences, report.mended, report.failures) = (differences, mended, failures)
        report.position = position
        #expect(report.isSettled == isSettled)
    }
}
