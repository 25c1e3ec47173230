#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// What the client has to do because of what happened.
///
/// Each one with a handler runs on the callback queue: the handler first, then the finishing, so that a purchase the app
/// could not take in is not lost.
enum ClientAction: Sendable {
    case purchase(Handler<TransactionResult>, TransactionResult, finish: [SKPaymentTransaction])
    case restore([Handler<RestoreResults>], RestoreResults, finish: [SKPaymentTransaction])
    case complete(Handler<[Purchase]>, [Purchase], finish: [SKPaymentTransaction])
    case startRestore(applicationUsername: String?)
    case deliver([SKPaymentTransaction])
    case finish([SKPaymentTransaction])
}

extension ClientAction {
    /// What callers are given by this and finish themselves.
    var leftToCallers: [SKPaymentTransaction] {
        let given: [any PaymentTransaction] =
            switch self {
            case .purchase(_, .purchased(let purchase), _) where purchase.needsFinishTransaction:
                [purchase.transaction]
            case .restore(_, let results, _):
                results.restoredPurchases.filter(\.needsFinishTransaction).map(\.transaction)
            default: []
            }
        return given.compactMap { $0 as? SKPaymentTransaction }
    }

    /// The same, where the delivery handler finishes what was bought.
    var leavingFinishing: ClientAction {
        switch self {
        case .purchase(let handler, let result, let finish):
            .purchase(handler, result.leavingFinishing, finish: finish.filter { !$0.isPaid })
        case .restore(let handlers, let results, _):
            .restore(handlers, results.leavingFinishing, finish: [])
        case .complete(let handler, let purchases, let finish):
            .complete(handler, purchases.map(\.leavingFinishing), finish: finish.filter { !$0.isPaid })
        case .startRestore, .deliver, .finish: self
        }
    }
}

extension TransactionResult {
    fileprivate var leavingFinishing: TransactionResult {
        switch self {
        case .purchased(let purchase): .purchased(purchase: purchase.leavingFinishing)
        case .restored(let purchase): .restored(purchase: purchase.leavingFinishing)
        case .deferred, .failed: self
        }
    }
}

extension RestoreResults {
    fileprivate var leavingFinishing: RestoreResults {
        RestoreResults(
            restoredPurchases: restoredPurchases.map(\.leavingFinishing),
            restoreFailedPurchases: restoreFailedPurchases
        )
    }
}

extension Purchase {
    fileprivate var leavingFinishing: Purchase {
        Purchase(
            productId: productId,
            quantity: quantity,
            transaction: transaction,
            originalTransaction: originalTransaction,
            needsFinishTransaction: false
        )
    }
}

extension PurchaseDetails {
    fileprivate var leavingFinishing: PurchaseDetails {
        PurchaseDetails(
            productId: productId,
            quantity: quantity,
            product: product,
            transaction: transaction,
            originalTransaction: originalTransaction,
            needsFinishTransaction: false
        )
    }
}
