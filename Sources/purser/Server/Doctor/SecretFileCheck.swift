import Foundation

/// The files that settings name for secrets: there, readable, for their owner only, and with nothing but the secret in them.
struct SecretFileCheck: Sendable {
    let settings: ServerSettings

    var findings: [DoctorFinding] {
        guard !files.isEmpty else { return [.skipped("secret-files", "none is named")] }
        return files.map { look(at: $0.path, label: $0.label, isKey: $0.isKey) }
    }

    private var files: [(label: String, path: String, isKey: Bool)] {
        var files: [(String, String, Bool)] = []
        for argument in settings[list: "sharedSecretFiles"] {
            let place = SharedSecretFiles.place(argument, apps: settings.bundleIDs)
            files.append(("sharedSecretFiles", place.path, false))
        }
        for app in settings.fileOnly.apps {
            if let path = app.sharedSecretFile {
                files.append(("apps.\(app.bundleID).sharedSecretFile", path, false))
            }
            if let path = app.serverAPIKeyFile {
                files.append(("apps.\(app.bundleID).serverApiKeyFile", path, true))
            }
        }
        if let path = settings[text: "apiKeyFile"] { files.append(("apiKeyFile", path, false)) }
        for name in ["consoleSecretFile", "consoleReaderSecretFile"] {
            if let path = settings[text: name] { files.append((name, path, false)) }
        }
        if let path = settings[text: "serverApiKeyFile"] { files.append(("serverApiKeyFile", path, true)) }
        return files
    }

    private func look(at path: String, label: String, isKey: Bool) -> DoctorFinding {
        let name = "secret-file"
        do {
            let secret = try SecretFile(path, option: label).text
            guard isKey || !secret.contains(where: \.isWhitespace) else {
                return .bad(
                    name,
                    "\(label): \(path) has white space within the secret",
                    "the file must hold the secret and nothing else; a line break at its end is taken off"
                )
            }
        } catch {
            return .bad(name, "\(error)", "write the secret to it, and let the server read it")
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0
        guard mode & 0o077 == 0 else {
            return .bad(
                name,
                "\(label): others may read \(path) (mode \(String(mode, radix: 8)))",
                "chmod 600 \(path), and make a new secret if others have used this machine"
            )
        }
        return .good(name, "\(label): \(path)")
    }
}
