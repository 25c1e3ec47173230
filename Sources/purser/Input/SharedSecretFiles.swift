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
            let (app, path) = Self.place(argument, apps: apps)
            let secret = AppSharedSecret(try SecretFile(path, option: Self.option).text)
            if let app {
                guard ofApps.updateValue(secret, forKey: app) == nil else { throw Self.twice(app) }
            } else {
                guard ofAll == nil else { throw Self.twice("all apps") }
                ofAll = secret
            }
        }
    }

    /// Whose file an argument names: that of an app, or that of all.
    static func place(_ argument: String, apps: [String]) -> (app: String?, path: String) {
        // A path may have an equals sign as well; only what stands before it decides.
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2 && apps.contains(parts[0]) ? (parts[0], parts[1]) : (nil, argument)
    }

    /// The secret of an app, by whichever of its identifiers it was named.
    func secret(of bundleIDs: [String]) throws -> AppSharedSecret? {
        let named = bundleIDs.filter { ofApps[$0] != nil }
        guard let first = named.first, let secret = ofApps[first] else { return nil }
        guard named.allSatisfy({ ofApps[$0] == secret }) else { throw Self.twice(named.joined(separator: " and ")) }
        return secret
    }

    private static func twice(_ whose: String) -> ValidationError {
        ValidationError("\(option): there are two secrets of \(whose); name one")
    }
}
