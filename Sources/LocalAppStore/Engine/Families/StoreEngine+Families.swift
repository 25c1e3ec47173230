import AppStoreModels
import Foundation
import OrderedCollections

extension StoreEngine {
    /// All families in the order they were created, without those that were dissolved.
    package var families: [FamilyGroup] { familyState.groups.values.filter { !$0.memberIDs.isEmpty } }

    /// A family.
    ///
    /// - Throws: `unknownFamily`
    package func family(_ id: String) throws(StoreError) -> FamilyGroup {
        guard let family = familyState.groups[id], !family.memberIDs.isEmpty else {
            throw StoreError(.unknownFamily, "there is no family \"\(id)\"; create it first")
        }
        return family
    }

    /// Creates a family with one member, its organizer.
    ///
    /// - Parameters:
    ///   - id: 1 to 128 characters, no control characters.
    ///   - organizer: The account that makes it.
    /// - Throws: `familyExists`, `invalidValue`, `unknownAccount`; `invalidState` if the account is in a family
    package mutating func createFamily(id: String, organizer: String) throws(StoreError) {
        try checkName(id, "a family's")
        guard familyState.groups[id] == nil else {
            throw StoreError(.familyExists, "there is or was a family \"\(id)\"; choose another name")
        }
        let account = try accountWithoutFamily(organizer)
        add(account, to: FamilyGroup(id: id, organizerID: organizer, memberIDs: []))
    }

    /// Adds an account to a family: it shares what it bought, and gets what the others share.
    ///
    /// - Throws: `unknownFamily`, `unknownAccount`, `familyFull`; `invalidState` if the account is in a family
    package mutating func joinFamily(id: String, account accountID: String) throws(StoreError) {
        let family = try family(id)
        let account = try accountWithoutFamily(accountID)
        guard family.memberIDs.count < FamilyGroup.maximumSize else {
            throw StoreError(.familyFull, "family \"\(id)\" has \(family.memberIDs.count) members, which is the most")
        }
        add(account, to: family)
        for member in family.memberIDs { shareEverything(of: member) }
        shareEverything(of: accountID)
    }

    /// Takes an account out of its family; what it had from others, and others from it, is revoked. When the organizer
    /// leaves, the family is dissolved.
    ///
    /// - Throws: `unknownAccount`; `invalidState` if the account is in no family
    package mutating func leaveFamily(account accountID: String) throws(StoreError) {
        guard let familyID = try account(accountID).familyID, var family = familyState.groups[familyID] else {
            throw StoreError(.invalidState, "account \"\(accountID)\" is in no family")
        }
        let formerMembers = family.memberIDs
        let leaving = family.organizerID == accountID ? formerMembers : [accountID]
        family.memberIDs.removeAll { leaving.contains($0) }
        for id in leaving {
            var account = customers[id]
            account?.familyID = nil
            emit(.familyChanged, about: .family(family, account))
        }
        for member in formerMembers { revokeStrayShares(of: member) }
    }

    /// Shares a purchase with the purchaser's family, or no longer. What may be shared is shared until this says otherwise.
    ///
    /// - Throws: `unknownTransaction`; `familyShared` for a member's share; `invalidState` if the product cannot be shared
    package mutating func setFamilySharing(_ isOn: Bool, originalTransactionID id: String) throws(StoreError) {
        let original = try transaction(id)
        try checkPurchased(original)
        guard original.originalTransactionID == id, catalogue[original.productID]?.isFamilyShareable == true else {
            throw StoreError(.invalidState, "transaction \(id) is not the first one of something a family may share")
        }
        var account = try account(original.accountID)
        var unshared = account.unsharedPurchases
        guard unshared.contains(id) == isOn else { return }
        if isOn { unshared.remove(id) } else { unshared.insert(id) }
        account.unsharedPurchases = unshared
        emit(.accountChanged, about: .account(account))
        shareEverything(of: account.id)
    }

    /// Refuses what only the purchaser may do.
    func checkPurchased(_ transaction: StoreTransaction) throws(StoreError) {
        guard transaction.ownership != .familyShared else {
            throw StoreError(
                .familyShared,
                "transaction \(transaction.transactionID) came by Family Sharing; use the purchaser's "
                    + (transaction.sharedTransactionID ?? "one")
            )
        }
    }

    /// The other members of an account's family.
    func relatives(of accountID: String) -> [String] {
        guard let familyID = customers[accountID]?.familyID, let family = familyState.groups[familyID] else {
            return []
        }
        return family.memberIDs.filter { $0 != accountID }
    }

    private func accountWithoutFamily(_ id: String) throws(StoreError) -> StoreAccount {
        let account = try account(id)
        guard account.familyID == nil else {
            throw StoreError(
                .invalidState,
                "account \"\(id)\" is in family \"\(account.familyID ?? "")\"; leave it first"
            )
        }
        return account
    }

    private mutating func add(_ account: StoreAccount, to family: FamilyGroup) {
        var account = account
        var family = family
        account.familyID = family.id
        family.memberIDs.append(account.id)
        emit(.familyChanged, about: .family(family, account))
    }
}
