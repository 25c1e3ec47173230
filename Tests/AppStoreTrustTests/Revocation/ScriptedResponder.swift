import AppStoreModels
import Foundation
import TestSupport

@testable import AppStoreTrust

/// A responder that answers from a closure and counts the questions.
actor ScriptedResponder: HTTPTransport {
    private(set) var questions: [HTTPTransportRequest] = []
    private let reply: @Sendable (HTTPTransportRequest) throws -> Data

    init(_ reply: @escaping @Sendable (HTTPTransportRequest) throws -> Data) { self.reply = reply }

    func send(_ question: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        questions.append(question)
        return HTTPTransportResponse(status: 200, body: try reply(question))
    }

    /// A time-out, an HTTP status or a broken connection: for the checker they are all the same.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}

/// Makes answers to one question, right ones and wrong ones.
struct OCSPForgery {
    /// When answers are made: two years after the certificates of the tests signed.
    static let now = TestAuthority.signingDate + 2 * 365 * 86_400

    let authority: CertificateAuthority
    let question: HTTPTransportRequest
    var producedAt = now
    var nextUpdate: Date? = now + 3600
    var status = CertificateStatus.good
    /// Who signs; nil for the issuer.
    var signer: CertifiedKey?
    var certificates: [[UInt8]] = []
    var nonce: [UInt8]?
    /// What the answer is about; nil for what was asked.
    var names: [OCSPCertificateID]?

    init(_ authority: CertificateAuthority, _ question: HTTPTransportRequest) {
        (self.authority, self.question) = (authority, question)
    }

    /// The issuer of the certificate that is asked about.
    var issuer: CertifiedKey {
        get throws {
            let asked = try request.certificates[0]
            for chain in [authority.jwsChain, try authority.receiptChain] {
                for (certificate, issuer) in [(chain.leaf, chain.intermediate), (chain.intermediate, chain.root)] {
                    let name = try OCSPCertificateID(certificate.certificate, issuer: issuer.certificate)
                    if name == asked { return issuer }
                }
            }
            throw ScriptedResponder.Failure(description: "a question about a certificate of others")
        }
    }

    private var request: OCSPRequest {
        get throws {
            guard let request = OCSPRequest(parsing: Array(question.body)) else {
                throw ScriptedResponder.Failure(description: "no question")
            }
            return request
        }
    }

    func answer() throws -> Data {
        let encoder = OCSPResponseEncoder(
            signer: try signer ?? issuer,
            certificates: certificates,
            producedAt: producedAt,
            nextUpdate: nextUpdate
        )
        return Data(try encoder.response((names ?? request.certificates).map { ($0, status) }, nonce: nonce))
    }
}
