import AppStoreModels
import AppStoreServerClient
import ArgumentParser
import Foundation

/// `purser offer`: what an app shows the App Store to get an offer.
struct OfferCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offer",
        abstract: "Sign offers with an In-App Purchase key.",
        subcommands: [OfferSignCommand.self]
    )
}

/// `purser offer sign`: one signature.
struct OfferSignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Sign a promotional offer, or whether an introductory offer is allowed.",
        discussion: """
            v2 prints the JWS for promotionalOffer(_:compactJWS:), v1 what SKPaymentDiscount takes, intro the JWS for \
            introductoryOfferEligibility(compactJWS:). The key comes from the same options and variables as that of \
            `purser api`; with --local a store on this machine signs at its own time, and \
            `purser store buy --jws` shows it the signature.
            """
    )

    /// What is signed.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case v1, v2, intro
    }

    @Argument(help: "v1, v2 or intro.")
    var kind: Kind

    @Option(help: "The subscription that is bought.")
    var product: String

    @Option(help: "The promotional offer; for v1 and v2.")
    var offer: String?

    @Option(help: "A transaction of the customer; for intro, and recommended for v2.")
    var transaction: String?

    @Option(help: "The account token or username that the app gives, to the letter; for v1.")
    var username: String?

    @Flag(help: "Refuse the introductory offer instead of allowing it; for intro.")
    var refuse = false

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var key: APIKeyOptions

    func validate() throws {
        guard kind == .intro || offer != nil else { throw ValidationError("--offer says which offer is signed") }
        guard kind != .intro || transaction != nil else { throw ValidationError("--transaction says whose it is") }
    }

    func run() async throws {
        let terminal = Terminal.standardOutput()
        do {
            let access = try await key.access()
            let storeTime = access.storeTime
            let signer = OfferSigner(key: access.key, bundleID: access.bundleID) { storeTime ?? Date() }
            let signed = try sign(signer)
            if json {
                terminal.json(.object(signed))
            } else if let jws = signed[string: "jws"] {
                terminal.line(jws)
            } else {
                var table = TextTable()
                for (name, value) in signed.members { table.add(name, value.lenientString ?? "") }
                table.lines(on: terminal).forEach(terminal.line)
            }
        } catch let error as ServerAPIError {
            terminal.complain(error.code.rawValue, error.reason, json: json)
            throw ExitStatus.unusable
        } catch let error as APIAccessError {
            terminal.complain(error.code, error.message, json: json)
            throw ExitStatus.unusable
        }
    }

    private func sign(_ signer: OfferSigner) throws(ServerAPIError) -> JSONObject {
        switch kind {
        case .v1:
            // A UUID is signed in lower case, as a device sends it.
            let token = username.flatMap(UUID.init(uuidString:))
            let name = token?.uuidString.lowercased() ?? username
            return try signer.promotionalOfferV1(offer ?? "", of: product, applicationUsername: name).json
        case .v2:
            return ["jws": .string(try signer.promotionalOffer(offer ?? "", of: product, transactionID: transaction))]
        case .intro:
            let jws = try signer.introductoryOffer(
                isAllowed: !refuse,
                of: product,
                transactionID: transaction ?? ""
            )
            return ["jws": .string(jws)]
        }
    }
}
