import ArgumentParser
import LocalAppStore

/// What faults of Apple's servers take.
struct ServerFaultOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Which call is struck: \(AppStoreCall.names.joined(separator: ", ")); or a path such as "
                + "'/inApps/v1/transactions/*'. Without it, all.",
            valueName: "name"
        )
    )
    var call: String?

    @Option(help: "Which part of the calls is struck, above 0 and at most 1; the store's seed decides which.")
    var rate: Double?

    @Option(help: ArgumentHelp("The code of an error of the App Store Server API, as 4040010.", valueName: "code"))
    var errorCode: Int?

    @Option(help: "The HTTP status of a server that fails, or the status of verifyReceipt.")
    var status: Int?

    @Option(help: "What a server that fails writes: json, html or empty.")
    var body: String?

    @Option(name: .customLong("retryable"), help: "What verifyReceipt says of asking again: true or false.")
    var isRetryable: Bool?
}
