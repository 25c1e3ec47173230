public import Foundation
import Locking

/// Whether the App Store shows a promoted product to the customer of this device.
// StoreKit closes this one (`NS_CLOSED_ENUM`), so there are no numbers without a name.
@frozen
public enum SKProductStorePromotionVisibility: Int, Sendable {
    /// As the developer set it up.
    case `default` = 0
    /// Shown.
    case show = 1
    /// Hidden.
    case hide = 2
}

/// The promoted products of this device: their order, and which are hidden.
///
/// Both belong to the device and are kept for as long as it lives. Completion handlers run on its callback queue.
open class SKProductStorePromotionController: NSObject {
    private let choice = Locked(PromotionChoice())

    /// A controller of its own, for subclasses.
    public override init() {
        super.init()
    }

    /// The controller of the device in use.
    open class func `default`() -> Self {
        let controller = LocalDevice.inUse.promotions
        guard let controller = controller as? Self else {
            preconditionFailure("default() is a SKProductStorePromotionController, not a \(Self.self)")
        }
        return controller
    }

    /// Asks whether a product is shown.
    open func fetchStorePromotionVisibility(
        for product: SKProduct,
        completionHandler: ((SKProductStorePromotionVisibility, (any Error)?) -> Void)?
    ) {
        let visibility = visibility(of: product.productIdentifier)
        call(completionHandler) { $0(visibility, nil) }
    }

    /// Whether a product is shown.
    open func promotionVisibility(for product: SKProduct) async throws -> SKProductStorePromotionVisibility {
        visibility(of: product.productIdentifier)
    }

    /// Shows or hides a product.
    open func update(
        storePromotionVisibility promotionVisibility: SKProductStorePromotionVisibility,
        for product: SKProduct,
        completionHandler: (((any Error)?) -> Void)?
    ) {
        set(promotionVisibility, of: product.productIdentifier)
        call(completionHandler) { $0(nil) }
    }

    /// Shows or hides a product.
    open func update(
        promotionVisibility: SKProductStorePromotionVisibility,
        for product: SKProduct
    ) async throws {
        set(promotionVisibility, of: product.productIdentifier)
    }

    /// Asks for the order that was set; empty if none was.
    open func fetchStorePromotionOrder(completionHandler: (([SKProduct], (any Error)?) -> Void)?) {
        let order = choice.withLock { $0.order }
        call(completionHandler) { $0(order, nil) }
    }

    /// The order that was set; empty if none was.
    open func promotionOrder() async throws -> [SKProduct] {
        choice.withLock { $0.order }
    }

    /// Sets the order; products that are left out follow in the developer's order.
    open func update(storePromotionOrder promotionOrder: [SKProduct], completionHandler: (((any Error)?) -> Void)?) {
        choice.withLock { $0.order = promotionOrder }
        call(completionHandler) { $0(nil) }
    }

    /// Sets the order; products that are left out follow in the developer's order.
    open func update(promotionOrder: [SKProduct]) async throws {
        choice.withLock { $0.order = promotionOrder }
    }

    /// The identifiers of the products in the order that was set.
    final var orderedProducts: [String] { choice.withLock { $0.order.map(\.productIdentifier) } }

    /// Whether a product is shown.
    final func visibilityNow(of product: String) -> SKProductStorePromotionVisibility { visibility(of: product) }

    /// Sets the order.
    final func order(_ products: [SKProduct]) { choice.withLock { $0.order = products } }

    /// Shows or hides a product.
    final func show(_ visibility: SKProductStorePromotionVisibility, _ product: String) { set(visibility, of: product) }

    private func visibility(of product: String) -> SKProductStorePromotionVisibility {
        choice.withLock { $0.visibility[product] ?? .default }
    }

    private func set(_ visibility: SKProductStorePromotionVisibility, of product: String) {
        choice.withLock { $0.visibility[product] = visibility }
    }

    private func call<Handler>(_ handler: Handler?, _ body: @escaping @Sendable (Handler) -> Void) {
        guard let handler else { return }
        let once = HandedOver(handler)
        LocalDevice.inUse.deliver { body(once.value) }
    }
}

extension LocalDevice {
    /// What the customer of this device sees of the promoted products.
    var promotions: SKProductStorePromotionController { companion { DevicePromotions() }.controller }
}

/// The one controller of a device.
// Sendable is safe: the reference never changes, and what changes of the controller is behind a lock. The controller itself
// is not Sendable because StoreKit's is not: what compiles here shall compile there.
private final class DevicePromotions: @unchecked Sendable {
    let controller = SKProductStorePromotionController()
}

/// What the customer of a device sees of the promoted products.
private struct PromotionChoice: Sendable {
    var order: [SKProduct] = []
    var visibility: [String: SKProductStorePromotionVisibility] = [:]
}
