import AppStoreTrust
import Foundation
import LocalAppStore
import SystemCalls

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
            if !FileManager.default.fileExists(atPath: path) { try make(around: date) }
            return try CertificateAuthority(pem: String(contentsOfFile: path, encoding: .utf8))
        } catch let failure as ServeFailure {
            throw failure
        } catch let error as TrustError {
            throw ServeFailure(
                "--authority: \(path) holds no authority of a store: \(error)",
                code: error.code.rawValue
            )
        } catch {
            throw ServeFailure(
                "--authority: \(path) cannot be used: \(error.localizedDescription)",
                code: "file-unusable"
            )
        }
    }

    /// Makes the file, which its owner only can read from its first moment. One that somebody else made meanwhile is as good.
    private func make(around date: Date) throws {
        let authority = try CertificateAuthority.makeForStore(name: "Local App Store", around: date)
        do throws(SystemFailure) {
            try NewFile(path: path).write(Data(authority.pem.utf8), permissions: 0o600)
        } catch  where error.number == EEXIST {
            return
        } catch {
            throw ServeFailure("--authority: \(path) cannot be written: \(error)", code: "file-unusable")
        }
    }
}
