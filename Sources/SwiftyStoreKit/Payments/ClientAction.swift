#if canImport(StoreKit)
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
}
