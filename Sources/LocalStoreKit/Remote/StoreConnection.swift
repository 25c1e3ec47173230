import AppStoreModels
import Dispatch
import Foundation
import LocalAppStore
import Locking
import OutgoingURLSession

/// Says something to a store that runs elsewhere, and reads its answer.
struct StoreConnection: Sendable {
    /// Where the store listens.
    let url: URL
    let transport: any HTTPTransport
    /// After how long without an answer a message has failed.
    var timeout: TimeInterval = 15
    /// How much longer a transport may take than it was told.
    static let leeway: TimeInterval = 5
    /// The longest answer that is read, in bytes; a receipt of a customer of many years has a few megabytes.
    static let maximumAnswer = 64 * 1_024 * 1_024

    /// Sends a message, JSON, to a path below the store's URL.
    func send(
        _ path: String,
        _ body: Data,
        timeout: TimeInterval,
        completion: @escaping @Sendable (Result<HTTPTransportResponse, any Error>) -> Void
    ) {
        // Before the path is added: Foundation makes an address of anything.
        do {
            try URLError.check(url)
        } catch {
            return completion(.failure(error))
        }
        let request = HTTPTransportRequest(
            url: url.appendingPathComponent(path),
            body: body,
            timeout: timeout,
            maximumResponseLength: Self.maximumAnswer
        )
        transport.send(request, completion: completion)
    }

    /// Sends a message and waits for the answer.
    ///
    /// - Throws: `SKError` for what the store refuses; what the transport failed with.
    func ask<Answer: Decodable & Sendable>(
        _ path: String,
        _ message: some Encodable,
        for answer: Answer.Type
    ) throws -> Answer {
        let result = Locked(Result<HTTPTransportResponse, any Error>?.none)
        // The payment queue has a work queue of its own so that a store may take its time; only that queue waits here.
        let group = DispatchGroup()
        group.enter()
        send(path, try DeviceMessages.data(message), timeout: timeout) { answer in
            result.withLock { $0 = answer }
            group.leave()
        }
        // A transport keeps the time; one that does not must not stop the queue for ever.
        _ = group.wait(timeout: .now() + timeout + Self.leeway)
        guard let result = result.withLock({ $0 }) else { throw URLError(.timedOut) }
        return try Self.read(answer, from: try result.get())
    }

    /// Reads an answer; a refusal becomes an error of StoreKit.
    static func read<Answer: Decodable>(_ type: Answer.Type, from answer: HTTPTransportResponse) throws -> Answer {
        do {
            guard answer.status == 200 else {
                let refusal = try DeviceMessages.message(DeviceMessages.Refusal.self, from: answer.body).error
                throw StoreError(StoreError.Code(rawValue: refusal.code), refusal.message)
            }
            return try DeviceMessages.message(type, from: answer.body)
        } catch let error as StoreError {
            throw error.ofStoreKit
        } catch {
            throw SKError(
                .unknown,
                userInfo: [
                    NSLocalizedDescriptionKey:
                        "What answers at the store's URL is no local store (status \(answer.status)).",
                    NSUnderlyingErrorKey: error,
                ]
            )
        }
    }
}
