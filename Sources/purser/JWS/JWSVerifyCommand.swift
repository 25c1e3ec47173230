import AppStoreModels
import AppStoreTrust
import ArgumentParser
import Foundation

/// `purser jws verify`: did the App Store sign this, and is it about this app.
struct JWSVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify a JWS, and what is signed inside it: signature and chain, app, environment, date."
    )

    @Argument(help: InputSource.jwsHelp)
    var input = InputSource.standardInput

    @Option(name: .customLong("bundle-id"), help: "The app it must be about; any if not given.")
    var bundleID: String?

    @Option(
        name: .customLong("environment"),
        help: ArgumentHelp(
            "The App Store it must come from: Production, Sandbox or Xcode; may be repeated.",
            valueName: "name"
        )
    )
    var environments: [EnvironmentArgument] = []

    @OptionGroup var trust: TrustOptions

    @Option(
        help: """
            Ask the authorities that issued the certificates whether they have withdrawn them (OCSP): soft accepts \
            without an answer, hard does not, off asks nobody.
            """
    )
    var revocation = RevocationArgument.off

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        _ = try trust.policy()
    }

    func run() async throws {
        let terminal = Terminal.standardOutput()
        let compact: String
        do {
            compact = try JWSInput.compact(from: input)
            _ = try UnverifiedJWS(compact)
        } catch {
            FailureReport(terminal: terminal, isJSON: json).unusable(error)
            throw ExitStatus.unusable
        }
        let examination = await examiner(try trust.policy()).examine(compact)
        if json {
            terminal.json(.object(examination.json))
        } else {
            examination.lines(on: terminal).forEach(terminal.line)
        }
        if !examination.isValid { throw ExitStatus.invalid }
    }

    private func examiner(_ policy: TrustPolicy) -> JWSExaminer {
        var accepted = Set(environments.map(\.environment))
        if accepted.isEmpty {
            accepted = [.production, .sandbox]
            if trust.acceptsXcode { accepted.insert(.xcode) }
        }
        return JWSExaminer(
            verifier: JWSVerifier(policy: policy),
            bundleID: bundleID,
            environments: accepted,
            revocation: revocation.question,
            now: trust.at?.date ?? Date()
        )
    }
}

/// An App Store named on the command line, in any case.
struct EnvironmentArgument: ExpressibleByArgument {
    let environment: AppStoreEnvironment

    static var allValueStrings: [String] { all.map(\.rawValue) }
    private static let all: [AppStoreEnvironment] = [.production, .sandbox, .xcode]

    init?(argument: String) {
        guard let environment = Self.all.first(where: { $0.rawValue.lowercased() == argument.lowercased() }) else {
            return nil
        }
        self.environment = environment
    }
}
