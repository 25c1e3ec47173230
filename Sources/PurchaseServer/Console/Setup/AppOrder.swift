import AppStoreModels
import AppStoreServerClient
import Foundation

/// An app as somebody enters it at the console. A secret that is not said again stays as it is.
struct AppOrder: Sendable {
    /// The first is that of the path.
    let bundleIDs: [String]
    private let appAppleID: Int64?
    private let environments: [String]?
    private let customerTokens: CustomerTokenRule
    private let sharedSecret: String?
    private let key: StoredApp.Key?

    /// What a body may have.
    static let members: Set = [
        "moreBundleIds", "appAppleId", "environments", "customerTokens", "sharedSecret", "serverApiKey",
    ]

    /// - Parameters:
    ///   - name: The bundle identifier in the path, one of the app's.
    ///   - body: The rest.
    init(_ name: String, _ body: RequestObject) throws(APIError) {
        bundleIDs = [name] + (try body.texts("moreBundleIds", upTo: 20) ?? []).filter { $0 != name }
        appAppleID = body.json["appAppleId"] == nil ? nil : try body.integer("appAppleId", in: 1...Int64.max)
        let known: Set = [AppStoreEnvironment.production.rawValue, AppStoreEnvironment.sandbox.rawValue]
        environments = try body.texts("environments", upTo: 2)
        guard environments.map({ !$0.isEmpty && known.isSuperset(of: $0) }) ?? true else {
            throw RequestObject.invalid("\"environments\" has Production or Sandbox or both")
        }
        let rule = try body.text("customerTokens") ?? CustomerTokenRule.off.rawValue
        guard let rule = CustomerTokenRule(rawValue: rule) else {
            throw RequestObject.invalid(
                "\"customerTokens\" is one of \(CustomerTokenRule.allCases.map(\.rawValue).joined(separator: ", "))"
            )
        }
        customerTokens = rule
        sharedSecret = try body.text("sharedSecret", upTo: 128)
        key = try body.object("serverApiKey").map { json throws(APIError) in try Self.key(json) }
    }

    private static func key(_ json: JSONObject) throws(APIError) -> StoredApp.Key {
        do throws(Rejection) {
            try json.refuseOthers(than: ["keyId", "issuerId", "privateKey"], in: "serverApiKey")
        } catch {
            throw APIError(error)
        }
        let body = RequestObject(json)
        guard let privateKey = try body.text("privateKey", upTo: 4_096) else {
            throw RequestObject.invalid("\"privateKey\" must be the text of the .p8 file")
        }
        let key = StoredApp.Key(
            keyID: try body.identifier("keyId"),
            issuerID: try body.identifier("issuerId"),
            privateKey: privateKey
        )
        do throws(ServerAPIError) { _ = try key.access(.apple) } catch {
            throw RequestObject.invalid("\"serverApiKey\" is none: \(error.reason)")
        }
        return key
    }

    func apply(to settings: inout StoredSettings) throws(APIError) {
        let known = settings.apps.firstIndex { $0.bundleIDs.contains(bundleIDs[0]) }
        var app = known.map { settings.apps[$0] } ?? StoredApp(bundleIDs: bundleIDs)
        (app.bundleIDs, app.appAppleID, app.environments) = (bundleIDs, appAppleID, environments)
        app.customerTokens = customerTokens
        app.sharedSecret = sharedSecret ?? app.sharedSecret
        app.key = key ?? app.key
        if let known {
            settings.apps[known] = app
        } else {
            guard settings.apps.count < StoredSettings.most else { throw SettingsRoutes.tooMany }
            settings.apps.append(app)
        }
        settings.apps.sort { $0.bundleIDs[0] < $1.bundleIDs[0] }
    }
}
