import Foundation

/// Secrets are read from files: a configuration file is copied about, and variables and arguments are seen by others.
enum SecretRule {
    /// What people write who put the secret itself there, and what they want instead.
    private static let inline = [
        "sharedSecret": "sharedSecretFiles", "sharedSecrets": "sharedSecretFiles", "apiKey": "apiKeyFile",
        "serverApiKey": "serverApiKeyFile", "privateKey": "serverApiKeyFile", "consoleSecret": "consoleSecretFile",
    ]

    /// Refuses the name of a setting that would hold a secret.
    static func check(_ name: String, origin: SettingOrigin) throws(SettingsError) {
        guard let instead = inline[name], let setting = ServerSetting.named(instead) else { return }
        throw SettingsError(
            origin,
            "\(shown(name, origin)): a secret is read from a file only; write it to one that nobody else may read (chmod 600) "
                + "and name that: \(shown(setting.name, origin))"
        )
    }

    /// The variables that stand for the names above.
    static func checkVariables(_ environment: [String: String]) throws(SettingsError) {
        for name in inline.keys.sorted() {
            let variable = ServerSetting(name: name, flag: "", kind: .text, standard: nil, meaning: "").variable
            if environment[variable]?.isEmpty == false { try check(name, origin: .environment) }
        }
        guard environment["PURSER_SHARED_SECRET"]?.isEmpty != false else {
            throw unread("PURSER_SHARED_SECRET", "PURSER_SERVER_SHARED_SECRET_FILES")
        }
        // `purser api` takes the path of a key from this one.
        if let key = environment["PURSER_API_KEY"], !key.isEmpty, !FileManager.default.fileExists(atPath: key) {
            throw unread("PURSER_API_KEY", "PURSER_SERVER_API_KEY_FILE")
        }
    }

    private static func unread(_ variable: String, _ instead: String) -> SettingsError {
        SettingsError(
            .environment,
            "\(variable) is not read: a secret is read from a file only; write it to one that nobody else may read, name "
                + "that in \(instead), and unset the variable"
        )
    }

    /// Refuses a secret itself where a file is to be named, without repeating it.
    static func checkPath(_ text: String, of setting: ServerSetting, origin: SettingOrigin) throws(SettingsError) {
        guard isSecret(text) else { return }
        throw SettingsError(
            origin,
            "\(setting.label(origin)) holds a secret itself; write that to a file that nobody else may read, and name the file"
        )
    }

    /// Whether the address of a database has a password in it.
    static func hasPassword(_ address: String) -> Bool {
        address.contains(/(^|[\s?&])password\s*=/) || address.contains(/^[a-z]+:\/\/[^@\/:]*:[^@]*@/)
    }

    /// Whether what should name a file looks like what should be in it, and no such file is there: a key in PEM or without
    /// its first line, a key of this server, or a shared secret as App Store Connect makes them.
    static func isSecret(_ text: String) -> Bool {
        if text.contains("-----BEGIN") || text.contains("\n") || text.utf8.count > 4_096 { return true }
        // What follows the name of an app.
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        return ([text] + parts.dropFirst()).contains { path in
            // A name in the configuration file is one in the folder of that file by now.
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            let looksSo =
                name.wholeMatch(of: /psr_[a-z]+_[a-z2-7]{30,}/) != nil || name.wholeMatch(of: /[0-9A-Fa-f]{32}/) != nil
                || path.contains(/(^|\/)MI[GH][A-Za-z0-9+\/]{100,}=*$/)
            return looksSo && !FileManager.default.fileExists(atPath: path)
        }
    }

    private static func shown(_ name: String, _ origin: SettingOrigin) -> String {
        ServerSetting(name: name, flag: name, kind: .text, standard: nil, meaning: "").label(origin)
    }
}

extension ServerSetting {
    /// What it is called where it came from.
    func label(_ origin: SettingOrigin) -> String {
        switch origin {
        case .flag: "--\(flag)"
        case .environment: variable
        case .file, .standard: name
        }
    }
}
