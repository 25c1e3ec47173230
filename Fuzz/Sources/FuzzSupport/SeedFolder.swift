import AppReceipt
import AppStoreTrust
import Foundation

/// The folder that `seeds` filled: the authority and, for each target, a corpus.
///
/// The environment variable `PURSER_FUZZ_SEEDS` names it.
public struct SeedFolder: Sendable {
    /// The date in all seeds, 2025-06-01.
    public static let date = Date(timeIntervalSince1970: 1_748_736_000)
    /// The app of all seeds.
    public static let bundleID = "com.example.flowershop"

    public let url: URL

    /// The folder at a path.
    public init(path: String) { url = URL(fileURLWithPath: path, isDirectory: true) }

    /// The folder that the environment names.
    public static let current: SeedFolder = {
        guard let path = ProcessInfo.processInfo.environment["PURSER_FUZZ_SEEDS"] else {
            finding("set PURSER_FUZZ_SEEDS to the folder that `seeds` made")
        }
        return SeedFolder(path: path)
    }()

    /// Where the seeds of a target lie.
    public func corpus(_ target: String) -> URL { url.appendingPathComponent(target, isDirectory: true) }

    /// The authority that signed all seeds.
    public func authority() throws -> CertificateAuthority {
        try CertificateAuthority(pem: String(contentsOf: authorityFile, encoding: .utf8))
    }

    /// Where the authority lies, keys included. It is made anew with each seed folder and trusted by nobody else.
    public var authorityFile: URL { url.appendingPathComponent("authority.pem") }

    /// Trusts the authority and nobody else.
    public func policy() throws -> TrustPolicy {
        let authority = try authority()
        return .trusting([authority.receiptAnchor, authority.jwsAnchor])
    }

    /// The seeds of a target.
    public func seeds(_ target: String) throws -> [Data] {
        try FileManager.default.contentsOfDirectory(at: corpus(target), includingPropertiesForKeys: nil)
            .map { try Data(contentsOf: $0) }
    }
}

/// The value of a throwing expression, or the end of the process: a target without its seeds must not look clean.
public func orFinding<Value>(_ body: () throws -> Value) -> Value {
    do { return try body() } catch { finding("\(error)") }
}
