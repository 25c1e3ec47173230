import Foundation

/// Secrets are read from files: a configuration file is copied about, and variables and arguments are seen by others.
enum SecretRule {
    /// What people write who put the secret itself there, and what they want instead.
    private static let inline = [
        "sharedSecret": "sharedSecretFiles", "sharedSecrets": "sharedSecretFiles", "apiKey": "apiKeyFile",
        "serverApiKey": "serverApiKeyFile", "privateKey": "serverApiKeyFile",
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

    /// Refuses a key itself where a file is to be named, without repeating it.
    static func checkPath(_ text: String, of setting: ServerSetting, origin: SettingOrigin) throws(SettingsError) {
        guard text.contains("-----BEGIN") || text.contains("\n") || text.utf8.count > 4_096 else { return }
        throw SettingsError(
            origin,
            "\(setting.label(origin)) holds a key itself; write that to a file that nobody else may read, and name the file"
        )
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
