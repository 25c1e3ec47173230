import AppStoreModels
import Foundation
import SystemCalls

/// Where the tool writes: standard output, with colour only if a person looks at it.
///
/// What is written comes from files, from receipts and from strangers' stores. None of it can command the terminal or
/// begin a line of its own: control characters are written out.
///
/// Lines are as wide as `COLUMNS` says, else as the window is, else 80.
struct Terminal: Sendable {
    /// Whether styles are written.
    let isStyled: Bool
    /// How many columns a line may have, at least 40.
    let width: Int
    private let sink: @Sendable (String) -> Void

    /// A terminal on standard output.
    ///
    /// Colour needs a terminal, the variable `NO_COLOR` unset (https://no-color.org) and a `TERM` other than `dumb`.
    static func standardOutput(environment: [String: String] = ProcessInfo.processInfo.environment) -> Terminal {
        let wanted = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        let columns =
            environment["COLUMNS"].flatMap(Int.init)
            ?? WindowSize(descriptor: STDOUT_FILENO)?.columns ?? 80
        return Terminal(isStyled: wanted && isatty(STDOUT_FILENO) == 1, width: columns) { text in
            StandardStream.output.write(text)
        }
    }

    /// A terminal that writes elsewhere, for tests.
    init(isStyled: Bool, width: Int = 80, sink: @escaping @Sendable (String) -> Void) {
        self.isStyled = isStyled
        self.width = max(40, width)
        self.sink = sink
    }

    /// Writes one line.
    func line(_ text: String = "") {
        sink(escaped(text) + "\n")
    }

    /// Writes JSON for a program, as it is.
    func json(_ value: JSONValue, _ layout: JSONLayout = .indented) {
        sink(value.serialized(layout) + "\n")
    }

    /// Writes one line to standard error: what went wrong.
    static func complain(_ message: String) {
        note("purser: \(message)")
    }

    /// Says what went wrong: one line for a person; for a program an object with `error`, as the local store answers.
    ///
    /// - Parameter json: Whether a program reads it.
    func complain(_ code: String, _ message: String, json: Bool, _ layout: JSONLayout = .indented) {
        guard json else { return Self.complain(message) }
        self.json(.object(["error": ["code": .string(code), "message": .string(message)]]), layout)
    }

    /// Writes one line beside the result, to standard error; nothing once standard output has failed, which is then all
    /// that there is to say.
    static func note(_ text: String) {
        guard StandardStream.output.failure == nil else { return }
        StandardStream.errors.write(text.escapingControlCharacters() + "\n")
    }

    /// The text with its control characters written out; the styles of this terminal stay.
    func escaped(_ text: String) -> String {
        text.escapingControlCharacters(except: isStyled ? Style.sequences : [])
    }

    /// The text in a style, or as it is where styles are off.
    func styled(_ text: String, _ style: Style) -> String {
        isStyled ? "\u{1B}[\(style.code)m\(text)\u{1B}[0m" : text
    }

    /// The few styles the tool uses.
    enum Style: Sendable, CaseIterable {
        case heading, quiet, good, bad, name

        /// What ``Terminal/styled(_:_:)`` puts before and behind a text.
        fileprivate static let sequences = ["\u{1B}[0m"] + allCases.map { "\u{1B}[\($0.code)m" }

        fileprivate var code: String {
            switch self {
            case .heading: "1"
            case .quiet: "2"
            case .good: "32"
            case .bad: "1;31"
            case .name: "36"
            }
        }
    }
}
