import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation
import StoreConfiguration

/// Says why a command could not do its work: on standard error for a person, as JSON on standard output for a program.
struct FailureReport {
    let terminal: Terminal
    let isJSON: Bool

    /// The input cannot be used.
    func unusable(_ error: any Error) {
        if isJSON {
            let object: JSONObject = ["isValid": false, "failures": [.object(Self.object(of: error))]]
            terminal.json(.object(object))
        } else {
            Terminal.complain("\(error)")
        }
    }

    /// What is wrong with an input as JSON: by the code of the library that refused it, `unreadable` where none was asked.
    static func object(of error: any Error) -> JSONObject {
        switch error {
        case let error as AppReceiptError: object(of: error)
        case let error as TrustError: object(of: error)
        case let error as ConfigurationError: object(of: error)
        case let error as OutputFile.Failure: ["rule": "file-unusable", "reason": .string(error.description)]
        default: ["rule": "unreadable", "reason": .string("\(error)")]
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

    /// A failed rule as JSON, with the place in the file as the linter tells it.
    static func object(of error: ConfigurationError) -> JSONObject {
        var object: JSONObject = ["rule": .string(error.code.rawValue), "reason": .string(error.reason)]
        object[string: "path"] = error.path.isEmpty ? nil : error.path
        object[integer: "line"] = error.location.map { Int64($0.line) }
        object[integer: "column"] = error.location.map { Int64($0.column) }
        return object
    }
}
