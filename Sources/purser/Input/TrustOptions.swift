import AppStoreTrust
import ArgumentParser
import Foundation

/// The options that say whose signatures count, and when now is.
struct TrustOptions: ParsableArguments {
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
            "Accept what StoreKit testing in Xcode signs with this certificate (PEM or DER); may be repeated.",
            valueName: "file"
        )
    )
    var xcodeCertificates: [String] = []

    @Option(
        help: ArgumentHelp(
            "The moment that counts as now, for example 2026-01-31T12:00:00Z or 2026-01-31.",
            valueName: "date"
        )
    )
    var at: DateArgument?

    /// Whether data of StoreKit testing in Xcode may be accepted.
    var acceptsXcode: Bool { !xcodeCertificates.isEmpty }

    /// The App Store, and who else is named.
    func policy() throws -> TrustPolicy {
        TrustPolicy.appStore.adding(try roots.map(anchor)).addingXcodeTesting(try xcodeCertificates.map(anchor))
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
