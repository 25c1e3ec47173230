import Hummingbird

/// `/v1/app/customers/{customer}/offer-signatures`: what an app gives to the App Store to sell an offer.
///
/// No answer is kept for a repeated request: what is signed is good for one purchase.
struct OfferSignatureRoutes: Sendable {
    let desk: OfferDesk
    let gate: CustomerGate

    func add<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.post("customers/{customer}/offer-signatures") { request, context in
            let customer = try context.customer
            try await gate.check(request, for: customer)
            return try await desk.json(for: try await OfferOrder(request), of: customer).response()
        }
    }
}
