package import AppStoreModels
public import Foundation
import OutgoingHTTP

/// Commands a running store through its control interface.
///
/// ```swift
/// let client = StoreControlClient(baseURL: url)
/// let posy = try await client.send(.buy(productID: "shop.posy", account: "flora"))
/// let ends = try await client.send(.subscription("2000000000000001", .extend(days: 30))).expiresDate
/// ```
public struct StoreControlClient: Sendable {
    /// The longest answer that is read, in bytes.
    package static let maximumAnswer = 64 * 1024 * 1024

    /// Where the store listens.
    public let baseURL: URL
    private let transport: any HTTPTransport
    private let timeout: TimeInterval?

    /// A client.
    ///
    /// - Parameters:
    ///   - baseURL: Where the store listens, for example `http://127.0.0.1:8081`.
    ///   - timeout: How many seconds the store may take until the last byte of its answer, whatever is asked; nil for 30 seconds,
    ///     and ten minutes for what moves the clock, waits for a developer's server, or carries the whole state. A journey
    ///     of years through many subscriptions takes minutes.
    public init(baseURL: URL, timeout: TimeInterval? = nil) {
        self.init(baseURL: baseURL, transport: AsyncHTTPClientTransport(), timeout: timeout)
    }

    /// The same by another way out.
    package init(baseURL: URL, transport: any HTTPTransport, timeout: TimeInterval? = nil) {
        self.baseURL = baseURL
        self.transport = transport
        self.timeout = timeout
    }

    /// The longest snapshot that is read, in bytes.
    package static let maximumSnapshot = 1024 * 1024 * 1024

    /// Sends a request and returns the record that the store answers with.
    public func send<Answer>(_ request: StoreControlRequest<Answer>) async throws(StoreControlError) -> Answer {
        let content = request.body.map { Content(type: "application/json", bytes: JSONValue.object($0).jsonData) }
        let (status, body) = try await answer(to: request, content, limit: Self.maximumAnswer)
        return Answer(json: try object(status, body))
    }

    /// Everything the store knows, as bytes. Keys are not in it.
    public func snapshot() async throws(StoreControlError) -> Data {
        let (status, body) = try await answer(to: .snapshot, nil, limit: Self.maximumSnapshot)
        guard status != 200 else { return body }
        _ = try object(status, body)
        throw notAStore(status)
    }

    /// Puts the state of a snapshot in the place of the store's, its time included.
    ///
    /// - Returns: How far the state has come.
    /// - Throws: `snapshot-damaged`, `snapshot-of-another-app`; then the store is as it was.
    @discardableResult
    public func restore(snapshot: Data) async throws(StoreControlError) -> RestoredRecord {
        let content = Content(type: "application/octet-stream", bytes: snapshot)
        let (status, body) = try await answer(to: .restore, content, limit: Self.maximumAnswer)
        return RestoredRecord(json: try object(status, body))
    }

    /// What a request carries.
    private struct Content {
        let type: String
        let bytes: Data
    }

    /// The object of an answer; a refusal is thrown.
    private func object(_ status: Int, _ body: Data) throws(StoreControlError) -> JSONObject {
        // The usual limit is made for what Apple sends; a list of everything may be longer.
        let limits = JSONLimits(maximumLength: Self.maximumAnswer)
        let object = (try? JSONValue(parsing: body, limits: limits))?.object
        if (200...299).contains(status), let object { return object }
        guard let object, let error = object[object: "error"], let code = error[string: "code"] else {
            throw notAStore(status)
        }
        throw StoreControlError(code, error[string: "message"] ?? code, httpStatus: status, answer: object)
    }

    private func notAStore(_ status: Int) -> StoreControlError {
        let place = (try? HTTPAddress(baseURL).origin) ?? "what was asked"
        let message = "\(place) is no local store: it answered \(status)"
        return StoreControlError("not-a-store", message, httpStatus: status)
    }

    private func answer(
        to request: StoreControlRequest<some JSONBacked>,
        _ content: Content?,
        limit: Int
    ) async throws(StoreControlError) -> (Int, Data) {
        // Without its last part the path of one record is that of all: deleting nothing would delete everything.
        guard !request.path.contains("") else {
            throw StoreControlError("empty-name", "\(request.place) leaves a name or identifier empty")
        }
        let address = try address(of: request)
        do {
            let answer = try await transport.send(
                HTTPTransportRequest(
                    url: address.url,
                    method: request.method,
                    contentType: content?.type ?? "",
                    body: content?.bytes ?? Data(),
                    timeout: timeout ?? StoreControlDeadline.usual(for: request),
                    maximumResponseLength: limit
                )
            )
            return (answer.status, answer.body)
        } catch {
            throw StoreControlError(error, address, limit: limit)
        }
    }

    /// The address of a request. The store's own is checked first: a port that is none is no fault of the request.
    private func address(of request: StoreControlRequest<some JSONBacked>) throws(StoreControlError) -> HTTPAddress {
        do {
            _ = try HTTPAddress(baseURL)
        } catch {
            throw StoreControlError("not-reachable", "no store can be asked: \(error)")
        }
        guard let url = request.url(below: baseURL) else {
            throw StoreControlError(
                "not-reachable",
                "the store's address and \(request.place) make no address together"
            )
        }
        do {
            return try HTTPAddress(url)
        } catch {
            throw StoreControlError("not-reachable", "\(request.place) cannot be sent: \(error)")
        }
    }
}

extension StoreControlError {
    fileprivate init(_ error: any Error, _ address: HTTPAddress, limit: Int) {
        switch (error as? HTTPTransportError)?.code {
        case .timedOut:
            self.init("timed-out", "the store at \(address.origin) takes too long")
        case .responseTooLong:
            self.init(
                "response-too-long",
                "the store's answer is longer than \(limit) bytes; ask for less, for example for one account"
            )
        case _ where error is CancellationError:
            self.init("cancelled", "the answer of the store at \(address.origin) was not waited for")
        default:
            self.init(
                "not-reachable",
                "no store answers at \(address.origin); start one with `purser store serve`"
            )
        }
    }
}
