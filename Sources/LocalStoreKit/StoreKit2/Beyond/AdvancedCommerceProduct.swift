import LocalAppStore

/// A generic product, by which an app sells of a catalogue that the developer keeps.
///
/// What is sold, and for how much, is in a request that the developer's server signs.
///
/// ```swift
/// let product = try await AdvancedCommerceProduct(id: "com.example.generic.subscription")
/// let result = try await product.purchase(compactJWS: request)
/// ```
///
/// In the local store any product of the catalogue may stand for the generic one.
public struct AdvancedCommerceProduct: Identifiable, Equatable, Hashable, Sendable, CustomDebugStringConvertible {
    /// The kind of product.
    public typealias ProductType = Product.ProductType
    /// What came of a purchase.
    public typealias PurchaseResult = Product.PurchaseResult

    /// The product's identifier.
    public let id: String
    /// The kind of product.
    public let type: Product.ProductType
    let origin: DeviceOrigin

    /// The generic product of an identifier.
    ///
    /// - Throws: ``StoreKitError``; `unsupported` if the store has no such generic product
    public init(id: String) async throws {
        let device = LocalDevice.inUse
        guard let product = try await device.products([id]).first else { throw StoreKitError.unsupported }
        self.id = product.id
        type = product.type
        origin = DeviceOrigin(device)
    }

    /// Carries out what a request says, after the customer has confirmed it.
    ///
    /// On Apple platforms other than the watch it takes a view controller or a window, which do not exist here.
    ///
    /// - Parameters:
    ///   - compactJWS: The request, signed by the developer's server.
    ///   - options: How.
    /// - Throws: ``InvalidRequestError`` for a request that breaks a rule, with the App Store's number; ``StoreKitError``;
    ///   ``Product/PurchaseError``
    @MainActor
    public func purchase(
        compactJWS: String,
        options: Set<AdvancedCommerceProduct.PurchaseOption> = []
    ) async throws -> Product.PurchaseResult {
        try await origin.responsible.purchase(id, compactJWS: compactJWS, options.first?.question)
    }

    /// The newest transaction of the product; nil if the customer has none.
    public var latestTransaction: VerificationResult<Transaction>? {
        get async { await allTransactions.newest() }
    }

    /// Everything that was sold to the customer by the product; ends after the last one.
    public var allTransactions: Transaction.Transactions {
        Transaction.Transactions(.all, id, device: origin.responsible)
    }

    /// What entitles the customer to something that was sold by the product; ends after the last one.
    public var currentEntitlements: Transaction.Transactions {
        Transaction.Transactions(.currentEntitlements, id, device: origin.responsible)
    }

    /// The identifier and the kind.
    public var debugDescription: String { "\(id) (\(type.rawValue))" }

    /// How an operation of Advanced Commerce is carried out.
    public struct PurchaseOption: Equatable, Hashable, Sendable, CustomDebugStringConvertible {
        let question: Product.PurchaseOption.StorefrontQuestion

        /// Asks the app whether to go on when the storefront has changed since the purchase began; without this it does.
        public static func onStorefrontChange(
            shouldContinuePurchase: @escaping @Sendable (Storefront) -> Bool
        ) -> AdvancedCommerceProduct.PurchaseOption {
            Self(question: Product.PurchaseOption.StorefrontQuestion(ask: shouldContinuePurchase))
        }

        /// What the option is about.
        public var debugDescription: String { "onStorefrontChange" }
    }
}
