import Configuration
import Foundation
import Locking

/// Flag, variable, file, default: which one counts, by swift-configuration.
///
/// All values are texts there; what they mean is checked by ``ServerSettings``, whose errors say where a value came from.
@available(macOS 15, *)
struct SettingsLayers {
    private let reader: ConfigReader
    private let witness: Witness

    private static let flags = "flags"
    private static let file = "file"
    private static let standards = "defaults"

    /// - Parameters:
    ///   - flags: What the command line says, by the names of settings.
    ///   - environment: The variables; empty ones say nothing.
    ///   - file: What the configuration file says, by the names of settings.
    init(flags: [String: [String]], environment: [String: String], file: [String: [String]]) {
        let standards = Dictionary(
            uniqueKeysWithValues: ServerSetting.all.compactMap { setting in
                setting.standard.map { (setting.name, [$0]) }
            }
        )
        let witness = Witness()
        self.witness = witness
        reader = ConfigReader(
            providers: [
                Self.provider(Self.flags, flags),
                EnvironmentVariablesProvider(
                    environmentVariables: environment.filter {
                        $0.key.hasPrefix(ServerSetting.variablePrefix) && !$0.value.isEmpty
                    },
                    secretsSpecifier: .all
                ),
                Self.provider(Self.file, file), Self.provider(Self.standards, standards),
            ],
            accessReporter: witness
        )
    }

    /// What counts for a setting, and where that comes from; nil if nobody says anything.
    func value(of setting: ServerSetting) -> (texts: [String], origin: SettingOrigin)? {
        let key = ConfigKey(ServerSetting.scope + [setting.name])
        let texts: [String]? =
            setting.kind == .list
            ? reader.stringArray(forKey: key) : reader.string(forKey: key).map { [$0] }
        guard let texts, let provider = witness.provider else { return nil }
        return (texts, Self.origin(provider))
    }

    private static func provider(_ name: String, _ values: [String: [String]]) -> InMemoryProvider {
        var content: [AbsoluteConfigKey: ConfigValue] = [:]
        for (name, texts) in values {
            guard let setting = ServerSetting.named(name) else { continue }
            let key = AbsoluteConfigKey(ServerSetting.scope + [name])
            let value: ConfigContent = setting.kind == .list ? .stringArray(texts) : .string(texts.last ?? "")
            content[key] = ConfigValue(value, isSecret: true)
        }
        return InMemoryProvider(name: name, values: content)
    }

    private static func origin(_ provider: String) -> SettingOrigin {
        switch provider {
        case "InMemoryProvider[\(flags)]": .flag
        case "InMemoryProvider[\(file)]": .file
        case "InMemoryProvider[\(standards)]": .standard
        default: .environment
        }
    }

    /// Remembers who answered last.
    private final class Witness: AccessReporter {
        private let name = Locked<String?>(nil)

        var provider: String? { name.withLock { $0 } }

        func report(_ event: AccessEvent) {
            let answered = event.providerResults.first { result in
                if case .success(let found) = result.result { found.value != nil } else { false }
            }
            name.withLock { $0 = answered?.providerName }
        }
    }
}
