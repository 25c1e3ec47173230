import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// What all control routes need.
struct ControlContext: Sendable {
    let store: LocalAppStore
    let clock: StoreClock
    let notifications: NotificationDelivery
    let events: EventHistory
    let limit: Int
    /// What is done between two portions of a long way of the clock.
    let betweenPortions: @Sendable () async -> Void

    /// Carries out a command at the time it is; a refusal becomes an answer.
    func command<Result>(_ body: () throws(StoreError) -> Result) throws(RequestError) -> Result {
        try refusing { () throws(StoreError) in
            try clock.keepUp()
            return try body()
        }
    }

    /// Stops the clock at the time it is, after everything that is due, in portions.
    ///
    /// - Parameter body: What is done besides: both happen, or neither.
    /// - Throws: `clockMoving` while the clock is on a long way, as a `RequestError`.
    func pauseClock(and body: () throws(StoreError) -> Void = { () throws(StoreError) in }) async throws {
        try await refusingAll {
            try await clock.catchUp(betweenPortions: betweenPortions)
            try clock.checkIsFree()
            try clock.pause(and: body)
        }
    }

    /// Does something that the store or one of its files may refuse; a refusal becomes an answer.
    func refusingAll(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as StoreError {
            throw RequestError(error)
        } catch let error as StoreServerError {
            throw RequestError(error)
        }
    }

    /// Refuses what would make the store forget notifications while their log cannot be written.
    func checkNotificationLog() throws(RequestError) {
        if let failure = notifications.tryWritingAgain() { throw RequestError(failure) }
    }

    /// Does what must be written into a file besides the store's log; a refusal becomes an answer.
    func refusing(_ body: () throws(StoreServerError) -> Void) throws(RequestError) {
        do {
            try body()
        } catch {
            throw RequestError(error)
        }
    }

    /// Asks something of the store; a refusal becomes an answer.
    func refusing<Result>(_ body: () throws(StoreError) -> Result) throws(RequestError) -> Result {
        do {
            return try body()
        } catch {
            throw RequestError(error)
        }
    }
}

extension RequestError {
    /// 404 for what does not exist, 409 for what does not fit the state, 400 for values out of range, 503 for a store that
    /// cannot write at the moment, 500 for what it cannot sign or pack.
    init(_ error: StoreError) {
        self.init(Self.status(of: error.code), error.code.rawValue, error.reason)
    }

    /// As the store's own log has it: what could not be written down did not happen.
    init(_ error: StoreServerError) {
        if error.code == .fileUnusable {
            self.init(StoreError(.journalFailed, error.reason))
        } else {
            self.init(.internalServerError, error.code.rawValue, error.reason)
        }
    }

    private static func status(of code: StoreError.Code) -> HTTPResponse.Status {
        switch code {
        case .accountExists, .familyExists, .offerCodeExists: .conflict
        case .invalidState, .notPurchased, .clockBackwards, .clockMoving, .clockCancelled, .clockInterrupted,
            .tooManyEvents, .paymentNotAllowed, .familyShared, .familyFull,
            .ineligibleForOffer, .offerCodeRefused, .extensionLimit:
            .conflict
        case .journalFailed: .serviceUnavailable
        case .signingFailed, .snapshotFailed: .internalServerError
        case _ where code.rawValue.hasPrefix("unknown-") && code != .unknownStorefront: .notFound
        default: .badRequest
        }
    }
}
