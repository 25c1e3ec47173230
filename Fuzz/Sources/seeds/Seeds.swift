import AppReceipt
import AppStoreTrust
import Foundation
import FuzzSupport

/// Writes the seed corpus of each fuzz target: receipts and JWS of our own in every form in which they are sent.
struct Seeds {
    static func write(to path: String) throws {
        let folder = SeedFolder(path: path)
        for target in ["receipt", "payload", "jws"] {
            try FileManager.default.createDirectory(at: folder.corpus(target), withIntermediateDirectories: true)
        }
        let authority = try CertificateAuthority.make(
            name: "Fuzz",
            validFrom: SeedFolder.date.addingTimeInterval(-86_400),
            validUntil: SeedFolder.date.addingTimeInterval(86_400 * 365)
        )
        try Data(authority.pem.utf8).write(to: folder.authorityFile)
        let seeds = try ReceiptSeeds(authority: authority)
        try write(seeds.receipts(), "receipt", folder)
        try write(seeds.payloads(), "payload", folder)
        try write(JWSSeeds(signer: authority.jwsSigner).all(), "jws", folder)
    }

    private static func write(_ seeds: [String: Data], _ target: String, _ folder: SeedFolder) throws {
        for (name, data) in seeds { try data.write(to: folder.corpus(target).appendingPathComponent(name)) }
        print("\(seeds.count) seeds for \(target)")
    }
}

/// The entry that the manifest names: `@main` is no entry under libFuzzer.
@_cdecl("seeds_main")
public func seedsMain(_ count: CInt, _ arguments: Arguments) -> CInt {
    guard count == 2, let path = arguments[1].map({ String(cString: $0) }) else { finding("usage: seeds FOLDER") }
    orFinding { try Seeds.write(to: path) }
    return 0
}
