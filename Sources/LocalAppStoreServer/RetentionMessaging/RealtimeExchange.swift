import AppStoreModels
import Foundation
import LocalAppStore

/// Asks the developer's server what a customer shall see who is about to cancel.
///
/// It goes the way of notifications: one deadline around everything, no redirect is followed, nothing is sent to what is
/// no address.
struct RealtimeExchange: Sendable {
    /// The longest answer that is read, in bytes.
    static let maximumAnswer = 64 * 1024

    let store: LocalAppStore
    let transport: any HTTPTransport

    /// Asks, and reads the answer; whether it may be shown is for the store to say.
    ///
    /// - Throws: `CancellationError` if the task was cancelled.
    func ask(_ question: RetentionQuestion) async throws(CancellationError) -> RealtimeReply {
        do throws(RetentionFailure) {
            return .answer(try await answer(to: question), question.requestIdentifier)
        } catch {
            if Task.isCancelled { throw CancellationError() }
            return .failure(error, question.requestIdentifier)
        }
    }

    private func answer(to question: RetentionQuestion) async throws(RetentionFailure) -> JSONObject {
        let address: HTTPAddress
        do {
            address = try HTTPAddress(question.url)
        } catch {
            throw Self.noAnswer(.other, "\(error)")
        }
        let response: HTTPTransportResponse
        do {
            response = try await transport.send(
                HTTPTransportRequest(
                    url: address.url,
                    body: question.body,
                    timeout: question.seconds,
                    maximumResponseLength: Self.maximumAnswer
                )
            )
        } catch let error as HTTPTransportError where error.code == .responseTooLong {
            throw RetentionFailure(.notJSON, error.reason)
        } catch {
            let reason = (error as? HTTPTransportError)?.reason ?? "the request failed"
            throw Self.noAnswer(NotificationSendResult((error as? HTTPTransportError)?.code), reason)
        }
        let result = NotificationSendResult(httpStatus: response.status)
        guard result == .success else {
            throw Self.noAnswer(result, "\(address.origin) answered with status \(response.status)")
        }
        guard let object = (try? JSONValue(parsing: response.body))?.object else {
            throw RetentionFailure(.notJSON, "\(address.origin) answered with something else than a JSON object")
        }
        return object
    }

    private static func noAnswer(_ result: NotificationSendResult, _ reason: String) -> RetentionFailure {
        RetentionFailure(.noAnswer, reason, sendAttemptResult: result.rawValue)
    }
}
