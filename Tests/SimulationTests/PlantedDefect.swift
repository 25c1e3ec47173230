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
    /// Somebody writes whole requests into the log.
    case requestsAreInTheLog
    /// The server's clock stands still.
    case clockStandsStill
    /// Nobody books the figures.
    case figuresAreNotBooked
    /// What a refund takes away stays in the balance.
    case refundsKeepTheirBalance

    var testDescription: String { rawValue }

    /// The rules of which one must notice it.
    var rules: Set<Int> {
        switch self {
        case .diskForgetsWhatItAcknowledged: [1, 2, 3, 9, 10, 11]
        case .receiverDropsEvents: [10]
        case .receiverCountsEventsTwice: [3, 10]
        case .eventsAreNamedAnew: [13]
        case .appFinishesBeforeDelivery, .proxyAcknowledgesUploads: [1]
        case .appNamesAllCustomersAlike: [1, 5, 6]
        case .appTrustsForEver: [4]
        case .refundsArePassedOver: [2]
        case .requestsAreInTheLog: [7]
        case .clockStandsStill: [2, 4, 9, 10, 11, 12]
        case .figuresAreNotBooked: [11]
        case .refundsKeepTheirBalance: [10]
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
        case .requestsAreInTheLog: seams.note = { String(decoding: $0.body, as: UTF8.self) }
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
