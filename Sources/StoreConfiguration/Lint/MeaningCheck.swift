import AppStoreModels
import Foundation

/// Compares what a configuration means with the rules of StoreKit and App Store Connect.
///
/// Members of a wrong type read as missing here: that they are wrong is said by ``FormCheck``.
struct MeaningCheck {
    let configuration: StoreConfiguration
    var reports: [LintReport] = []
    /// The places at which identifiers and names were first seen.
    var firstSeen: [Uniqueness: MemberPath] = [:]

    /// What may be there only once.
    struct Uniqueness: Hashable {
        let rule: LintRule
        /// Within what it must be unique; empty for the whole file.
        var scope = MemberPath()
        let value: String
    }

    init(_ configuration: StoreConfiguration) {
        self.configuration = configuration
        checkVersion()
        checkProducts()
        checkGroups()
        checkOffersKey()
        checkSettings()
    }

    mutating func report(_ rule: LintRule, _ path: MemberPath, _ message: String) {
        reports.append(LintReport(rule, path, message))
    }

    /// Reports a value that was there before; empty ones do not count.
    mutating func demandUnique(_ value: String?, _ rule: LintRule, _ path: MemberPath, within scope: MemberPath? = nil)
    {
        guard let value, !value.isEmpty else { return }
        let key = Uniqueness(rule: rule, scope: scope ?? MemberPath(), value: value)
        guard let first = firstSeen[key] else {
            firstSeen[key] = path
            return
        }
        report(rule, path, "\(value.limited) is that of \(first.parent) too")
    }

    private mutating func checkVersion() {
        guard let version = configuration.version, !ConfigurationVersion.known.contains(version) else { return }
        let newest = ConfigurationVersion.newest
        report(
            .unknownVersion,
            MemberPath().appending("version"),
            "\(version) is none of 1.0 to \(newest) as Xcode wrote them"
        )
    }

    private mutating func checkOffersKey() {
        let path = MemberPath().appending("subscriptionOffersKeyPair")
        guard let pair = configuration.subscriptionOffersKeyPair else {
            let hasOffers = configuration.subscriptionGroups.flatMap(\.subscriptions).contains {
                !$0.promotionalOffers.isEmpty
            }
            if hasOffers { report(.offersKey, path, "there are promotional offers, but no key") }
            return
        }
        guard let key = pair.privateKey else { return }
        // PKCS #8 of P-256 has 138 bytes with the public key and 67 without, and is a DER sequence.
        if let bytes = Data(base64: key), bytes.first == 0x30, (60...200).contains(bytes.count) { return }
        report(.invalidOffersKey, path.appending("privateKey"), "privateKey is not the base64 of a P-256 key")
    }
}

extension ConfigurationVersion {
    /// The versions that Xcode is known to have written.
    static let known: Set<ConfigurationVersion> = [
        ConfigurationVersion(major: 1, minor: 0), ConfigurationVersion(major: 1, minor: 1),
        ConfigurationVersion(major: 1, minor: 2), ConfigurationVersion(major: 2, minor: 0),
        ConfigurationVersion(major: 3, minor: 0), ConfigurationVersion(major: 4, minor: 0),
        ConfigurationVersion(major: 5, minor: 0), .newest,
    ]
}
