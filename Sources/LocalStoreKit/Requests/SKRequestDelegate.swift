public import Foundation

/// Hears how a request ended.
public protocol SKRequestDelegate: NSObjectProtocol {
    /// The request is done.
    func requestDidFinish(_ request: SKRequest)

    /// The request failed; ``requestDidFinish(_:)`` is not called.
    func request(_ request: SKRequest, didFailWithError error: any Error)
}

extension SKRequestDelegate {
    /// Does nothing.
    public func requestDidFinish(_ request: SKRequest) {}

    /// Does nothing.
    public func request(_ request: SKRequest, didFailWithError error: any Error) {}
}

/// Hears what a products request found.
public protocol SKProductsRequestDelegate: SKRequestDelegate {
    /// The products are here; ``SKRequestDelegate/requestDidFinish(_:)`` follows.
    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse)
}
