import AppStoreTrust
import Foundation
import LocalAppStore

extension StoreIdentityOptions {
    /// The authority of `--authority`, made and written down if the file is missing; nil without the option.
    ///
    /// - Parameter date: Around which a new one is valid.
    /// - Throws: ``ServeFailure`` if the file cannot be read or written, or holds something else.
    func authority(around date: Date) throws -> CertificateAuthority? {
        try authorityFile.map { try AuthorityFile(path: $0).authority(around: date) }
    }
}

/// The file of `--authority`: keys and certificates that sign for stores.
struct AuthorityFile {
    let path: String

    /// The authority in the file, made and written down if it is missing.
    ///
    /// - Parameter date: Around which a new one is valid.
    /// - Throws: ``ServeFailure`` if the file cannot be read or written, or holds something else.
    func authority(around date: Date) throws -> CertificateAuthority {
        do {
            guard FileManager.default.fileExists(atPath: path) else {
                let authority = try CertificateAuthority.makeForStore(name: "Local App Store", around: date)
                try write(Data(authority.pem.utf8))
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
    private func write(_ data: Data) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ServeFailure("--authority: \(path) cannot be written: \(String(cString: strerror(errno)))")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: data)
        try file.close()
    }
}
