import Foundation
import LocalAppStore

/// Asks the store for products by their identifiers.
open class SKProductsRequest: SKRequest {
    private let productIdentifiers: Set<String>

    /// A request for `productIdentifiers`.
    public init(productIdentifiers: Set<String>) {
        self.productIdentifiers = productIdentifiers
        super.init()
    }

    /// A request for nothing, for subclasses.
    public override init() {
        productIdentifiers = []
        super.init()
    }

    /// Who hears what was found; not retained.
    open var delegate: (any SKProductsRequestDelegate)? {
        get { delegateStorage as? any SKProductsRequestDelegate }
        set { delegateStorage = newValue }
    }

    override var work: @Sendable (LocalDevice) throws -> RequestAnswer {
        { [productIdentifiers] device in
            try device.checkFailure(of: .products)
            let pause = try device.session.start(.products, product: nil).pauseSeconds
            let rest = { @Sendable (device: LocalDevice) throws -> RequestAnswer in
                .products(device.hosting(try device.session.products(productIdentifiers)))
            }
            return pause > 0 ? .later(pause, rest) : try rest(device)
        }
    }

    override func announce(_ answer: RequestAnswer) {
        guard case .products(let response) = answer else { return }
        delegate?.productsRequest(self, didReceive: response)
    }
}
