import AppStoreModels
import Foundation

extension StoreEngine {
    /// The tokens of external purchases, oldest first.
    package var externalPurchaseTokens: [ExternalPurchaseToken] { externalPurchases.tokens }

    /// Makes a token, as when the app asks for one; the developer hears of it.
    ///
    /// - Throws: `unknownAccount`, `invalidValue`; `invalidState` if there are too many
    @discardableResult
    package mutating func createExternalPurchaseToken(
        _ kind: ExternalPurchaseToken.Kind,
        account: String,
        isSandbox: Bool
    ) throws(StoreError) -> ExternalPurchaseToken {
        _ = try self.account(account)
        guard [.services, .acquisition].contains(kind) else {
            throw StoreError(.invalidValue, "there is no token \"\(kind)\"; there are SERVICES and ACQUISITION")
        }
        var state = externalPurchases
        if state.tokens.count >= ExternalPurchaseState.limit { state.tokens.removeAll { $0.expirationDate <= now } }
        guard state.tokens.count < ExternalPurchaseState.limit else {
            throw StoreError(
                .invalidState,
                "there are \(ExternalPurchaseState.limit) tokens of external purchases; wait until some expire"
            )
        }
        var noise = ReceiptNoise(seed: identifiers.seed, text: "external purchase \(eventCount + 1)")
        let name = noise.uuid().uuidString.lowercased()
        let token = ExternalPurchaseToken(
            id: isSandbox ? "SANDBOX_\(name)" : name,
            accountID: account,
            kind: kind,
            creationDate: now
        )
        state.tokens.append(token)
        tell(.created, of: token, state)
        return token
    }

    /// Notes that the developer has reported what was bought with a token.
    ///
    /// - Throws: `invalidValue` if there is no such token
    package mutating func reportExternalPurchase(token id: String) throws(StoreError) {
        var state = externalPurchases
        guard let token = state.change(id, { $0.isReported = true }) else { throw Self.unknownToken(id) }
        emit(
            .externalPurchaseTokenChanged,
            account: token.accountID,
            about: .externalPurchases(state, account: token.accountID)
        )
    }

    /// Reminds the developer of a token now, without waiting for its day.
    ///
    /// - Throws: `invalidValue` if there is no such token; `invalidState` if it has expired
    package mutating func remindOfExternalPurchase(token id: String) throws(StoreError) {
        guard let token = externalPurchases.tokens.first(where: { $0.id == id }) else { throw Self.unknownToken(id) }
        guard token.expirationDate > now else {
            throw StoreError(.invalidState, "the token \(id) has expired; make another one")
        }
        remind(of: token)
    }

    /// Reminds the developer of every token whose day has come.
    mutating func remindOfExternalPurchases() {
        let due = externalPurchases.tokens.filter { token in token.nextReminderDate.map { $0 <= now } ?? false }
        due.forEach { remind(of: $0) }
    }

    private mutating func remind(of token: ExternalPurchaseToken) {
        var state = externalPurchases
        let moment = now
        guard let token = state.change(token.id, { $0.planReminder(after: moment) }) else { return }
        tell(token.isReported ? .activeTokenReminder : .unreported, of: token, state)
    }

    private mutating func tell(
        _ subtype: NotificationSubtype,
        of token: ExternalPurchaseToken,
        _ state: ExternalPurchaseState
    ) {
        var notification = StoreNotification(.externalPurchaseToken, subtype)
        notification.externalPurchaseToken = token
        emit(
            .externalPurchaseTokenChanged,
            account: token.accountID,
            notification: notification,
            about: .externalPurchases(state, account: token.accountID)
        )
    }

    private static func unknownToken(_ id: String) -> StoreError {
        StoreError(.invalidValue, "there is no token \(id) for external purchases")
    }
}
