import AppStoreServerClient
import ArgumentParser

/// The shared secrets of apps, by `--shared-secret-file`.
struct SharedSecretFiles {
    /// Of the apps that have none of their own.
    private(set) var ofAll: AppSharedSecret?
    /// By bundle identifier.
    private(set) var ofApps: [String: AppSharedSecret] = [:]

    private static let option = "--shared-secret-file"

    /// - Parameters:
    ///   - arguments: Each a file, or an app, `=` and a file.
    ///   - apps: The bundle identifiers that are served.
    init(_ arguments: [String], apps: [String]) throws {
        for argument in arguments {
            // A path may have an equals sign as well; only what stands before it decides.
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if parts.count == 2, apps.contains(parts[0]) {
                let secret = AppSharedSecret(try SecretFile(parts[1], option: Self.option).text)
                guard ofApps.updateValue(secret, forKey: parts[0]) == nil else { throw Self.twice(parts[0]) }
            } else {
                let secret = AppSharedSecret(try SecretFile(argument, option: Self.option).text)
                guard ofAll == nil else { throw Self.twice("all apps") }
                ofAll = secret
            }
        }
    }

    private static func twice(_ whose: String) -> ValidationError {
        ValidationError("\(option): there are two secrets of \(whose); name one")
    }
}
