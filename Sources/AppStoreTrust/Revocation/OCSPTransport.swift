public import Foundation

/// How questions reach a responder; the only door to the network.
public protocol OCSPTransport: Sendable {
    /// Posts a question with the content type `application/ocsp-request` and reads the whole answer.
    ///
    /// - Throws: Any error if there is no answer with HTTP status 200 in ``OCSPQuestion/timeout`` seconds, or one longer
    ///   than ``OCSPQuestion/maximumLength``. Its description becomes part of the reason of a ``TrustError``.
    func answer(to question: OCSPQuestion) async throws -> Data
}

/// One question to a responder.
public struct OCSPQuestion: Sendable {
    /// Where the responder listens.
    public let url: URL
    /// The question, DER.
    public let body: Data
    /// How long, in seconds, the answer may take.
    public let timeout: TimeInterval
    /// The longest answer that is read, in bytes.
    public let maximumLength: Int

    /// The content type of questions.
    public static let contentType = "application/ocsp-request"
    /// The content type of answers.
    public static let answerContentType = "application/ocsp-response"
}
