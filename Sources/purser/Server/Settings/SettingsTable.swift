import AppStoreModels
import Entitlements
import Foundation
import PurchaseServer

/// The settings as they count and where each comes from, for `--print-configuration`. Of secrets only the files' names
/// are settings, so there is nothing to hide.
struct SettingsTable {
    let settings: ServerSettings

    /// For a person.
    func lines(on terminal: Terminal) -> [String] {
        var table = TextTable(head: ["SETTING", "VALUE", "FROM"])
        for setting in ServerSetting.all {
            guard let value = settings.values[setting.name] else {
                table.add(setting.name, "-", "not set")
                continue
            }
            table.add(setting.name, value.texts.joined(separator: ", "), source(of: value.origin, setting))
        }
        // What only the file has is as long as it is; in a column it would push all others apart.
        let below = sections.members.flatMap { name, value in
            ["\(name)  \(terminal.styled(source(of: .file, nil), .quiet))"]
                + value.serialized(.indented).split(separator: "\n").map { "  \($0)" }
        }
        return table.lines(on: terminal) + below
    }

    /// For a program: each setting with `value` and `origin`.
    var json: JSONObject {
        var members: JSONObject = [:]
        for setting in ServerSetting.all {
            guard let value = settings.values[setting.name] else { continue }
            members[setting.name] = [
                "value": Self.json(value.texts, setting.kind), "origin": .string(source(of: value.origin, setting)),
            ]
        }
        for (name, value) in sections.members {
            members[name] = ["value": value, "origin": .string(source(of: .file, nil))]
        }
        return ["settings": .object(members)]
    }

    private func source(of origin: SettingOrigin, _ setting: ServerSetting?) -> String {
        switch origin {
        case .flag: "--\(setting?.flag ?? "")"
        case .environment: setting?.variable ?? ""
        case .file: settings.file?.path ?? ""
        case .standard: "default"
        }
    }

    private static func json(_ texts: [String], _ kind: ServerSetting.Kind) -> JSONValue {
        let text = texts.last ?? ""
        switch kind {
        case .list: return .array(texts.map { .string($0) })
        case .yesOrNo: return .bool(text == "true")
        case .integer, .number: return JSONNumber(text: text).map { .number($0) } ?? .string(text)
        case .text, .file, .choice: return .string(text)
        }
    }

    /// What only the file can hold.
    private var sections: JSONObject {
        let fileOnly = settings.fileOnly
        let sections: [(String, JSONObject)] = [
            ("apps", JSONObject(fileOnly.apps.map { ($0.bundleID, .object($0.json)) })),
            ("levels", JSONObject(fileOnly.levels.sorted { $0.key < $1.key }.map { ($0, Self.list($1)) })),
            (
                "credits",
                JSONObject(
                    fileOnly.credits.sorted { $0.productID < $1.productID }.flatMap { product in
                        product.amounts.map { currency, amount in
                            (
                                product.productID,
                                ["currency": .string(currency.rawValue), "amount": .number(JSONNumber(amount))]
                            )
                        }
                    }
                )
            ),
            (
                "productTypes",
                JSONObject(fileOnly.productTypes.sorted { $0.key < $1.key }.map { ($0, .string($1.rawValue)) })
            ),
            (
                "nonRenewingDays",
                JSONObject(
                    fileOnly.nonRenewingDays.sorted { $0.key < $1.key }.map { product, days in
                        (product, JSONNumber(text: "\(days)").map { .number($0) } ?? .null)
                    }
                )
            ),
        ]
        return JSONObject((sections + fileOnly.figures.sections).filter { !$1.isEmpty }.map { ($0, .object($1)) })
    }

    private static func list(_ names: Set<String>) -> JSONValue { .array(names.sorted().map { .string($0) }) }
}

extension AppSettings {
    /// As the file has it.
    fileprivate var json: JSONObject {
        var object: JSONObject = [:]
        if !moreBundleIDs.isEmpty { object["moreBundleIds"] = .array(moreBundleIDs.map { .string($0) }) }
        object["appAppleId"] = appAppleID.map { .number(JSONNumber($0)) }
        object["sharedSecretFile"] = sharedSecretFile.map { .string($0) }
        object["ownership"] = ownership.map { .string($0.rawValue) }
        object["environments"] = environments.map { .array($0.map(\.rawValue).sorted().map { .string($0) }) }
        object["customerTokens"] = customerTokens.map { .string($0.rawValue) }
        object["consumption"] = consumption.map { .object($0.settingJSON) }
        object["serverApiKeyFile"] = serverAPIKeyFile.map { .string($0) }
        object["serverApiKeyId"] = serverAPIKeyID.map { .string($0) }
        object["serverApiIssuerId"] = serverAPIIssuerID.map { .string($0) }
        if !offers.isEmpty {
            let groups = offers.sorted { $0.key < $1.key }.map { ($0, JSONValue.object($1.settingJSON)) }
            object["offers"] = .object(JSONObject(groups))
        }
        return object
    }
}
