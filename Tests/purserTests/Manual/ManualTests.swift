import Foundation
import TestSupport
import Testing

@testable import purser

@Suite("The manual page and the completions of the tool", .timeLimit(.minutes(15)))
struct ManualTests {
    private static func program(_ name: String) -> URL? {
        ["/bin/", "/usr/bin/", "/usr/local/bin/"].map { URL(fileURLWithPath: $0 + name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    @Test("A shell takes its script without complaint", arguments: ["bash", "zsh", "fish"])
    func syntax(shell: String) async throws {
        let script = try await Tool.run("completions", shell)
        #expect(script.status == 0)
        #expect(script.output.contains("price-increase"))
        guard let program = Self.program(shell) else { return }
        let outcome = try await Command(program, ["-n"]).run(input: Data(script.output.utf8))
        #expect(outcome.ending == .exited(0))
        #expect(outcome.text == "")
    }

    @Test("bash completes commands and options", .enabled(if: program("bash") != nil))
    func bash() async throws {
        let bash = try #require(Self.program("bash"))
        let script = try await Tool.run("completions", "bash").output
        let questions = """

            ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMPREPLY=()
              _purser purser "${!#}" "${@: -2:1}"; printf '%s\\n' "${COMPREPLY[@]}"; }
            ask purser st; ask purser storekit for; ask purser store account flora --store
            """
        let outcome = try await Command(bash, []).run(input: Data((script + questions).utf8))
        #expect(outcome.errors == "")
        let words = String(decoding: outcome.output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        #expect(words == ["store", "storekit", "format", "--storefront"])
    }

    @Test("A shell that is not known is refused")
    func unknownShell() async throws {
        #expect(try await Tool.run("completions", "csh").status == 64)
        #expect(try await Tool.run("completions").status == 64)
    }

    @Test("The manual page has every command and is read without a warning")
    func page() async throws {
        let page = try await Tool.run("man")
        #expect(page.status == 0)
        for command in PrintingArguments.allCommands where !command.isEmpty {
            #expect(page.output.contains(".SS \"purser \(command.replacing("-", with: "\\-"))"), "\(command)")
        }
        let flag = #"\fB\-\-without\-keys\fR"#
        let opposite = #"\fB\-\-no\-without\-keys\fR"#
        let entries = Set(page.output.split(separator: "\n").filter { $0.contains(#"without\-keys"#) })
        #expect(entries == ["\(flag), \(opposite)"], "the text says what the first does, not the second")
        guard let groff = Self.program("groff") else { return }
        let arguments = ["-man", "-Tutf8", "-ww", "-P-c"]
        let outcome = try await Command(groff, arguments).run(input: Data(page.output.utf8))
        #expect(outcome.ending == .exited(0))
        #expect(outcome.errors == "")
        let text = String(decoding: outcome.output, as: UTF8.self).replacing(/.\x08/, with: "")
        #expect(
            text.contains("In‐app purchases, from the buy button to the server.") || text.contains("In-app purchases")
        )
        #expect(text.contains("--app-account-token uuid"))
        #expect(text.contains("purser store buy <product>"))
    }
}
