import AppStoreModels
import Foundation
import LocalAppStore
import Locking

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Answers what the snippets send to Apple's `verifyReceipt`, so that they run as they are and no request leaves.
final class AppleInPlace: URLProtocol {
    private static let store = Locked(LocalAppStore?.none)
    private static let isRegistered = Locked(false)

    /// From now on this store answers.
    static func serve(_ store: LocalAppStore) {
        self.store.withLock { $0 = store }
        let isFirst = isRegistered.withLock { isRegistered in
            defer { isRegistered = true }
            return !isRegistered
        }
        if isFirst { _ = URLProtocol.registerClass(AppleInPlace.self) }
    }

    override static func canInit(with request: URLRequest) -> Bool {
        request.url?.host?.hasSuffix("itunes.apple.com") ?? false
    }

    override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let store = Self.store.withLock({ $0 }), let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
        else { return }
        let isSandbox = url.host?.hasPrefix("sandbox") ?? false
        let json = (try? JSONValue(parsing: body))?.object ?? JSONObject()
        let question = VerifyReceiptRequest(json: json)
        let answer = store.verifyReceipt(question, endpoint: isSandbox ? .sandbox : .production).jsonData
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: answer)
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}

    private var body: Data {
        if let body = request.httpBody { return body }
        guard let stream = request.httpBodyStream else { return Data() }
        stream.open()
        defer { stream.close() }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var body = Data()
        while case let count = stream.read(&bytes, maxLength: bytes.count), count > 0 { body += bytes.prefix(count) }
        return body
    }
}
