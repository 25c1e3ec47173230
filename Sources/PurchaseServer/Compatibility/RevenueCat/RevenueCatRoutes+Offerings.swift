import AppStoreModels
import Entitlements
import Foundation
import HTTPTypes
import Hummingbird

extension RevenueCatRoutes {
    func addOfferings(to group: RouterGroup<APIContext>) {
        group.get("subscribers/{id}/offerings") { request, context in
            try context.demandAnyKey()
            let override = try await storage.subscriber(try context.appUserID).offering
            let offerings = try await storage.offerings().offerings
            return Self.tagged(RevenueCatOfferings(offerings: offerings, override: override).json, to: request)
        }
        group.post("subscribers/{id}/offerings/{offering}/override") { request, context in
            try context.demand(.customers)
            let customer = try context.appUserID
            let name = context.parameters.get("offering")?.removingPercentEncoding
            guard let name, try await storage.offerings().offerings.contains(where: { $0.name == name }) else {
                throw RevenueCatError(.notFound, .badRequest, "there is no offering of this name")
            }
            try await storage.show(offering: name, to: customer, at: now())
            return try await answer(about: customer, to: request, context)
        }
        // Their documentation has had both paths.
        for path in ["subscribers/{id}/offerings/{offering}/override", "subscribers/{id}/offerings/override"] {
            group.delete(RouterPath(path)) { request, context in
                try context.demand(.customers)
                let customer = try context.appUserID
                try await storage.show(offering: nil, to: customer, at: now())
                return try await answer(about: customer, to: request, context)
            }
        }
        group.get("product_entitlement_mapping") { request, context in
            try context.demandAnyKey()
            return Self.tagged(mapping, to: request)
        }
    }

    /// Which products give which entitlements; an app that cannot reach the server goes by it.
    private var mapping: JSONObject {
        let products = Set(catalogue.levels.flatMap(\.productIDs)).sorted().map { product -> (String, JSONValue) in
            let names = catalogue.levels(grantedBy: product).map(\.rawValue).sorted()
            return (
                product,
                [
                    "product_identifier": .string(product), "entitlements": .array(names.map(JSONValue.string)),
                ]
            )
        }
        return ["product_entitlement_mapping": .object(JSONObject(products))]
    }
}
