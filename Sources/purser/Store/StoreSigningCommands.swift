import AppStoreModels
import ArgumentParser
import Foundation
import LocalAppStoreServer

/// `purser store renewal-info`: renewal information as it is signed.
struct StoreRenewalInfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "renewal-info",
        abstract: "Print the renewal information of a subscription as the store signs it (JWS).",
        discussion: "With --json also what it says."
    )

    @Argument(help: "The subscription: its first transaction.")
    var subscription: String

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        try await connection.perform(.signedRenewalInfo(subscription), text: StoreText.signed)
    }
}

/// `purser store app-transaction`: an app transaction as it is signed.
struct StoreAppTransactionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app-transaction",
        abstract: "Print the app transaction of a customer as the store signs it (JWS).",
        discussion: "With --json also what it says."
    )

    @Option(help: "Whose.")
    var account: String

    @Option(help: "The device's `AppStore.deviceVerificationID`, a UUID; without it the device is left out.")
    var device: String?

    @OptionGroup var connection: StoreConnectionOptions

    func validate() throws {
        if let device, UUID(uuidString: device) == nil { throw ValidationError("--device: \(device) is no UUID") }
    }

    func run() async throws {
        let device = device.flatMap(UUID.init(uuidString:))
        try await connection.perform(.signedAppTransaction(account: account, device: device), text: StoreText.signed)
    }
}

/// `purser store sign`: signs what somebody has made up.
struct StoreSignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Sign a payload that you have made up, as the store signs its own (JWS).",
        discussion: """
            The payload is a JSON object. With --as, what it does not say of where it comes from and when is filled in: \
            transaction, renewal, appTransaction, notification; any, which fills nothing in. In the data of a \
            notification, signedTransactionInfo, signedRenewalInfo and signedAppTransactionInfo may be objects: they are \
            signed first. Example:

              echo '{"transactionId":"1","productId":"shop.posy"}' | purser store sign --as transaction --data shop
            """
    )

    /// The longest payload that is read, in bytes; the store takes bodies of 64 KiB.
    private static let limit = 64 * 1024

    @Argument(help: "A file with the payload, or - for standard input.")
    var file = InputSource.standardInput

    @Option(name: .customLong("as"), help: ArgumentHelp("What the payload is; any if not given.", valueName: "kind"))
    var kind: PayloadKindArgument?

    @Option(help: "Whose data it is, for faults that strike one customer.")
    var account: String?

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        let payload: JSONObject
        do {
            payload = try Self.payload(in: file)
        } catch {
            Terminal.standardOutput().complain("file-unusable", "\(error)", json: connection.json)
            throw ExitStatus.unusable
        }
        try await connection.perform(
            .sign(SigningOrder(kind?.kind ?? .any, payload: payload, account: account)),
            text: StoreText.signed
        )
    }

    private static func payload(in file: InputSource) throws(InputError) -> JSONObject {
        let data = try file.readFile(limit: limit)
        do {
            guard let object = try JSONValue(parsing: data).object else {
                throw InputError(reason: "\(file) is JSON, but no object")
            }
            return object
        } catch let error as InputError {
            throw error
        } catch {
            throw InputError(reason: "\(file) is no JSON: \(error)")
        }
    }
}

/// What a payload is, named on the command line.
struct PayloadKindArgument: ExpressibleByArgument {
    let kind: SigningOrder.Kind

    static var allValueStrings: [String] { SigningOrder.Kind.allCases.map(\.rawValue) }

    init?(argument: String) {
        guard let kind = SigningOrder.Kind(rawValue: argument) else { return nil }
        self.kind = kind
    }
}

/// `purser store resend`: sends one notification once more.
struct StoreResendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resend",
        abstract: "Send one notification once more, whatever became of it.",
        discussion: """
            The same bytes go to where notifications go. `purser store list notifications --json` has the identifiers. Ends \
            with 1 if the receiver did not take it.
            """
    )

    @Argument(help: "The notification: its notificationUUID.")
    var notification: String

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        var isTaken = false
        try await connection.perform(
            { client throws(StoreControlError) in try await client.send(.resendNotification(notification)) },
            seen: { answer in
                isTaken = answer.json[string: "sendAttemptResult"] == NotificationSendResult.success.rawValue
            },
            text: { answer, terminal in terminal.line(answer.json[string: "sendAttemptResult"] ?? "") }
        )
        if !isTaken { throw ExitStatus.invalid }
    }
}

extension StoreText {
    static func signed(_ signed: SignedRecord, on terminal: Terminal) { terminal.line(signed.jws ?? "") }
}
