import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import ArgumentParser
import Foundation
import LocalAppStoreServer

/// Where an In-App Purchase key comes from.
struct APIKeyOptions: ParsableArguments {
    @Option(
        name: .customLong("key"),
        help: ArgumentHelp("The .p8 file of the In-App Purchase key.", valueName: "file")
    )
    var keyFile: String?

    @Option(help: ArgumentHelp("The identifier of the key.", valueName: "id"))
    var keyID: String?

    @Option(help: ArgumentHelp("The issuer of the key, a UUID.", valueName: "id"))
    var issuerID: String?

    @Option(help: ArgumentHelp("The app.", valueName: "id"))
    var bundleID: String?

    @Option(
        help: ArgumentHelp(
            "The folder of a local store that runs: its key, address, root and time count.",
            valueName: "dir"
        )
    )
    var local: String?

    /// A key, for which app it is, and for a local store where that is and whom to trust.
    struct Access {
        let key: InAppPurchaseKey
        let bundleID: String
        var url: URL?
        /// The environment that a local store is in; nil for Apple's servers, of which there are two.
        var environment: AppStoreEnvironment?
        /// Signs what the store's servers sign.
        var root: TrustAnchor?
        /// Signs the store's receipts.
        var receiptRoot: TrustAnchor?
        /// What time it is in a local store; nil for Apple's servers, which have the time of everybody.
        var storeTime: Date?
    }

    func access(_ environment: [String: String] = ProcessInfo.processInfo.environment) async throws
        -> Access
    {
        if let local = local ?? runningStore(environment) {
            return try await Self.access(local: URL(fileURLWithPath: local, isDirectory: true))
        }
        func value(_ option: String?, _ variable: String, _ name: String) throws -> String {
            if let option = option ?? environment[variable], !option.isEmpty { return option }
            throw ValidationError(
                "say which \(name): --\(name), the variable \(variable), or --local DIR"
            )
        }
        let file = try value(keyFile, "PURSER_API_KEY", "key")
        guard let data = FileManager.default.contents(atPath: file), data.count <= 16_384 else {
            throw ValidationError("the key \(file) cannot be read")
        }
        let key = try InAppPurchaseKey(
            pem: String(decoding: data, as: UTF8.self),
            keyID: try value(keyID, "PURSER_API_KEY_ID", "key-id"),
            issuerID: try value(issuerID, "PURSER_API_ISSUER_ID", "issuer-id")
        )
        return Access(key: key, bundleID: try value(bundleID, "PURSER_API_BUNDLE_ID", "bundle-id"))
    }

    /// The folder of the store beside which `purser store run` runs this, if no key is named.
    private func runningStore(_ environment: [String: String]) -> String? {
        guard keyFile == nil, environment["PURSER_API_KEY", default: ""].isEmpty else { return nil }
        return environment["PURSER_STORE_DATA"].flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func access(local folder: URL) async throws -> Access {
        do {
            let url = try StoreAddressFile(folder: folder).load()
            let key = try ServerAPIKey.inFolder(folder)
            let state = try await StoreControlClient(baseURL: url).send(.state)
            guard state.environment != .xcode else {
                throw APIAccessError(
                    code: "wrong-environment",
                    message: "the store is in Xcode's environment, which has no servers to ask; "
                        + "purser store settings environment=Sandbox puts it into another"
                )
            }
            guard let bundleID = state.bundleID else {
                throw APIAccessError(
                    code: "not-a-store",
                    message: "the store does not say of which app it is"
                )
            }
            return Access(
                key: try InAppPurchaseKey(pem: key.pem, keyID: key.keyID, issuerID: key.issuerID),
                bundleID: bundleID,
                url: url,
                environment: state.environment,
                root: try await root("jws-root", of: url),
                receiptRoot: try await root("receipt-root", of: url),
                storeTime: state.clock?.now
            )
        } catch let error as StoreServerError {
            throw APIAccessError(code: error.code.rawValue, message: error.reason)
        } catch let error as StoreControlError {
            throw APIAccessError(code: error.code, message: error.message)
        } catch let error as HTTPTransportError {
            throw APIAccessError(code: error.code.rawValue, message: error.reason)
        } catch let error as TrustError {
            throw APIAccessError(code: error.code.rawValue, message: error.reason)
        }
    }

    /// A root certificate of a running store.
    private static func root(_ name: String, of store: URL) async throws -> TrustAnchor {
        let address = store.appendingPathComponent("certificates/\(name).der")
        let answer = try await AsyncHTTPClientTransport().send(HTTPTransportRequest(url: address, method: "GET"))
        return try TrustAnchor(derEncoded: answer.body)
    }
}
