import AppStoreModels
import PurchaseServer

/// A setting of the purchase server that a flag, a variable and a member of the file can give.
///
/// One precedence for all of them: flag, then variable, then file, then what is usual.
struct ServerSetting: Sendable {
    /// What may be said.
    enum Kind: Sendable, Equatable {
        case text
        /// The path of a file; the only way to give a secret.
        case file
        case integer(ClosedRange<Int>)
        case number(ClosedRange<Double>)
        case yesOrNo
        case choice([String])
        case list
    }

    /// The member of the configuration file.
    let name: String
    /// The option of the command line, without hyphens.
    let flag: String
    let kind: Kind
    /// What counts where nothing is said; nil for nothing.
    let standard: String?
    /// One line for people.
    let meaning: String

    /// The environment variable.
    var variable: String { Self.variablePrefix + Self.snakeCase(name) }

    static let variablePrefix = "PURSER_SERVER_"
    /// Where in the configuration all settings are.
    static let scope = ["purser", "server"]

    /// The file itself, which no file can name.
    static let fileVariable = variablePrefix + "CONFIG"

    private static func snakeCase(_ name: String) -> String {
        name.reduce(into: "") { text, character in
            if character.isUppercase { text += "_" }
            text += character.uppercased()
        }
    }

    /// What the kind is called where it is refused, and in the table of the articles.
    var expectation: String {
        switch kind {
        case .text: "a text"
        case .file: "the path of a file"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .number(let range): "a number from \(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))"
        case .yesOrNo: "true or false"
        case .choice(let names): "one of \(names.joined(separator: ", "))"
        case .list: "a list of texts"
        }
    }

    private static func short(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }

    /// Whether a text is what the kind demands.
    func accepts(_ text: String) -> Bool {
        switch kind {
        case .text, .list: !text.isEmpty
        case .file: !text.isEmpty
        case .integer(let range): Int(text).map(range.contains) ?? false
        case .number(let range): Double(text).map(range.contains) ?? false
        case .yesOrNo: text == "true" || text == "false"
        case .choice(let names): names.contains(text)
        }
    }
}
