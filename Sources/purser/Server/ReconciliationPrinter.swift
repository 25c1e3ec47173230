import AppStoreModels
import Foundation
import PurchaseServer

/// Says what a reconciliation finds while it finds it.
struct ReconciliationPrinter: Sendable {
    let terminal: Terminal
    let isJSON: Bool
    /// Whether a person watches standard error.
    var isWatched = isatty(STDERR_FILENO) == 1

    /// What one purchase came to.
    func print(_ step: ReconciliationStep) {
        for difference in step.differences { isJSON ? terminal.json(json(difference), .compact) : line(difference) }
        if let failure = step.failure {
            if isJSON {
                terminal.json(
                    [
                        "environment": .string(step.environment.rawValue),
                        "originalTransactionId": .string(step.originalTransactionID), "failure": .string(failure),
                    ],
                    .compact
                )
            } else {
                terminal.line("\(step.originalTransactionID)  could not be asked about: \(failure)")
            }
        }
        guard isWatched, !isJSON else { return }
        StandardStream.errors.write("\r\(step.checked) of \(step.total)\(step.checked == step.total ? "\n" : "")")
    }

    /// The sum.
    func print(_ report: ReconciliationReport, mends: Bool) {
        if isJSON { return terminal.json(.object(json(report)), .compact) }
        let left = report.differences - report.mended
        if let start = report.resumedFrom { terminal.line("went on after \(start), where the last run stopped") }
        terminal.line(
            "\(report.checked) purchases, \(report.differences) differences, \(report.mended) mended, \(report.failures) "
                + "could not be asked about"
        )
        if let interruption = report.interruption { terminal.line("it ended early: \(interruption)") }
        if let position = report.position { terminal.line("the next run goes on there: --from \(position)") }
        if left > 0, !mends { terminal.line("--mend keeps what the App Store says") }
    }

    func fail(_ code: String, _ message: String) { terminal.complain(code, message, json: isJSON, .compact) }

    private func line(_ difference: ReconciliationDifference) {
        let name = difference.transactionID ?? difference.originalTransactionID
        let state = difference.isMended ? terminal.styled("mended", .good) : terminal.styled("differs", .bad)
        terminal.line(
            "\(state)  \(difference.environment.rawValue)  \(name)  \(difference.kind.rawValue)  known: "
                + "\(difference.known ?? "-")  App Store: \(difference.stated ?? "-")"
        )
    }

    private func json(_ difference: ReconciliationDifference) -> JSONValue {
        var object: JSONObject = [
            "kind": .string(difference.kind.rawValue), "environment": .string(difference.environment.rawValue),
            "originalTransactionId": .string(difference.originalTransactionID), "isMended": .bool(difference.isMended),
        ]
        object["transactionId"] = difference.transactionID.map { .string($0) }
        object["known"] = difference.known.map { .string($0) }
        object["stated"] = difference.stated.map { .string($0) }
        return .object(object)
    }

    private func json(_ report: ReconciliationReport) -> JSONObject {
        var object: JSONObject = [
            "checkedCount": .number(JSONNumber(report.checked)),
            "differenceCount": .number(JSONNumber(report.differences)),
            "mendedCount": .number(JSONNumber(report.mended)), "failureCount": .number(JSONNumber(report.failures)),
        ]
        object["resumedFrom"] = report.resumedFrom.map { .string($0) }
        object["position"] = report.position.map { .string($0) }
        object["interruption"] = report.interruption.map { .string($0) }
        return object
    }
}
