import AppReceipt
import AppStoreModels
import AppStoreTrust
import ArgumentParser

/// What came out of verifying a receipt, for a person and for a program.
struct ReceiptVerdict {
    let validation: ReceiptValidation

    /// nil for a valid receipt.
    var exitStatus: ExitCode? {
        if validation.isValid { return nil }
        // A receipt that was tampered with may be unreadable behind its broken signature: that is an invalid receipt.
        let isReadable = validation.receipt != nil || validation.failures.count > 1
        return isReadable ? ExitStatus.invalid : ExitStatus.unusable
    }

    var json: JSONObject {
        var object: JSONObject = ["isValid": .bool(validation.isValid)]
        object[array: "failures"] = validation.failures.map { .object(FailureReport.object(of: $0)) }
        object[object: "receipt"] = validation.receipt.map(ReceiptJSON.summary)
        return object
    }

    func lines(on terminal: Terminal) -> [String] {
        var table = TextTable()
        for (name, failure) in checks {
            let mark = failure == nil ? terminal.styled("✓", .good) : terminal.styled("✗", .bad)
            table.add(mark, name, failure.map(describe) ?? validation.receipt.map { meaning(of: name, in: $0) } ?? "")
        }
        let verdict =
            validation.isValid
            ? terminal.styled("The receipt is valid.", .good)
            : terminal.styled("The receipt is not valid: \(validation.failures.first?.code.rawValue ?? "")", .bad)
        return table.lines(on: terminal).map(\.trimmedAtEnd) + [verdict]
    }

    /// Every rule with its failure, or, if the receipt cannot be read, the reasons alone.
    private var checks: [(name: String, failure: AppReceiptError?)] {
        guard validation.receipt != nil else { return validation.failures.map { ($0.code.rawValue, $0) } }
        return validation.checks.map { ($0.rule.rawValue, $0.failure) }
    }

    /// What a rule that passed has shown.
    private func meaning(of rule: String, in receipt: AppReceipt) -> String {
        switch ReceiptRuleID(rawValue: rule) {
        case .signature: "\(receipt.signatureDigest.rawValue) with RSA, chain ends at a trusted root"
        case .bundleID: receipt.bundleID
        case .appVersion: receipt.appVersion
        case .deviceHash: "made for this device"
        case .environment: receipt.environment?.rawValue ?? ""
        case .creationDate: "made \(RFC3339.string(from: receipt.creationDate))"
        case .expiration: receipt.expirationDate.map { "until \(RFC3339.string(from: $0))" } ?? "does not expire"
        default: ""
        }
    }

    private func describe(_ error: AppReceiptError) -> String {
        let details = [error.expected.map { "expected \($0)" }, error.found.map { "found \($0)" }].compactMap(\.self)
        return details.isEmpty ? error.reason : "\(error.reason) (\(details.joined(separator: ", ")))"
    }
}

extension String {
    /// Without spaces at the end.
    var trimmedAtEnd: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
