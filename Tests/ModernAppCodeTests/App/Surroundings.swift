import Foundation
import StoreKit

// The storefront, messages, intents and sheets.

@MainActor
final class Surroundings {
    private(set) var countries: [String] = []
    private(set) var reasons: [Message.Reason] = [] { didSet { onChange() } }
    private(set) var wanted: [Product.ID] = [] { didSet { onChange() } }
    /// What the screen does when there is something new.
    var onChange: () -> Void = {}

    // 34. The storefront, now and when it changes.
    func country() async -> String { await Storefront.current?.countryCode ?? "unknown" }

    func watchStorefront() -> Task<Void, Never> {
        Task {
            for await storefront in Storefront.updates { self.countries.append(storefront.countryCode) }
        }
    }

    // 35. Messages that the app shows when it likes.
    func watchMessages() -> Task<Void, Never> {
        Task {
            for await message in Message.messages where message.reason != .generic {
                self.reasons.append(message.reason)
            }
        }
    }

    // 36. Purchases that were begun in the App Store.
    func watchIntents() -> Task<Void, Never> {
        Task {
            for await intent in PurchaseIntent.intents {
                self.wanted.append(intent.product.id)
                _ = try? await intent.product.purchase()
            }
        }
    }

    // 37. Refunds.
    func refund(_ transaction: Transaction) async -> String {
        do {
            switch try await transaction.beginRefundRequest() {
            case .success: return "asked"
            case .userCancelled: return "closed"
            @unknown default: return "?"
            }
        } catch let error as Transaction.RefundRequestError {
            return error == .duplicateRequest ? "asked before" : "failed"
        } catch {
            return "other"
        }
    }

    // 38. Whether there is anything to sell at all.
    func canSell() -> Bool { AppStore.canMakePayments }

    // 39. Purchases elsewhere, where a law wants them.
    func leave() async -> String? {
        guard await ExternalPurchase.canPresent else { return nil }
        guard let result = try? await ExternalPurchase.presentNoticeSheet() else { return nil }
        switch result {
        case .cancelled: return "stayed"
        case .continuedWithExternalPurchaseToken(let token): return token
        @unknown default: return nil
        }
    }

    // 40. The developer's own catalogue.
    func order(_ identifier: String, signed request: String) async -> Int64? {
        do {
            let product = try await AdvancedCommerceProduct(id: identifier)
            _ = try await product.purchase(compactJWS: request)
            return nil
        } catch let error as InvalidRequestError {
            return error.code
        } catch {
            return -1
        }
    }
}
