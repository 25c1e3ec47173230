public import AppStoreModels
public import AsyncHTTPClient
public import Foundation
public import NIOCore
import NIOHTTP1

/// Commands a running store through its control interface.
///
/// ```swift
/// let client = StoreControlClient(baseURL: url)
/// let transaction = try await client.send(.buy(productID: "shop.posy", account: "flora"))
/// ```
public struct StoreControlClient: Sendable {
    /// The longest answer that is read, in bytes.
    public static let maximumAnswer = 64 * 1024 * 1024

    /// Where the store listens.
    public let baseURL: URL
    private let client: HTTPClient
    private let timeout: TimeAmount

    /// A client.
    ///
    /// - Parameters:
    ///   - baseURL: Where the store listens, for example `http://127.0.0.1:8081`.
    ///   - client: The HTTP client; by default one that does not wait for a store that is not there.
    ///   - timeout: How long the store may take. A journey of years through many subscriptions takes minutes.
    public init(baseURL: URL, client: HTTPClient? = nil, timeout: TimeAmount = .minutes(10)) {
        self.baseURL = baseURL
        self.client = client ?? .failingFast
        self.timeout = timeout
    }

    /// Sends a request and returns the answer's object.
    public func send(_ request: StoreControlRequest) async throws(StoreControlError) -> JSONObject {
        let (status, body) = try await answer(to: request)
        let object = (try? JSONValue(parsing: body.readableBytesView))?.object
        if (200...299).contains(status), let object { return object }
        guard let object, let error = object[object: "error"], let code = error[string: "code"] else {
            throw StoreControlError(
                "notAStore",
                "\(baseURL.absoluteString) is no local store: it answered \(status)",
                httpStatus: status
            )
        }
        throw StoreControlError(code, error[string: "message"] ?? code, httpStatus: status, answer: object)
    }

    private func answer(to request: StoreControlRequest) async throws(StoreControlError) -> (Int, ByteBuffer) {
        guard let url = request.url(below: baseURL) else {
            throw StoreControlError("notReachable", "\(baseURL.absoluteString) is no address of a store")
        }
        var message = HTTPClientRequest(url: url.absoluteString)
        message.method = HTTPMethod(rawValue: request.method)
        if let body = request.body {
            message.headers.add(name: "Content-Type", value: "application/json")
            message.body = .bytes(JSONValue.object(body).jsonData)
        }
        do {
            let response = try await client.execute(message, timeout: timeout)
            return (Int(response.status.code), try await response.body.collect(upTo: Self.maximumAnswer))
        } catch let error as HTTPClientError where error == .deadlineExceeded {
            throw StoreControlError("timedOut", "the store at \(baseURL.absoluteString) takes too long")
        } catch {
            throw StoreControlError(
                "notReachable",
                "no store answers at \(baseURL.absoluteString); start one with `purser store serve`"
            )
        }
    }
}
