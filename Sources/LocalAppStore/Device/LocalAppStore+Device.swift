package import AppReceipt
package import Foundation

/// The store as a device reaches it: as the functions without `device` in their names, but with the faults that strike
/// devices. Both kinds of devices, in this process and elsewhere, use these and no others.
extension LocalAppStore {
    /// Begins an operation of the app; the payment sheet is not on the screen yet.
    package func deviceStart(
        _ operation: DeviceOperation,
        account: String,
        product: String? = nil
    ) throws(StoreError) -> DeviceStart {
        try perform { engine throws(StoreError) in
            _ = try engine.account(account)
            return engine.start(operation, account: account, product: product)
        }
        .get()
    }

    /// Begins a purchase and makes it, with nobody in between: all of it happens, or nothing.
    ///
    /// - Returns: Nil if the payment sheet never comes.
    package func devicePurchaseAtOnce(_ request: PurchaseRequest) throws(StoreError) -> DevicePurchase? {
        try perform { engine throws(StoreError) -> Result<DevicePurchase?, StoreError> in
            _ = try engine.account(request.accountID)
            switch engine.start(.purchase, account: request.accountID, product: request.productID) {
            case .failure(let refusal): return .failure(refusal)
            case .success(let start) where !start.showsSheet: return .success(nil)
            case .success: return .success(try engine.devicePurchase(request))
            }
        }
        .get()
    }

    /// Begins to restore and does it, with nobody in between: all of it happens, or nothing.
    package func deviceRestoreAtOnce(
        account: String,
        applicationUsername: String?
    ) throws(StoreError) -> [StoreTransaction] {
        try perform { engine throws(StoreError) -> Result<[StoreTransaction], StoreError> in
            _ = try engine.account(account)
            if case .failure(let refusal) = engine.start(.restore, account: account, product: nil) {
                return .failure(refusal)
            }
            let signedIn = engine.signedInAccount(account)
            return .success(try engine.restore(account: signedIn, applicationUsername: applicationUsername))
        }
        .get()
    }

    /// Signs a device in: the account is created if there is none.
    package func deviceSignIn(_ account: String) throws(StoreError) {
        try perform { engine throws(StoreError) in
            if !engine.customers.contains(account) { try engine.createAccount(id: account) }
        }
    }

    /// The account that the device is signed in to, and the time that the device's clock shows.
    package func deviceCustomer(_ account: String) throws(StoreError) -> (account: StoreAccount, now: Date) {
        try look { engine throws(StoreError) in
            let jump = engine.fault(.clockJump, account: account)?.parameters.seconds ?? 0
            return (try engine.account(engine.signedInAccount(account)), engine.now.addingTimeInterval(jump))
        }
    }

    /// The products that the catalogue has, as the customer sees them.
    package func deviceProducts(_ ids: some Collection<String> & Sendable, account: String) throws(StoreError)
        -> [CatalogueItem]
    {
        let (struck, signedIn) = try perform { engine throws(StoreError) in
            let signedIn = engine.signedInAccount(account)
            // Who is refused meets no fault.
            _ = try engine.account(signedIn)
            return (engine.strike(.emptyProductList, account: account) != nil, signedIn)
        }
        return struck ? [] : try products(ids, account: signedIn)
    }

    /// Buys.
    package func devicePurchase(_ request: PurchaseRequest) throws(StoreError) -> DevicePurchase {
        try perform { engine throws(StoreError) in try engine.devicePurchase(request) }
    }

    /// Redeems an offer code.
    package func deviceRedeem(_ code: String, account: String) throws(StoreError) -> DevicePurchase {
        try perform { engine throws(StoreError) in try engine.deviceRedeem(code, account: account) }.get()
    }

    /// The purchases that the customer began in the App Store, for this device to ask the app about.
    package func deviceTakePurchaseIntents(account: String) throws(StoreError) -> [BegunPurchase] {
        try perform { engine throws(StoreError) in
            try checkConnection(account, engine)
            return try engine.takePurchaseIntents(account: engine.signedInAccount(account))
        }
    }

    /// What is not finished.
    package func deviceUnfinished(account: String) throws(StoreError) -> [StoreTransaction] {
        try look { engine throws(StoreError) in
            try checkConnection(account, engine)
            return engine.unfinishedTransactions(account: engine.signedInAccount(account))
        }
    }

    /// Finishes a transaction.
    package func deviceFinish(_ transactionID: String, account: String) throws(StoreError) {
        try perform { engine throws(StoreError) in
            try engine.deviceFinish(transactionID, account: account)
        }
        .get()
    }

    /// Restores.
    package func deviceRestore(account: String, applicationUsername: String?) throws(StoreError) -> [StoreTransaction] {
        try perform { engine throws(StoreError) in
            try engine.restore(account: engine.signedInAccount(account), applicationUsername: applicationUsername)
        }
    }

    /// The receipt for the device; empty if there is none.
    package func deviceReceipt(
        account: String,
        device: DeviceIdentifier,
        properties: ReceiptProperties = ReceiptProperties()
    ) throws(StoreError) -> Data {
        var contents = try deviceReceiptContents(account: account, device: device)
        contents.properties = properties
        return try deviceReceipt(contents, account: account)
    }

    /// What the receipt has to say now, for whoever looks at it later.
    package func deviceReceiptContents(
        account: String,
        device: DeviceIdentifier
    ) throws(StoreError) -> ReceiptContents {
        try look { engine throws(StoreError) in
            try checkConnection(account, engine)
            return try receiptContents(engine, account: engine.signedInAccount(account), device: device)
        }
    }

    /// The receipt that says so, for the device of an account; empty if a fault says that there is none.
    ///
    /// - Throws: `signingFailed`, `journalFailed`
    package func deviceReceipt(_ contents: ReceiptContents, account: String) throws(StoreError) -> Data {
        try handOut(contents.drawnUp(), account: deviceAccount(account), seenBy: account)
    }

    /// Whether the device hears nothing from the store.
    package func deviceIsCutOff(account: String) -> Bool { look { $0.isCutOff(account) } }

    /// Whether a fault signed devices in to the account, now or earlier.
    package func deviceMayVisit(_ account: String) -> Bool { look { $0.faultState.visitedAccounts.contains(account) } }

    /// The account whose events a device hears, and whether it hears nothing.
    package func deviceHearing(account: String) -> (account: String, isCutOff: Bool) {
        look { ($0.signedInAccount(account), $0.isCutOff(account)) }
    }

    /// The account whose events a device hears.
    package func deviceAccount(_ account: String) -> String { look { $0.signedInAccount(account) } }

    /// Refuses what nobody sees, and what therefore is no strike.
    func checkConnection(_ account: String, _ engine: StoreEngine) throws(StoreError) {
        guard engine.isCutOff(account) else { return }
        throw StoreError(.offline, "the device is cut off: a fault of the store")
    }
}
