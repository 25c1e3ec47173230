import AppStoreModels
import AppStoreTrust
import ArgumentParser

/// `purser jws show`: everything a JWS says, verified by nobody.
struct JWSShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show header, certificates and payload of a JWS, without verifying it."
    )

    @Argument(help: InputSource.jwsHelp)
    var input = InputSource.standardInput

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let terminal = Terminal.standardOutput()
        let report: UnverifiedJWSReport
        do {
            report = UnverifiedJWSReport(name: "JWS", jws: try UnverifiedJWS(try JWSInput.compact(from: input)))
        } catch {
            FailureReport(terminal: terminal, isJSON: json).unusable(error)
            throw ExitStatus.unusable
        }
        if json {
            terminal.json(.object(report.json))
        } else {
            report.lines(on: terminal).forEach(terminal.line)
            terminal.line()
            terminal.line(terminal.styled("Nothing was verified: anybody can write such a JWS.", .bad))
        }
    }
}
