import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Foundation
import HTTPServing
import PurchaseServer

/// Whom the server asks about purchases, and whom it believes.
extension ServerSettings {
    /// The roots that are trusted besides Apple's: those of files, else those of the local store.
    func anchors() async throws(SettingsError) -> [TrustAnchor] {
        let named = try rootAnchors()
        guard named.isEmpty, let store = try storeAddress() else { return named }
        return try await storeAnchors(store)
    }

    /// The roots that files hold.
    func rootAnchors() throws(SettingsError) -> [TrustAnchor] {
        do { return try self[list: "roots"].map { try TrustAnchor(argument: $0, of: "--root") } } catch {
            throw renamed(error, "roots", "--root")
        }
    }

    /// The local store that is asked in the place of Apple.
    func storeAddress() throws(SettingsError) -> URL? { try address("storeUrl", "--store-url") }

    /// The local store whose clock the server goes by; nil for the clock of this machine.
    func clockAddress() throws(SettingsError) -> URL? {
        let wanted = self[text: "clock"]
        guard wanted != "machine" else { return nil }
        let isShared = self[text: "database"] != nil
        guard wanted == "store" else {
            return try storeAddress().flatMap { $0.isOnThisMachine && !isShared ? $0 : nil }
        }
        guard let store = try storeAddress() else {
            throw mistake("clock", "storeUrl is missing; it says where the store is whose clock counts")
        }
        guard !isShared else {
            throw mistake("clock", "servers that share a database go by the clocks of their machines, as it does")
        }
        return store
    }

    /// Has a server go by the clock of a local store, if it is to.
    func takeClock(_ configuration: inout PurchaseServerConfiguration) async throws(SettingsError) {
        guard let store = try clockAddress() else { return }
        let clock = StoreClock(store: store)
        await clock.look()
        configuration.now = { clock.now }
        configuration.outsideNow = { Date() }
        configuration.sleep = { seconds in try await clock.sleep(seconds) }
        configuration.lookAtClock = { await clock.look() }
    }

    /// The address that the App Store is said to send notifications to.
    func notificationAddress() throws(SettingsError) -> URL? { try address("notificationUrl", "--notification-url") }

    private func address(_ name: String, _ option: String) throws(SettingsError) -> URL? {
        guard let text = self[text: name] else { return nil }
        do { return try HTTPAddress(argument: text, of: option).url } catch {
            throw renamed(error, name, option)
        }
    }

    private func storeAnchors(_ store: URL) async throws(SettingsError) -> [TrustAnchor] {
        do { return try await StoreRoots(store: store).anchors() } catch {
            throw renamed(error, "storeUrl", "--store-url")
        }
    }

    /// How the App Store Server API is asked; nil where no key is named.
    func serverAPIAccess() throws(SettingsError) -> ServerAPIAccess? {
        guard let pem = try secret("serverApiKeyFile") else {
            // The issuer alone is that of apps which have keys of their own.
            guard self[text: "serverApiKeyId"] == nil else {
                throw mistake("serverApiKeyId", "serverApiKeyFile is missing; it names the .p8 file of the key")
            }
            return nil
        }
        for name in ["serverApiKeyId", "serverApiIssuerId"] where self[text: name] == nil {
            throw mistake(
                "serverApiKeyFile",
                "\(name) is missing; App Store Connect shows it beside the key (Users and Access, Integrations)"
            )
        }
        let store = try storeAddress()
        do throws(ServerAPIError) {
            return try access(pem, self[text: "serverApiKeyId"] ?? "", self[text: "serverApiIssuerId"] ?? "", store)
        } catch {
            throw mistake("serverApiKeyFile", error.reason)
        }
    }

    /// The same of one app, if it has a key of its own. Apps of one team have one issuer, so that need be said once.
    func serverAPIAccess(of app: AppSettings) throws(SettingsError) -> ServerAPIAccess? {
        let label = "apps.\(app.bundleID).serverApiKeyFile"
        guard let path = app.serverAPIKeyFile else {
            guard app.serverAPIKeyID == nil, app.serverAPIIssuerID == nil else {
                throw SettingsError(.file, "\(label) is missing; it names the .p8 file of the key")
            }
            return nil
        }
        guard let keyID = app.serverAPIKeyID, let issuerID = app.serverAPIIssuerID ?? self[text: "serverApiIssuerId"]
        else {
            throw SettingsError(
                .file,
                "\(label): serverApiKeyId or serverApiIssuerId is missing; App Store Connect shows both beside the key"
            )
        }
        let pem = try secret(path, label, .file)
        let store = try storeAddress()
        do throws(ServerAPIError) { return try access(pem, keyID, issuerID, store) } catch {
            throw SettingsError(.file, "\(label): \(error.reason)")
        }
    }

    private func access(
        _ pem: String,
        _ keyID: String,
        _ issuerID: String,
        _ store: URL?
    ) throws(ServerAPIError) -> ServerAPIAccess {
        let key = try InAppPurchaseKey(pem: pem, keyID: keyID, issuerID: issuerID)
        return ServerAPIAccess(key: key, addresses: store.map { ServerAPIAddresses(base: $0) } ?? .apple)
    }
}

extension URL {
    /// Whether its host is this machine, by name or address.
    var isOnThisMachine: Bool { host.map { HostName($0).isLoopback } ?? false }
}
