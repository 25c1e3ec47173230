import ArgumentParser

/// `purser jws`: what is in a signed transaction or notification, and is it genuine.
struct JWSCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jws",
        abstract: "Read and verify what the App Store signs as JWS, offline.",
        discussion: """
            Transactions, renewal information, app transactions and notifications are told apart by their content. INPUT \
            is a path, the JWS itself, or - for standard input, which is also read if nothing is given. The body of a \
            notification or an answer of the App Store Server API is read too, if it holds one JWS. Exit codes: 0 valid, \
            1 invalid, 2 the input is no JWS.
            """,
        subcommands: [JWSShowCommand.self, JWSVerifyCommand.self]
    )
}
