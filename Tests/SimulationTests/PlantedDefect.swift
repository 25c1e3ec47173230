import AppStoreModels
import Entitlements
import Foundation
import Locking
import PurchaseServer
import PurchaseServerClient
import SwiftyStoreKit
import Testing

@testable import Simulation

/// Ten and more mistakes that people make around purchases, planted into the simulator's world, and by which rules it may
/// notice each. The product is left as it is.
enum PlantedDefect: String, CaseIterable, CustomTestStringConvertible {
    /// The disk says that something is on it, and a loss of power shows that it is not.
    case diskForgetsWhatItAcknowledged
    /// Whoever hears of events says that it has them, and drops some.
    case receiverDropsEvents
    /// Whoever hears of events takes one that comes again for another.
    case receiverCountsEventsTwice
    /// Each request with an event has a name of its own, as if it were another event.
    case eventsAreNamedAnew
    /// The app finishes a purchase also when the server could not be given it.
    case appFinishesBeforeDelivery
    /// The app has one name for all customers.
    case appNamesAllCustomersAlike
    /// The app goes by what the server said last for ever.
    case appTrustsForEver
    /// A proxy answers for the server when that fails.
    case proxyAcknowledgesUploads
    /// Refunds are acknowledged and then passed over.
    case refundsArePassedOver
    /// What begins a purchase is acknowledged and then passed over, so that only the app brings it.
    case beginningsArePassedOver
    /// Somebody writes whole requests into the log.
    case requestsAreInTheLog
    /// Somebody writes into the log by which token an app speaks for its customer.
    case tokensAreInTheLog
    /// The server fails whenever an app sends a receipt.
    case serverFailsOnReceipts
    /// The app brings purchases to the server and never finishes them.
    case appNeverFinishes
    /// The server's clock stands still.
    case clockStandsStill
    /// Nobody books the figures.
    case figuresAreNotBooked
    /// What a refund takes away stays in the balance.
    case refundsKeepTheirBalance

    var testDescription: String { rawValue }

    /// The rules of which one must be the first to notice it.
    var rules: Set<Int> {
        switch self {
        case .diskForgetsWhatItAcknowledged: [1, 2, 3, 9, 10, 11]
        case .receiverDropsEvents: [10]
        case .receiverCountsEventsTwice: [3, 10]
        case .eventsAreNamedAnew: [13]
        case .appFinishesBeforeDelivery, .proxyAcknowledgesUploads: [1]
        case .appNamesAllCustomersAlike: [1, 5, 6]
        case .appTrustsForEver: [4]
        case .refundsArePassedOver, .beginningsArePassedOver: [2]
        case .requestsAreInTheLog, .tokensAreInTheLog: [7]
        case .serverFailsOnReceipts: [8]
        case .appNeverFinishes: [12]
        case .clockStandsStill: [2, 4, 9, 10, 11, 12]
        case .figuresAreNotBooked: [11]
        case .refundsKeepTheirBalance: [10]
        }
    }

    /// The rules that must notice it each by itself, where nobody looks at the others: those that others are quicker than.
    var quietRules: [Int] {
        switch self {
        case .receiverCountsEventsTwice: [3]
        case .appNamesAllCustomersAlike: [5, 6, 9]
        default: []
        }
    }

    /// The world with it.
    var seams: SimulationSeams {
        var seams = SimulationSeams()
        switch self {
        case .diskForgetsWhatItAcknowledged: seams.diskForgets = true
        case .receiverDropsEvents: seams.keeps = { $0[string: "type"] != "subscriptionRenewed" }
        case .receiverCountsEventsTwice: seams.knowsRepetitions = false
        case .eventsAreNamedAnew:
            let count = Locked(0)
            seams.identify = { _ in
                count.withLock { count in
                    count += 1
                    return "\(count)"
                }
            }
        case .appFinishesBeforeDelivery: seams.deliver = Self.deliverCarelessly
        case .appNamesAllCustomersAlike: seams.name = { _ in "customer-0" }
        case .appTrustsForEver:
            seams.server = { $0.statementLifetime = 365 * 86_400 }
            seams.app = {
                $0.trustWindow = TrustWindow(afterStatement: 1_000 * 86_400, afterRenewal: 1_000 * 86_400)
            }
        case .proxyAcknowledgesUploads: seams.front = { $0 == .apps ? HelpfulProxy(door: $1) : $1 }
        case .refundsArePassedOver:
            seams.front = { $0 == .notifications ? Swallowing(door: $1) { $0 == "REFUND" } : $1 }
        case .beginningsArePassedOver:
            let beginnings = ["SUBSCRIBED", "ONE_TIME_CHARGE"]
            seams.front = { $0 == .notifications ? Swallowing(door: $1) { beginnings.contains($0) } : $1 }
        case .requestsAreInTheLog: seams.note = { String(decoding: $0.body, as: UTF8.self) }
        case .tokensAreInTheLog: seams.note = { $0.headers["Purser-Customer-Token"] }
        case .serverFailsOnReceipts: seams.front = { $0 == .apps ? Falling(door: $1) : $1 }
        case .appNeverFinishes: seams.deliver = Self.deliverForEver
        case .clockStandsStill: seams.server = { $0.now = { SimulatedWorld.start } }
        case .figuresAreNotBooked: seams.booksFigures = false
        case .refundsKeepTheirBalance:
            seams.server = { configuration in
                let rules = configuration.customers.ledger
                configuration.customers.ledger = try LedgerRules(products: rules.products, refundPolicy: .keep)
            }
        }
        return seams
    }

    /// Why a purchase comes again and again.
    private struct NotDelivered: Error {}

    @Sendable
    private static func deliverForEver(_ client: StoreClient, _ backend: PurchaseBackend, _ retry: DeliveryRetry) {
        client.deliver(retry: retry) { [weak client] _ in
            if let receipt = client?.localReceiptData { _ = try await backend.upload(receipt) }
            throw NotDelivered()
        }
    }

    @Sendable
    private static func deliverCarelessly(_ client: StoreClient, _ backend: PurchaseBackend, _ retry: DeliveryRetry) {
        client.deliver(retry: retry) { [weak client] _ in
            guard let receipt = client?.localReceiptData else { return }
            _ = try? await backend.upload(receipt)
        }
    }
}

/// Answers uploads by itself when the server cannot.
private struct HelpfulProxy: HTTPTransport {
    let door: any HTTPTransport

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let answer = try await door.send(request)
        guard request.url.path.hasSuffix("/receipts"), answer.status >= 500 else { return answer }
        let body = #"{"customer":"nobody","date":0,"entitlements":[]}"#
        return HTTPTransportResponse(status: 200, body: Data(body.utf8))
    }
}

/// Fails whenever a receipt comes.
private struct Falling: HTTPTransport {
    let door: any HTTPTransport

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        guard request.url.path.hasSuffix("/receipts") else { return try await door.send(request) }
        return HTTPTransportResponse(status: 500, body: Data())
    }
}

/// Acknowledges some notifications and throws them away.
private struct Swallowing: HTTPTransport {
    let door: any HTTPTransport
    let isUnwanted: @Sendable (String) -> Bool

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        if let notification = AcknowledgedNotification(request), isUnwanted(notification.type) {
            return HTTPTransportResponse(status: 200, body: Data())
        }
        return try await door.send(request)
    }
}
