import AppStoreModels
import Foundation
import Testing

@testable import PurchaseServerClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Why no answer came")
struct TransportErrorTests {
    private struct Unknown: Error {}

    @Test(
        "What apps' and servers' transports throw has the same code, and only what may pass is tried again",
        arguments: [
            (URLError(.timedOut), .timedOut, true), (URLError(.cannotConnectToHost), .notReachable, true),
            (URLError(.notConnectedToInternet), .notReachable, true),
            (URLError(.serverCertificateUntrusted), .notReachable, true),
            (URLError(.badServerResponse), .notReachable, true), (URLError(.badURL), .invalidAddress, false),
            (URLError(.unsupportedURL), .invalidAddress, false),
            (URLError(.dataLengthExceedsMaximum), .responseTooLong, false), (URLError(.cancelled), .cancelled, false),
            (HTTPTransportError(.timedOut, reason: ""), .timedOut, true),
            (HTTPTransportError(.noReceiver, reason: ""), .notReachable, true),
            (HTTPTransportError(.tls, reason: ""), .notReachable, true),
            (HTTPTransportError(.invalidAddress, reason: ""), .invalidAddress, false),
            (HTTPTransportError(.responseTooLong, reason: ""), .responseTooLong, false),
            (CancellationError(), .cancelled, false), (Unknown(), .notReachable, true),
        ] as [(any Error, PurchaseBackendError.Code, Bool)]
    )
    func codes(cause: any Error, code: PurchaseBackendError.Code, isRetryable: Bool) {
        let error = PurchaseBackendError(cause, after: 10)
        #expect(error.code == code)
        #expect(error.isRetryable == isRetryable)
    }

    @Test("The reason keeps the cause, and no address with the customer's name")
    func reason() {
        let url = "https://purchases.example.com/v1/app/customers/flora"
        let cause = URLError(.cannotFindHost, userInfo: [NSLocalizedDescriptionKey: url, "NSErrorFailingURLKey": url])
        let reason = PurchaseBackendError(cause, after: 10).reason
        #expect(reason.contains("URLError \(URLError.Code.cannotFindHost.rawValue)"))
        #expect(!reason.contains("flora"))
        let closed = PurchaseBackendError(HTTPTransportError(.closed, reason: "in the middle"), after: 10)
        #expect(closed.reason.contains("closed: in the middle"))
        #expect(PurchaseBackendError(Unknown(), after: 10).reason.contains("Unknown"))
        #expect(PurchaseBackendError(URLError(.timedOut), after: 2.4).reason.contains("3 seconds"))
    }
}
