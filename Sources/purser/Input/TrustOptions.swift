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
        let roots = try roots.map { try TrustAnchor(argument: $0, of: "--root") }
        let xcode = try xcodeCertificates.map { try TrustAnchor(argument: $0, of: "--xcode-certificate") }
        return TrustPolicy.appStore.adding(roots).addingXcodeTesting(xcode)
    }
}

extension TrustAnchor {
    /// Reads a certificate, PEM or DER, that was given to the tool as a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - option: The option that it comes from.
    init(argument path: String, of option: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ValidationError("\(option): the certificate \(path) cannot be read")
        }
        do {
            if data.starts(with: Data("-----BEGIN ".utf8)) {
                try self.init(pemEncoded: String(decoding: data, as: UTF8.self))
            } else {
                try self.init(derEncoded: data)
            }
        } catch {
            throw ValidationError("\(option): the certificate \(path) cannot be used: \(error)")
        }
    }
}
