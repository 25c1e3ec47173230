import AppReceipt
import AppStoreTrust
import Foundation
import FuzzSupport

/// Writes the seed corpus of each fuzz target: receipts and JWS of our own in every form in which they are sent.
@main
struct Main {
    static func main() throws {
        guard let path = CommandLine.arguments.dropFirst().first else { finding("usage: seeds FOLDER") }
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
