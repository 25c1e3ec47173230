import AppStoreModels
import Entitlements
import Foundation

/// Makes answers of what is known: pure, so that each rule of trust is a line in a test.
struct AccessJudge: Sendable {
    let window: TrustWindow
    let catalogue: LevelCatalogue
    let environments: Set<AppStoreEnvironment>

    /// What the server has just said.
    func access(_ statement: SignedStatement) -> CustomerAccess { read(statement, .server) }

    /// What follows from the server's last word, and from what has happened on the device since.
    ///
    /// - Parameter waiting: Transactions that the server has yet to be given for this customer.
    /// - Returns: nil if that word counts no more.
    func access(
        _ statement: SignedStatement,
        at moment: StatementClock.Moment,
        device: [Entitlement],
        waiting: Set<String> = []
    ) -> CustomerAccess? {
        guard !moment.isSetBack, moment.date < statement.countsUntil(window) else { return nil }
        var access = read(statement, .lastStatement)
        access.date = moment.date
        access.entitlements = access.entitlements.map { $0.judged(at: moment.date, window) }
        access.levels = access.levels.filter { level in
            guard let end = level.accessEndDate else { return true }
            let product = level.productID.flatMap { access.entitlement(to: $0) }
            return moment.date < end || product?.isEntitled == true
        }
        let device = counted(device)
        takeOff(device.filter { $0.revocationDate.map { $0 > statement.date } ?? false }, from: &access)
        let known = Set(access.entitlements.compactMap(\.transactionID))
        let newer = device.filter { bought in
            let waits = waiting.contains(bought.transactionID) && !known.contains(bought.transactionID)
            return bought.isEntitled && (waits || bought.purchaseDate > statement.date)
        }
        add(newer, to: &access)
        return access
    }

    /// What the device's own purchases say; `nobody` where it knows of none and was not to be asked.
    func access(of customer: String, device: [Entitlement]?, at date: Date) -> CustomerAccess {
        var access = CustomerAccess(customer: customer, source: device == nil ? .nobody : .device, date: date)
        let counted = counted(device ?? [])
        access.entitlements = counted.map(CustomerEntitlement.init)
        access.levels = levels(of: counted, at: date)
        return access
    }

    /// What was taken back after the server spoke is not the customer's any more, nor a level that nothing else gives.
    private func takeOff(_ revoked: [Entitlement], from access: inout CustomerAccess) {
        let lost = revoked.filter { !$0.isEntitled }
        guard !lost.isEmpty else { return }
        access.entitlements = access.entitlements.map { stated in
            guard stated.isEntitled, let taken = lost.first(where: { stated.isOf($0) }) else { return stated }
            return CustomerEntitlement(taken)
        }
        let products = Set(lost.map(\.productID))
        let given = Set(access.entitlements.filter(\.isEntitled).map(\.productID))
        access.levels.removeAll { level in
            level.productID.map(products.subtracting(given).contains) == true
                && !given.contains { catalogue.levels(grantedBy: $0).contains(level.level) }
        }
    }

    /// What was bought after the server spoke replaces what it said of the same product.
    private func add(_ newer: [Entitlement], to access: inout CustomerAccess) {
        guard !newer.isEmpty else { return }
        let products = Set(newer.map(\.productID))
        access.entitlements.removeAll { products.contains($0.productID) && !$0.isEntitled }
        access.entitlements += newer.filter { !access.owns($0.productID) }.map(CustomerEntitlement.init)
        access.levels += levels(of: newer, at: access.date).filter { !access.has($0.level) }
    }

    private func counted(_ device: [Entitlement]) -> [Entitlement] {
        device.filter { environments.contains($0.environment) }
    }

    private func levels(of entitlements: [Entitlement], at date: Date) -> [CustomerLevelAccess] {
        AccessStatement(
            entitlements: entitlements,
            at: date,
            catalogue: catalogue,
            sandbox: SandboxRule(environments: environments)
        ).levels.filter(\.isActive).map(CustomerLevelAccess.init)
    }

    private func read(_ statement: SignedStatement, _ source: AnswerSource) -> CustomerAccess {
        let json = statement.json
        var access = CustomerAccess(
            customer: json[string: "customer"] ?? statement.requestedCustomer,
            source: source,
            date: statement.date
        )
        access.statedDate = statement.date
        access.countsUntil = statement.countsUntil(window)
        access.entitlements = objects("entitlements", json).compactMap { CustomerEntitlement($0, source: source) }
        access.levels = objects("levels", json).compactMap { CustomerLevelAccess($0, source: source) }
        access.balances = objects("balances", json).compactMap(CustomerBalance.init)
        access.pendingUploadCount = json[integer: "pendingUploadCount"].flatMap(Int.init(exactly:)) ?? 0
        access.managementURL = json[string: "managementUrl"].flatMap(URL.init(string:))
        access.billingURL = json[string: "billingUrl"].flatMap(URL.init(string:))
        return access
    }

    private func objects(_ member: String, _ json: JSONObject) -> [JSONObject] {
        (json[array: member] ?? []).compactMap(\.object)
    }
}
