import AppStoreTrust
import Foundation
import LocalAppStore

extension StoreIdentityOptions {
    /// The authority of `--authority`, made and written down if the file is missing; nil without the option.
    ///
    /// - Parameter date: Around which a new one is valid.
    /// - Throws: ``ServeFailure`` if the file cannot be read or written, or holds something else.
    func authority(around date: Date) throws -> CertificateAuthority? {
        guard let path = authorityFile else { return nil }
        do {
            guard FileManager.default.fileExists(atPath: path) else {
                let authority = try CertificateAuthority.makeForStore(name: "Local App Store", around: date)
                try Self.write(Data(authority.pem.utf8), to: path)
                return authority
            }
            return try CertificateAuthority(pem: String(contentsOfFile: path, encoding: .utf8))
        } catch let failure as ServeFailure {
            throw failure
        } catch let error as TrustError {
            throw ServeFailure("--authority: \(path) holds no authority of a store: \(error)")
        } catch {
            throw ServeFailure("--authority: \(path) cannot be used: \(error.localizedDescription)")
        }
    }

    /// Writes a file that its owner only can read from its first moment.
    private static func write(_ data: Data, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ServeFailure("--authority: \(path) cannot be written: \(String(cString: strerror(errno)))")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: data)
        try file.close()
    }
}
