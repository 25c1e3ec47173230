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
        name: .customLong("app-apple-id"),
        help: ArgumentHelp("The app's number in the App Store, which production names.", valueName: "number")
    )
    var appAppleID: Int64?

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
        guard appAppleID == nil || bundleID != nil else { throw ValidationError("--app-apple-id needs --bundle-id") }
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
        let verifier = verifier(try trust.policy())
        let verdict: JWSVerdict
        if let question = revocation.question {
            verdict = JWSVerdict(await verifier.examine(compact) { await question.outcome(of: $0) })
        } else {
            verdict = JWSVerdict(verifier.examine(compact))
        }
        if json {
            terminal.json(.object(verdict.json))
        } else {
            verdict.lines(on: terminal).forEach(terminal.line)
        }
        if !verdict.isValid { throw ExitStatus.invalid }
    }

    private func verifier(_ policy: TrustPolicy) -> SignedDataVerifier {
        var accepted = Set(environments.map(\.environment))
        if accepted.isEmpty {
            accepted = [.production, .sandbox]
            if trust.acceptsXcode { accepted.insert(.xcode) }
        }
        let moment = trust.at?.date ?? Date()
        let apps = bundleID.map { [AppIdentity(bundleID: $0, appAppleID: appAppleID)] }
        let verifier = SignedDataVerifier(policy: policy, apps: apps ?? [], environments: accepted) { moment }
        return apps == nil ? verifier.acceptingAnyApp() : verifier
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
