extension Product {
    /// Whether the App Store shows a promoted product to the customer of this device, and where.
    ///
    /// It is the same that `SKProductStorePromotionController` sets, and is kept for as long as the device lives.
    public struct PromotionInfo: Equatable {
        /// Whether a product is shown.
        public enum Visibility: Int, Equatable, Hashable {
            /// As the developer set it up.
            case appStoreConnectDefault = 0
            /// Shown.
            case visible = 1
            /// Hidden.
            case hidden = 2
        }

        /// The product.
        public let productID: Product.ID
        /// Whether it is shown; takes effect with ``update()``.
        public var visibility: Product.PromotionInfo.Visibility

        init(productID: Product.ID, visibility: Visibility) {
            (self.productID, self.visibility) = (productID, visibility)
        }

        /// Lets the App Store do as ``visibility`` says.
        public func update() async throws {
            try await Self.updateProductVisibility(visibility, for: productID)
        }

        /// The products in the order that was set; empty if none was.
        ///
        /// - Throws: ``StoreKitError``
        public static var currentOrder: [Product.PromotionInfo] {
            get async throws {
                let controller = LocalDevice.inUse.promotions
                return controller.orderedProducts.map { product in
                    PromotionInfo(productID: product, visibility: controller.visibilityNow(of: product).modern)
                }
            }
        }

        /// Sets the order; products that are left out follow in the developer's order.
        ///
        /// - Throws: ``StoreKitError``; ``PurchaseError`` `productUnavailable` for what is not sold.
        public static func updateProductOrder(byID order: some Collection<Product.ID>) async throws {
            let device = LocalDevice.inUse
            device.promotions.order(try await device.promotable(Array(order)))
        }

        /// Shows or hides a product.
        ///
        /// - Throws: ``StoreKitError``; ``PurchaseError`` `productUnavailable` for what is not sold.
        public static func updateProductVisibility(
            _ visibility: Product.PromotionInfo.Visibility,
            for productID: Product.ID
        ) async throws {
            let device = LocalDevice.inUse
            _ = try await device.promotable([productID])
            device.promotions.show(visibility.original, productID)
        }

        /// Sets the order, and what is shown.
        ///
        /// - Throws: ``StoreKitError``; ``PurchaseError`` `productUnavailable` for what is not sold.
        public static func updateAll(_ promotions: some Collection<Product.PromotionInfo>) async throws {
            let promotions = Array(promotions)
            try await updateProductOrder(byID: promotions.map(\.productID))
            for promotion in promotions {
                LocalDevice.inUse.promotions.show(promotion.visibility.original, promotion.productID)
            }
        }
    }
}

extension LocalDevice {
    /// Products that may be promoted, in the order that was asked for.
    fileprivate func promotable(_ identifiers: [String]) async throws -> [SKProduct] {
        let found = try await asking { try $0.session.products(Set(identifiers)).products }
        let products = Dictionary(found.map { ($0.productIdentifier, $0) }) { first, _ in first }
        return try identifiers.map { identifier in
            guard let product = products[identifier] else { throw Product.PurchaseError.productUnavailable }
            return product
        }
    }
}

extension Product.PromotionInfo.Visibility {
    fileprivate var original: SKProductStorePromotionVisibility { .init(rawValue: rawValue) ?? .default }
}

extension SKProductStorePromotionVisibility {
    fileprivate var modern: Product.PromotionInfo.Visibility { .init(rawValue: rawValue) ?? .appStoreConnectDefault }
}
