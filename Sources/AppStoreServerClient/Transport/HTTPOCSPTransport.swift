public import AppStoreTrust
public import Foundation

/// Asks OCSP responders over any HTTP transport, for a `RevocationChecker`.
///
/// ```swift
/// let transport = HTTPOCSPTransport(AsyncHTTPClientTransport())
/// let checker = RevocationChecker(policy: RevocationPolicy(.soft), transport: transport) { Date() }
/// ```
public struct HTTPOCSPTransport: OCSPTransport {
    private let transport: any HTTPTransport

    /// A transport over another.
    public init(_ transport: any HTTPTransport) { self.transport = transport }

    /// Posts the question.
    ///
    /// - Throws: ``HTTPTransportError``, code `unexpectedStatus` for an answer with another HTTP status than 200.
    public func answer(to question: OCSPQuestion) async throws -> Data {
        let response = try await transport.send(
            HTTPTransportRequest(
                url: question.url,
                contentType: OCSPQuestion.contentType,
                body: question.body,
                timeout: question.timeout,
                maximumResponseLength: question.maximumLength
            )
        )
        guard response.status == 200 else {
            throw HTTPTransportError(.unexpectedStatus, reason: "the responder answered with HTTP status \(response.status)")
        }
        return response.body
    }
}

extension HTTPTransportError.Code {
    /// An answer with a status that makes it no answer to the question.
    public static let unexpectedStatus = Self(rawValue: "unexpected-status")
}
