import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import HTTPServing

extension PurchaseServerConfiguration {
    /// Demands that a server can work with it.
    ///
    /// - Throws: ``PurchaseServerError``: what contradicts what.
    package func check() throws(PurchaseServerError) {
        // Where there is a console, apps can be entered there.
        guard console != nil || !apps.isEmpty, apps.allSatisfy({ !$0.bundleIDs.isEmpty }) else {
            throw PurchaseServerError(.configuration, "no app is configured; name at least one bundle identifier")
        }
        let bundleIDs = apps.flatMap(\.bundleIDs)
        if let twice = bundleIDs.first(where: { name in bundleIDs.count { $0 == name } > 1 }) {
            throw PurchaseServerError(.configuration, "\(twice.prefix(155)) belongs to two apps; name it once")
        }
        guard (0...65_535).contains(port) else {
            throw PurchaseServerError(.configuration, "\(port) is no port; use 0 for a free one, or 1 to 65535")
        }
        for url in [verifyReceiptEndpoints.production, verifyReceiptEndpoints.sandbox] {
            do {
                _ = try HTTPAddress(url)
            } catch {
                throw PurchaseServerError(.configuration, "the App Store cannot be asked: \(error)")
            }
        }
        guard maximumReceiptLength > 0 else {
            throw PurchaseServerError(.configuration, "the largest receipt must have more than 0 bytes")
        }
        guard (0...366 * 86_400).contains(statementLifetime) else {
            throw PurchaseServerError(.configuration, "signed statements count for 0 seconds to 366 days")
        }
        if let mistake { throw PurchaseServerError(.configuration, mistake) }
        guard isKeyDemanded || HostName(host).isLoopback else {
            throw PurchaseServerError(
                .keyMissing,
                "other machines can reach \(host), and without an API key everybody may read and write; "
                    + "demand keys, or listen on 127.0.0.1"
            )
        }
    }

    private var mistake: String? {
        allowedNames.lazy.compactMap(OwnNames.mistake).first ?? limits.mistake ?? publicKeyRateLimit.mistake
            ?? secretKeyRateLimit.mistake
            ?? trustedProxies.lazy.compactMap(AddressRange.mistake).first ?? console?.mistake ?? offerRateLimit.mistake
            ?? customers.mistake ?? offerMistake
    }

    private var offerMistake: String? {
        for app in apps where !app.offers.isEmpty {
            if app.serverAPI == nil, serverAPI == nil {
                return "the offers of \(app.bundleIDs.first ?? "") need an In-App Purchase key that signs them"
            }
            if let mistake = app.offers.mistake { return mistake }
        }
        return nil
    }

    /// Whether anybody must show a key.
    var isKeyDemanded: Bool { demandsKeys || apiKey != nil }

    /// The names by which the server may be asked; nil for any.
    var ownNames: OwnNames? {
        isKeyDemanded && allowedNames.isEmpty ? nil : OwnNames(host: host, allowed: allowedNames)
    }

    /// What two servers on one database must agree on; see ``SettingsDigest``.
    var settingsDigest: String { SettingsDigest(configuration: self).text }
}
