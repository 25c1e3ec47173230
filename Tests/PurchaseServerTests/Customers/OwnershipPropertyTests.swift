import Entitlements
import Foundation
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Any order of uploads and logins")
struct OwnershipPropertyTests {
    private static let people = ["alice", "bob", "carol", "anonymous:1", "anonymous:2", "anonymous:3"]
    private static let chains = ["active", "lapsed"]

    /// What the policies say, in a few lines that have nothing in common with the storage.
    private struct Model {
        let policy: OwnershipPolicy
        var owners: [String: Set<String>] = [:]
        var account: [String: String] = [:]

        func isAnonymous(_ name: String) -> Bool { name.hasPrefix("anonymous:") }

        mutating func upload(_ chain: String, by name: String) {
            let person = account[name] ?? name
            let before = owners[chain] ?? []
            let isFree = before.allSatisfy(isAnonymous)
            switch policy {
            case .share: owners[chain] = before.union([person])
            case .transfer: owners[chain] = [person]
            case .transferIfInactive: if isFree || chain == "lapsed" { owners[chain] = [person] }
            case .refuse: if isFree { owners[chain] = [person] }
            }
            if before.contains(person), policy != .share { owners[chain] = before }
        }

        mutating func logIn(_ name: String, as person: String) {
            guard isAnonymous(name), account[name] == nil else { return }
            account[name] = person
            owners = owners.mapValues { $0.contains(name) ? $0.subtracting([name]).union([person]) : $0 }
        }
    }

    @Test(
        "Each purchase has the owners that the policy names",
        arguments: StorageKind.allCases.flatMap { kind in OwnershipPolicy.allCases.map { (kind, $0) } },
        [1, 2, 3, 4, 5] as [UInt64]
    )
    func order(of storage: (kind: StorageKind, policy: OwnershipPolicy), seed: UInt64) async throws {
        let terms = ClaimTerms(ownership: OwnershipRules(standard: storage.policy))
        try await storage.kind.test(terms: terms) { storage, reopen in
            var random = SeededGenerator(seed: seed)
            var model = Model(policy: terms.ownership.standard)
            for step in 1...60 {
                let date = Purchases.start + 100 + TimeInterval(step)
                let name = Self.people[Int.random(in: 0..<6, using: &random)]
                if Int.random(in: 0..<6, using: &random) == 0 {
                    let person = Self.people[Int.random(in: 0..<3, using: &random)]
                    model.logIn(name, as: person)
                    if name.hasPrefix("anonymous:") {
                        let note = AuditNote(date: date, actor: "test")
                        _ = try await storage.merge(CustomerID(trusted: name), into: CustomerID(trusted: person), note)
                    }
                } else {
                    let chain = Self.chains[Int.random(in: 0..<2, using: &random)]
                    model.upload(chain, by: name)
                    let fact = Purchases.fact(chain, lasts: chain == "lapsed" ? 5 : 86_400)
                    try await storage.upload([fact], by: CustomerID(trusted: name), at: date)
                }
                for chain in Self.chains {
                    let owners = try await storage.owners(of: chain)
                    #expect(owners == model.owners[chain] ?? [], "step \(step), \(chain)")
                }
            }
            for chain in Self.chains {
                #expect(try await reopen().owners(of: chain) == model.owners[chain] ?? [])
                for owner in model.owners[chain] ?? [] {
                    let facts = try await reopen().facts(of: CustomerID(trusted: owner))
                    #expect(facts.purchases.contains { $0.originalTransactionID == chain })
                }
            }
            for (name, person) in model.account {
                #expect(try await reopen().record(of: CustomerID(trusted: name)).customer.value == person)
            }
        }
    }
}
