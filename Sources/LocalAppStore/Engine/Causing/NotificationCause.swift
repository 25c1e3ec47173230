public import AppStoreModels

/// A notification that somebody wants to see, and whose it shall be.
///
/// ```swift
/// let report = try store.cause(NotificationCause(.refund, account: "flora"))
/// print(report.steps)  // bought com.example.seeds, refunded 1000000000000002
/// ```
public struct NotificationCause: Sendable, Hashable {
    /// What is to be reported.
    public var type: NotificationType
    /// In detail.
    public var subtype: NotificationSubtype?
    /// The customer, made if there is none of the name; nil for the transaction's, else for the first there is.
    public var accountID: String?
    /// The transaction, or one of the subscription, that it is to be about; nil for one that fits, which is made if there
    /// is none.
    public var transactionID: String?
    /// What is bought where something must be bought; nil for something that fits.
    public var productID: String?

    /// A notification that somebody wants to see.
    public init(
        _ type: NotificationType,
        _ subtype: NotificationSubtype? = nil,
        account: String? = nil,
        transactionID: String? = nil,
        productID: String? = nil
    ) {
        self.type = type
        self.subtype = subtype
        accountID = account
        self.transactionID = transactionID
        self.productID = productID
    }

    /// `TYPE` or `TYPE/SUBTYPE`.
    public var name: String { [type.rawValue, subtype?.rawValue].compactMap(\.self).joined(separator: "/") }

    /// The names of all that can be caused, in the order of Apple's table.
    public static let allNames: [String] = NotificationCauses.all.map(\.name)
}

/// What was done to bring a notification about.
public struct NotificationCauseReport: Sendable, Hashable {
    /// What was done, in order, in words for people.
    public internal(set) var steps: [String] = []
    /// Every notification that came of it, in order; the wanted one is among them.
    public internal(set) var notifications: [ToldNotification] = []
}

extension LocalAppStore {
    /// Brings about a notification by bringing about what it reports: all of it happens, or nothing.
    ///
    /// What is missing is made: a customer, a purchase, a subscription in the state that must be before. Time does not pass.
    /// Where neither a customer nor a transaction is named and nothing that is there will do, a new customer is made.
    ///
    /// - Throws: `invalidValue` for a name that ``NotificationCause/allNames`` does not have; `invalidState` if the cause
    ///   does not fit what was chosen; what buying throws
    @discardableResult
    public func cause(_ cause: NotificationCause) throws(StoreError) -> NotificationCauseReport {
        let isSandbox = environment != .production
        do {
            return try perform { engine throws(StoreError) in try engine.cause(cause, isSandbox: isSandbox) }
        } catch {
            guard cause.accountID == nil, cause.transactionID == nil,
                ![.invalidValue, .journalFailed].contains(error.code)
            else { throw error }
            do {
                return try perform { engine throws(StoreError) in
                    try engine.causeForNewCustomer(cause, because: error, isSandbox: isSandbox)
                }
            } catch let second where second.code == .journalFailed {
                throw second
            } catch {}
            throw error
        }
    }
}

extension StoreEngine {
    /// Brings a notification about for somebody who did nothing yet: earlier causes may have left no customer whom this one
    /// fits.
    mutating func causeForNewCustomer(
        _ cause: NotificationCause,
        because reason: StoreError,
        isSandbox: Bool
    ) throws(StoreError) -> NotificationCauseReport {
        var cause = cause
        cause.accountID = freeAccountName("customer")
        var report = try self.cause(cause, isSandbox: isSandbox)
        report.steps.insert("took a new customer: \(reason.reason)", at: 0)
        return report
    }

    /// A name that no customer has: this one, or one that begins so.
    func freeAccountName(_ name: String) -> String {
        var (id, number) = (name, 1)
        while customers.contains(id) {
            number += 1
            id = "\(name)-\(number)"
        }
        return id
    }
}
