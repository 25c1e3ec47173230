import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation

/// Says why a command could not do its work: on standard error for a person, as JSON on standard output for a program.
struct FailureReport {
    let terminal: Terminal
    let isJSON: Bool

    /// The input cannot be used.
    func unusable(_ error: any Error) {
        if isJSON {
            let failure =
                (error as? AppReceiptError).map(Self.object) ?? (error as? TrustError).map(Self.object)
                ?? ["rule": "unreadable", "reason": .string("\(error)")]
            let object: JSONObject = ["valid": false, "failures": [.object(failure)]]
            terminal.json(.object(object))
        } else {
            Terminal.complain("\(error)")
        }
    }

    /// A failed rule as JSON.
    static func object(of error: TrustError) -> JSONObject {
        ["rule": .string(error.code.rawValue), "reason": .string(error.reason)]
    }

    /// A failed rule as JSON.
    static func object(of error: AppReceiptError) -> JSONObject {
        var object: JSONObject = ["rule": .string(error.code.rawValue), "reason": .string(error.reason)]
        object[string: "expected"] = error.expected
        object[string: "found"] = error.found
        return object
    }
}
