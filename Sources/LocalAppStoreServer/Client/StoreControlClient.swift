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

    /// The longest snapshot that is read, in bytes.
    public static let maximumSnapshot = 1024 * 1024 * 1024

    /// Sends a request and returns the answer's object.
    public func send(_ request: StoreControlRequest) async throws(StoreControlError) -> JSONObject {
        let content = request.body.map { Content(type: "application/json", bytes: JSONValue.object($0).jsonData) }
        let (status, body) = try await answer(to: request, content, limit: Self.maximumAnswer)
        return try object(status, body)
    }

    /// Everything the store knows, as bytes. Keys are not in it.
    public func snapshot() async throws(StoreControlError) -> Data {
        let (status, body) = try await answer(to: .snapshot, nil, limit: Self.maximumSnapshot)
        guard status != 200 else { return Data(body.readableBytesView) }
        _ = try object(status, body)
        throw notAStore(status)
    }

    /// Puts the state of a snapshot in the place of the store's, its time included.
    ///
    /// - Returns: How far the state has come: `sequence`, `date`, `accounts`, `subscriptions`.
    /// - Throws: `snapshotDamaged`, `snapshotOfAnotherApp`; then the store is as it was.
    @discardableResult
    public func restore(snapshot: Data) async throws(StoreControlError) -> JSONObject {
        let content = Content(type: "application/octet-stream", bytes: snapshot)
        let (status, body) = try await answer(to: .restore, content, limit: Self.maximumAnswer)
        return try object(status, body)
    }

    /// What a request carries.
    private struct Content {
        let type: String
        let bytes: Data
    }

    /// The object of an answer; a refusal is thrown.
    private func object(_ status: Int, _ body: ByteBuffer) throws(StoreControlError) -> JSONObject {
        // The usual limit is made for what Apple sends; a list of everything may be longer.
        let limits = JSONLimits(maximumLength: Self.maximumAnswer)
        let object = (try? JSONValue(parsing: body.readableBytesView, limits: limits))?.object
        if (200...299).contains(status), let object { return object }
        guard let object, let error = object[object: "error"], let code = error[string: "code"] else {
            throw notAStore(status)
        }
        throw StoreControlError(code, error[string: "message"] ?? code, httpStatus: status, answer: object)
    }

    private func notAStore(_ status: Int) -> StoreControlError {
        let message = "\(baseURL.absoluteString) is no local store: it answered \(status)"
        return StoreControlError("notAStore", message, httpStatus: status)
    }

    private func answer(
        to request: StoreControlRequest,
        _ content: Content?,
        limit: Int
    ) async throws(StoreControlError) -> (Int, ByteBuffer) {
        // Without its last part the path of one record is that of all: deleting nothing would delete everything.
        guard !request.path.contains("") else {
            throw StoreControlError("emptyName", "\(request.place) leaves a name or identifier empty")
        }
        guard let url = request.url(below: baseURL) else {
            throw StoreControlError("notReachable", "\(baseURL.absoluteString) is no address of a store")
        }
        var message = HTTPClientRequest(url: url.absoluteString)
        message.method = HTTPMethod(rawValue: request.method)
        if let content {
            message.headers.add(name: "Content-Type", value: content.type)
            message.body = .bytes(content.bytes)
        }
        do {
            let response = try await client.execute(message, timeout: timeout)
            return (Int(response.status.code), try await response.body.collect(upTo: limit))
        } catch let error as HTTPClientError where error == .deadlineExceeded {
            throw StoreControlError("timedOut", "the store at \(baseURL.absoluteString) takes too long")
        } catch is NIOTooManyBytesError {
            throw StoreControlError(
                "answerTooLong",
                "the store's answer is longer than \(limit) bytes; ask for less, for example for one account"
            )
        } catch {
            throw StoreControlError(
                "notReachable",
                "no store answers at \(baseURL.absoluteString); start one with `purser store serve`"
            )
        }
    }
}
