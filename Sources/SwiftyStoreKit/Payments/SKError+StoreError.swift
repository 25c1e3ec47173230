import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

extension SKError {
    /// The error of a failed transaction or request, whatever its domain, as one of the store.
    ///
    /// A foreign error stays readable under `NSUnderlyingErrorKey`; one of the network has the code
    /// `.cloudServiceNetworkConnectionFailed`. Its number is never read as a number of the store.
    init(storeError error: (any Error)?) {
        guard let error else {
            self.init(.unknown, userInfo: [NSLocalizedDescriptionKey: "Unknown error"])
            return
        }
        if let storeError = error as? SKError {
            self = storeError
            return
        }
        if let known = SKError(storeKit2: error) {
            self = known
            return
        }
        let foreign = error as NSError
        let code = SKError.code(for: error, foreign)
        self.init(
            code,
            userInfo: [NSUnderlyingErrorKey: error, NSLocalizedDescriptionKey: foreign.localizedDescription]
        )
    }

    private static func code(for error: any Error, _ foreign: NSError) -> SKError.Code {
        if error is CancellationError { return .paymentCancelled }
        if foreign.domain == SKErrorDomain { return SKError.Code(rawValue: foreign.code) ?? .unknown }
        return foreign.domain == NSURLErrorDomain ? .cloudServiceNetworkConnectionFailed : .unknown
    }
}
