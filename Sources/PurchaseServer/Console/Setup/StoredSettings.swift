import AppStoreModels
import Foundation

/// What was set up at the console: it comes to what the configuration says, and never takes its place.
struct StoredSettings: Sendable, Hashable {
    /// Counted up with every change.
    var revision: Int64 = 0
    /// Sorted by their first bundle identifier.
    var apps: [StoredApp] = []
    /// Levels and the products that give them, in the order in which they were made.
    var levels: [Level] = []
    var policies: [ConsolePolicy: String] = [:]
    var notificationAddress: String?

    struct Level: Sendable, Hashable {
        var name: String
        var productIDs: [String]
    }

    /// How many apps and levels there may be.
    static let most = 200

    init() {}

    var json: JSONObject {
        var json = JSONObject()
        json[array: "apps"] = apps.map { .object($0.json) }
        json[array: "levels"] = levels.map { level -> JSONValue in
            ["level": .string(level.name), "productIds": .array(level.productIDs.map(JSONValue.string))]
        }
        json[object: "policies"] = JSONObject(
            policies.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key.rawValue, .string($0.value)) }
        )
        json[string: "notificationAddress"] = notificationAddress
        return json
    }

    /// What is no setting of this version is left out.
    init(json: JSONObject, revision: Int64) {
        self.revision = revision
        apps = json[array: "apps"]?.compactMap { $0.object.flatMap(StoredApp.init) } ?? []
        levels =
            json[array: "levels"]?.compactMap { value in
                value.object.flatMap { level in
                    level[string: "level"].map {
                        Level(name: $0, productIDs: level[array: "productIds"]?.compactMap(\.string) ?? [])
                    }
                }
            } ?? []
        for policy in ConsolePolicy.allCases {
            policies[policy] = json[object: "policies"]?[string: policy.rawValue]
        }
        notificationAddress = json[string: "notificationAddress"]
    }
}
