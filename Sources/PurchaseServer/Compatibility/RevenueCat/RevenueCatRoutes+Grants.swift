import AppStoreModels
import Entitlements
import Foundation
import HTTPTypes
import Hummingbird

extension RevenueCatRoutes {
    func addGrants(to group: RouterGroup<APIContext>) {
        group.post("subscribers/{id}/entitlements/{entitlement}/promotional") { request, context in
            try context.demand(.grants)
            let customer = try context.appUserID
            let grant = try grant(of: try context.entitlement, try await RevenueCatBody(request), by: context.actor)
            switch try await storage.save(grant, of: customer, fixesStart: true) {
            case .granted: break
            case .other: throw RevenueCatError(.conflict, .badRequest, "a grant of this name exists; ask again")
            case .tooMany:
                let most = GrantRows.maximumCount
                throw RevenueCatError(.conflict, .badRequest, "a customer has at most \(most) grants")
            }
            return try await answer(about: customer, to: request, context, isNew: true)
        }
        group.post("subscribers/{id}/entitlements/{entitlement}/revoke_promotionals") { request, context in
            try context.demand(.grants)
            let customer = try context.appUserID
            let level = try context.entitlement
            let date = now()
            for grant in try await storage.record(of: customer).grants
            where grant.grant.level.rawValue == level && grant.lastMoment.map({ $0 > date }) ?? true {
                _ = try await storage.revokeGrant(grant.grant.id, of: customer, at: date)
            }
            return try await answer(about: customer, to: request, context)
        }
        group.post("subscribers/{id}/subscriptions/{transaction}/extend") { request, context in
            try context.demand(.grants)
            let customer = try context.appUserID
            let body = try await RevenueCatBody(request)
            try await extend(context.parameters.get("transaction") ?? "", body, of: customer)
            return try await answer(about: customer, to: request, context)
        }
    }

    private func grant(of level: String, _ body: RevenueCatBody, by actor: String) throws -> Grant {
        guard catalogue.levels.isEmpty || catalogue.levels.contains(where: { $0.level.rawValue == level }) else {
            throw RevenueCatError.badRequest("there is no entitlement \(level); the server's settings name the levels")
        }
        let date = now()
        let start = try body.date("start_time_ms") ?? date
        let duration: RevenueCatDuration?
        let end: Date?
        if let time = try body.date("end_time_ms") {
            (duration, end) = (nil, time)
        } else {
            guard let known = try body.text("duration").flatMap(RevenueCatDuration.init) else {
                let all = RevenueCatDuration.allCases.map(\.rawValue).joined(separator: ", ")
                throw RevenueCatError.badRequest("send \"end_time_ms\", or as \"duration\" one of these: \(all)")
            }
            (duration, end) = (known, known.end(from: start))
        }
        if let end, end <= max(start, date) {
            throw RevenueCatError.badRequest("the end must be later than now, and than the beginning")
        }
        return Grant(
            try EntitlementGrant(
                id: Grant.revenueCatName(duration, identifier()),
                level: EntitlementLevel(rawValue: level),
                startDate: start,
                endDate: end
            ),
            madeDate: date,
            actor: actor
        )
    }

    private func extend(_ transactionID: String, _ body: RevenueCatBody, of customer: CustomerID) async throws {
        let days = try body.integer("extend_by_days") ?? 0
        let reason = try body.integer("extend_reason_code") ?? 0
        guard let days = Int(exactly: days), ExtendRenewalDateRequest.possibleDays.contains(days),
            (0...3).contains(reason)
        else {
            throw RevenueCatError.badRequest("\"extend_by_days\" is 1 to 90, \"extend_reason_code\" 0 to 3")
        }
        let facts = try await storage.facts(of: customer).holding.purchases
        guard
            let fact = facts.filter({ $0.transactionID == transactionID && $0.expiresDate != nil })
                .max(by: { $0.statedDate < $1.statedDate })
        else {
            throw RevenueCatError(
                .notFound,
                .subscriptionNotFound,
                "the customer has no subscription with this store transaction id"
            )
        }
        try await extending.extend(fact, days: days, reason: Int(reason), identifier: identifier())
    }
}

extension APIContext {
    /// The entitlement in the path: a level of ours.
    fileprivate var entitlement: String {
        get throws(RevenueCatError) {
            guard let name = parameters.get("entitlement")?.removingPercentEncoding, name.isIdentifier else {
                throw .badRequest("an entitlement is 1 to 128 bytes of UTF-8 without control characters")
            }
            return name
        }
    }
}
