import AppStoreServerClient
import ArgumentParser
import LocalAppStore

/// What faults of Apple's servers take.
struct ServerFaultOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Which call is struck: \(AppStoreCall.names.joined(separator: ", ")); a name that "
                + "`purser api` has; or a path such as '/inApps/v1/transactions/*'. Without it, all.",
            valueName: "name"
        )
    )
    var call: String?

    /// The call by the name that Apple's clients give it; one that only `purser api` has is looked up.
    var callName: String? {
        guard let call, let endpoint = ServerAPIEndpoint.all.first(where: { $0.name == call }) else { return call }
        return AppStoreCall(method: endpoint.method, path: endpoint.path)?.name ?? call
    }

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
