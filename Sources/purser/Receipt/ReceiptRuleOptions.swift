import AppReceipt
import AppStoreModels
import AppStoreTrust
import ArgumentParser
import Foundation

/// The options that say what a receipt must fulfil.
struct ReceiptRuleOptions: ParsableArguments {
    @Option(name: .customLong("bundle-id"), help: "The app the receipt must be for.")
    var bundleID: String

    @Option(help: "The version of the app the receipt must be for.")
    var appVersion: String?

    @Option(
        name: .customLong("device"),
        help: ArgumentHelp(
            "The device the receipt must be for: identifierForVendor, or the MAC address of a Mac; may be repeated.",
            valueName: "uuid|mac"
        )
    )
    var devices: [String] = []

    @Option(
        name: .customLong("root"),
        help: ArgumentHelp(
            "Trust this root certificate too (PEM or DER), for example that of a local store; may be repeated.",
            valueName: "file"
        )
    )
    var roots: [String] = []

    @Option(
        name: .customLong("xcode-certificate"),
        help: ArgumentHelp(
            "Accept receipts of StoreKit testing in Xcode, signed by this certificate (PEM or DER).",
            valueName: "file"
        )
    )
    var xcodeCertificates: [String] = []

    @Option(help: ArgumentHelp("The moment that counts as now, for example 2026-01-31T12:00:00Z.", valueName: "date"))
    var at: String?

    /// The validator that these options describe.
    func validator(now: Date) throws -> ReceiptValidator {
        var policy = TrustPolicy.appStore.adding(try roots.map(anchor))
        var environments: Set<ReceiptEnvironment> = [
            .production, .sandbox, .volumePurchase, .volumePurchaseSandbox,
        ]
        if !xcodeCertificates.isEmpty {
            policy = policy.addingXcodeTesting(try xcodeCertificates.map(anchor))
            environments.insert(.xcode)
        }
        return ReceiptValidator(
            policy: policy,
            bundleID: bundleID,
            appVersion: appVersion,
            deviceIdentifiers: try deviceIdentifiers(),
            environments: environments,
            now: try moment() ?? now
        )
    }

    private func moment() throws -> Date? {
        guard let at else { return nil }
        guard let date = RFC3339.date(from: at) else {
            throw ValidationError("--at \(at): not a date such as 2026-01-31T12:00:00Z")
        }
        return date
    }

    private func deviceIdentifiers() throws -> [DeviceIdentifier]? {
        guard !devices.isEmpty else { return nil }
        return try devices.map { text in
            do throws(ReceiptError) {
                return try DeviceIdentifier(text)
            } catch {
                throw ValidationError("--device \(text): \(error.reason)")
            }
        }
    }

    private func anchor(_ path: String) throws -> TrustAnchor {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ValidationError("the certificate \(path) cannot be read")
        }
        do {
            guard data.starts(with: Data("-----BEGIN ".utf8)) else { return try TrustAnchor(derEncoded: data) }
            return try TrustAnchor(pemEncoded: String(decoding: data, as: UTF8.self))
        } catch {
            throw ValidationError("the certificate \(path) cannot be used: \(error)")
        }
    }
}
