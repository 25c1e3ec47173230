extension LocalAppStore {
    /// All families in the order they were created.
    public var families: [FamilyGroup] { engine.families }

    /// A family.
    ///
    /// - Throws: `unknownFamily`
    public func family(_ id: String) throws(StoreError) -> FamilyGroup {
        try look { engine throws(StoreError) in try engine.family(id) }
    }

    /// Creates a family with one member, its organizer.
    ///
    /// - Throws: `familyExists`, `invalidValue`, `unknownAccount`; `invalidState` if the account is in a family
    public func createFamily(id: String, organizer: String) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.createFamily(id: id, organizer: organizer) }
    }

    /// Adds an account to a family: it shares what it bought, and gets what the others share.
    ///
    /// - Throws: `unknownFamily`, `unknownAccount`, `familyFull`; `invalidState` if the account is in a family
    public func joinFamily(id: String, account: String) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.joinFamily(id: id, account: account) }
    }

    /// Takes an account out of its family; what it had from others, and others from it, is revoked. When the organizer
    /// leaves, the family is dissolved.
    ///
    /// - Throws: `unknownAccount`; `invalidState` if the account is in no family
    public func leaveFamily(account: String) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.leaveFamily(account: account) }
    }

    /// Shares a purchase with the purchaser's family, or no longer.
    ///
    /// - Throws: `unknownTransaction`, `familyShared`; `invalidState` if the product cannot be shared
    public func setFamilySharing(_ isOn: Bool, originalTransactionID id: String) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.setFamilySharing(isOn, originalTransactionID: id) }
    }
}
