import AppReceipt
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

    @OptionGroup var trust: TrustOptions

    /// The validator that these options describe.
    func validator(now: Date) throws -> AppReceiptValidator {
        var environments: Set<ReceiptEnvironment> = [
            .production, .sandbox, .volumePurchase, .volumePurchaseSandbox,
        ]
        if trust.acceptsXcode { environments.insert(.xcode) }
        return AppReceiptValidator(
            policy: try trust.policy(),
            bundleID: bundleID,
            appVersion: appVersion,
            deviceIdentifiers: try deviceIdentifiers(),
            environments: environments,
            now: trust.at?.date ?? now
        )
    }

    private func deviceIdentifiers() throws -> [DeviceIdentifier]? {
        guard !devices.isEmpty else { return nil }
        return try devices.map { text in
            do throws(AppReceiptError) {
                return try DeviceIdentifier(text)
            } catch {
                throw ValidationError("--device \(text): \(error.reason)")
            }
        }
    }
}
