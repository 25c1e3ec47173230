public import AppStoreModels
public import Foundation
import Locking
public import OutgoingURLSession

/// Asks the App Store's `verifyReceipt` about a receipt.
///
/// ```swift
/// let validator = AppleReceiptValidator(service: .sandbox, sharedSecret: secret)
/// let receipt = try await SwiftyStoreKit.verifyReceipt(using: validator)
/// ```
///
/// Use it for tests: on a device somebody in the middle can answer, and the shared secret is in the app's binary. A
/// receipt of the sandbox that production refuses is sent to the sandbox, once, for this call alone.
// Sendable is safe: what changes is behind a lock; nothing outside of the module can add to the class.
public class AppleReceiptValidator: ReceiptValidator, @unchecked Sendable {
    /// Which of the App Store's two servers is asked first.
    public enum VerifyReceiptURLType: String, Sendable {
        /// The server for receipts of the App Store.
        case production = "https://buy.itunes.apple.com/verifyReceipt"
        /// The server for receipts of the sandbox and of TestFlight.
        case sandbox = "https://sandbox.itunes.apple.com/verifyReceipt"
    }

    /// Carries the requests of validators that are made without a transport, in place of the network. For tests.
    @TaskLocal package static var transportInPlace: (any HTTPTransport)?

    private let currentService: Locked<VerifyReceiptURLType>
    private let sharedSecret: SharedSecret?
    private let endpoints: VerifyReceiptEndpoints?
    private let transport: any HTTPTransport

    /// Asks Apple.
    ///
    /// - Parameters:
    ///   - service: The server to ask first.
    ///   - sharedSecret: The app's shared secret; needed for receipts with auto-renewable subscriptions.
    public init(service: VerifyReceiptURLType = .production, sharedSecret: String? = nil) {
        currentService = Locked(service)
        self.sharedSecret = sharedSecret.map { SharedSecret(value: $0) }
        endpoints = nil
        transport = AppleReceiptValidator.transportInPlace ?? URLSessionTransport()
    }

    /// Asks other servers than Apple's, or by other means.
    public init(
        service: VerifyReceiptURLType = .production,
        sharedSecret: String? = nil,
        endpoints: VerifyReceiptEndpoints?,
        transport: any HTTPTransport = URLSessionTransport()
    ) {
        currentService = Locked(service)
        self.sharedSecret = sharedSecret.map { SharedSecret(value: $0) }
        self.endpoints = endpoints
        self.transport = transport
    }

    /// The server to ask first.
    public var service: VerifyReceiptURLType {
        get { currentService.withLock { $0 } }
        set { currentService.withLock { $0 = newValue } }
    }

    /// Asks about a receipt.
    public func validate(receiptData: Data, completion: @escaping (VerifyReceiptResult) -> Void) {
        ask(service, about: receiptData, mayFallBack: true, Handler(completion))
    }

    private func ask(
        _ service: VerifyReceiptURLType,
        about receipt: Data,
        mayFallBack: Bool,
        _ handler: Handler<VerifyReceiptResult>
    ) {
        guard let url = url(of: service) else {
            handler(.error(error: .networkError(error: CocoaError(.fileReadUnsupportedScheme))))
            return
        }
        transport.send(HTTPTransportRequest(url: url, body: request(for: receipt))) { [self] answer in
            let result = VerifyReceiptResult(answer.map(\.body))
            guard service == .production, mayFallBack, result.isTestReceipt else {
                handler(result)
                return
            }
            ask(.sandbox, about: receipt, mayFallBack: false, handler)
        }
    }

    private func request(for receipt: Data) -> Data {
        var request = VerifyReceiptRequest()
        request.receiptData = receipt.base64EncodedString()
        request.password = sharedSecret?.value
        return request.jsonData
    }

    private func url(of service: VerifyReceiptURLType) -> URL? {
        switch service {
        case .production: endpoints?.production ?? URL(string: service.rawValue)
        case .sandbox: endpoints?.sandbox ?? URL(string: service.rawValue)
        }
    }
}
