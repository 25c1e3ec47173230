import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Crypto
import Entitlements
import Foundation

/// What two servers on one database must agree on, in few letters that tell no secret: what is accepted, who is asked
/// and how, whom is believed, and what follows from it.
///
/// Each line begins with a name, so that no two settings can stand for each other; sets and dictionaries are sorted.
struct SettingsDigest {
    let configuration: PurchaseServerConfiguration

    var text: String { Self.digest(apps + access + trust + rules) }

    private var apps: [String] {
        configuration.apps.map { app in
            let names = app.bundleIDs.sorted().joined(separator: " ")
            let environments = Self.list((app.environments ?? configuration.environments).map(\.rawValue))
            let own = "\(digest(of: app))|\(app.customerTokens)|\(app.consumption.map { CanonicalText($0).text } ?? "")"
            // Of apps without any the text is as it always was: two versions may meet on one folder.
            let api = app.serverAPI.map { "|api \(Self.text($0))" } ?? ""
            let offers = app.offers.isEmpty ? "" : "|offers \(CanonicalText(app.offers).text)"
            return "app \(names)|\(app.appAppleID.map(String.init) ?? "")|\(environments)|\(own)\(api)\(offers)"
        }
        .sorted()
    }

    private func digest(of app: ServedApp) -> String { (app.sharedSecret ?? configuration.sharedSecret)?.digest ?? "" }

    private var access: [String] {
        let endpoints = configuration.verifyReceiptEndpoints
        let api = configuration.serverAPI.map(Self.text)
        return [
            "receipts \(endpoints.production.absoluteString) \(endpoints.sandbox.absoluteString)",
            "api \(api ?? "none")", configuration.isKeyDemanded ? "keys" : "no keys",
            "longest receipt \(configuration.maximumReceiptLength)",
        ]
    }

    private static func text(_ access: ServerAPIAccess) -> String {
        "\(access.key.issuerID) \(access.addresses.production) \(access.addresses.sandbox)"
    }

    private var trust: [String] {
        let policy = configuration.trustPolicy
        let moment =
            switch policy.validityMoment {
            case .signing: "signing"
            case .fixed(let date): "\(date.timeIntervalSince1970)"
            }
        return [
            "anchors \(Self.list(policy.anchors.map(\.description)))",
            "signers \(Self.list(policy.selfSignedSigners.map(\.description)))", "valid at \(moment)",
            "SHA-1 until \(policy.sha1RefusedFrom.map { "\($0.timeIntervalSince1970)" } ?? "ever")",
        ]
    }

    private var rules: [String] {
        [CanonicalText(configuration.entitlementRules).text, CanonicalText(configuration.customers).text]
    }

    /// From what statements follow besides facts: what the developer says, and how this version folds and writes them.
    var statementRules: String { Self.digest(rules + ["form \(Self.statementForm)"]) }

    /// Counted up with every change of what a statement says or of how it follows from facts: what was answered before is
    /// kept for long and would be answered again.
    private static let statementForm = 3

    private static func digest(_ lines: [String]) -> String {
        SHA256.hash(data: Data(lines.joined(separator: "\n").utf8)).hexadecimal
    }

    private static func list(_ names: [String]) -> String { names.sorted().joined(separator: ",") }
}
