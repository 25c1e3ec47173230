import AppStoreModels
import Foundation
import Hummingbird

/// `/v1/app/customers/{customer}/login`: somebody who used the app without an account gets one, or comes back to one.
struct AppLoginRoutes: Sendable {
    let directory: CustomerDirectoryRoutes
    let tokens: CustomerTokenRoutes

    func add<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.post("customers/{customer}/login") { request, context in
            let customer = try context.customer
            let body = try await RequestObject(request, of: ["customer", "customerToken"])
            let account = try body.customer("customer")
            let proof = try body.text("customerToken")
            let isProven = try await tokens.gate.isProven(by: proof, account)
            // Who logged in and did not hear of it is another name of the account by now, and its old token has ended. An
            // account that the app knew before anybody logged in has none yet.
            do { try await tokens.gate.check(request, for: customer) } catch let error as APIError {
                guard ["customer-token-invalid", "customer-token-missing"].contains(error.code), isProven,
                    try await tokens.gate.isToken(proof, of: customer)
                else { throw error }
            }
            var json = try await directory.logIn(customer, as: account, actor: context.actor, isProven: isProven)
            if isProven {
                // That of the login may be short-lived; the device gets one of its own, and gives up its old one.
                let issued = try await tokens.issue(for: account)
                json[string: "customerToken"] = issued[string: "customerToken"]
                if let old = request.headers[.customerToken] {
                    try await tokens.storage.revokeCustomerToken(old, of: customer, at: tokens.now())
                }
            }
            return json.response()
        }
    }
}
