import AppStoreModels
import Entitlements
import Foundation
import HTTPTypes
import Hummingbird
import PurchaseFigures

/// `/v1/settings`: what the server is set up with, without a secret, and what of it can be changed without files.
struct SettingsRoutes: Sendable {
    let book: SettingsBook

    func add<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.get("settings") { _, _ in try await answer() }
        group.put("settings/apps/{app}") { request, context in
            let name = try context.identifier("app")
            let order = try AppOrder(name, try await RequestObject(request, of: AppOrder.members))
            try checkIsFree(order)
            try await book.change { (settings) throws(APIError) in try order.apply(to: &settings) }
            return try await answer()
        }
        group.delete("settings/apps/{app}") { _, context in
            let name = try context.identifier("app")
            return try await remove {
                $0.apps.firstIndex { $0.bundleIDs.contains(name) }.map { index in
                    { settings in settings.apps.remove(at: index) }
                }
            }
        }
        group.put("settings/levels/{level}") { request, context in
            let name = try context.identifier("level")
            let products = try await RequestObject(request, of: ["productIds"]).texts("productIds", upTo: 1_000)
            try await book.change { (settings) throws(APIError) in
                settings.levels.removeAll { $0.name == name }
                guard settings.levels.count < StoredSettings.most else { throw Self.tooMany }
                settings.levels.append(.init(name: name, productIDs: Set(products ?? []).sorted()))
                settings.levels.sort { $0.name < $1.name }
            }
            return try await answer()
        }
        group.delete("settings/levels/{level}") { _, context in
            let name = try context.identifier("level")
            return try await remove {
                $0.levels.firstIndex { $0.name == name }.map { index in
                    { settings in settings.levels.remove(at: index) }
                }
            }
        }
        addPolicies(to: group)
        addAddress(to: group)
    }

    private func addPolicies<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.put("settings/policies/{policy}") { request, context in
            let policy = try policy(context)
            let body = try await RequestObject(request, of: ["value"])
            guard let value = try body.text("value"), policy.accepts(value) else {
                let range = policy.range.map { "a number from \($0.lowerBound) to \($0.upperBound), as text" }
                throw RequestObject.invalid(
                    "\"value\" is \(range ?? "one of \(policy.choices.joined(separator: ", "))")"
                )
            }
            try await book.change { (settings) throws(APIError) in settings.policies[policy] = value }
            return try await answer()
        }
        group.delete("settings/policies/{policy}") { _, context in
            let policy = try policy(context)
            return try await remove { settings in
                settings.policies[policy].map { _ in { $0.policies[policy] = nil } }
            }
        }
    }

    private func addAddress<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.put("settings/notification-address") { request, _ in
            guard book.fixed.notificationAddress == nil else { throw Self.isFixed }
            guard let text = try await RequestObject(request, of: ["address"]).text("address") else {
                throw RequestObject.invalid("\"address\" must be an address that begins with https://")
            }
            do { _ = try HTTPAddress(text) } catch { throw RequestObject.invalid("\"address\": \(error)") }
            try await book.change { (settings) throws(APIError) in settings.notificationAddress = text }
            return try await answer()
        }
        group.delete("settings/notification-address") { _, _ in
            try await remove { settings in
                settings.notificationAddress.map { _ in { $0.notificationAddress = nil } }
            }
        }
    }

    /// Demands that no flag and no file says what an app is: that would count, and what is entered here would not.
    private func checkIsFree(_ order: AppOrder) throws(APIError) {
        let fixed = Set(book.fixed.apps.flatMap(\.bundleIDs))
        guard !fixed.contains(order.bundleIDs[0]) else { throw Self.isFixed }
        guard let other = order.bundleIDs.first(where: fixed.contains) else { return }
        throw APIError(.conflict, "settings-refused", "a flag or the file says what \(other) is; change it there")
    }

    /// A policy of the path that nobody has fixed.
    private func policy(_ context: some RequestContext) throws(APIError) -> ConsolePolicy {
        guard let policy = ConsolePolicy(rawValue: try context.identifier("policy")) else { throw Self.unknown }
        guard !book.fixed.fixedPolicies.contains(policy.rawValue) else { throw Self.isFixed }
        return policy
    }

    /// - Parameter removal: Finds what is to go, and says how it goes; nil if there is no such thing.
    private func remove(
        _ removal: @escaping @Sendable (StoredSettings) -> ((inout StoredSettings) -> Void)?
    ) async throws -> Response {
        try await book.change { (settings) throws(APIError) in
            guard let remove = removal(settings) else { throw Self.unknown }
            remove(&settings)
        }
        return try await answer()
    }

    private func answer() async throws -> Response {
        let (stored, complete) = try await book.settings()
        return SettingsAnswer(fixed: book.fixed, stored: stored, complete: complete).json.response()
    }

    static let tooMany = APIError(
        .conflict,
        "settings-refused",
        "there are \(StoredSettings.most) of them; remove what nobody needs"
    )
    private static let unknown = APIError(
        .notFound,
        "unknown-setting",
        "nothing of this name was set up at the console; what flags or the file say is changed there"
    )
    private static let isFixed = APIError(
        .conflict,
        "setting-fixed",
        "a flag, a variable or the file says what this is; change it there"
    )
}
