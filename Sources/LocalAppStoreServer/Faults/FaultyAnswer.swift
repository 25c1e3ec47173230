import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore
import NIOCore

/// What a server of Apple's answers that fails.
struct FaultyAnswer {
    /// How long a limit of the rate lasts where the fault does not say, in seconds.
    private static let usualPause: TimeInterval = 60

    let response: Response

    /// The answer of a fault.
    ///
    /// - Parameters:
    ///   - fault: What goes wrong.
    ///   - isVerifyReceipt: Whether `verifyReceipt` was asked; its errors have another form.
    ///   - now: Real time: callers compare with it.
    init(_ fault: StoreFault, isVerifyReceipt: Bool, now: Date) {
        let parameters = fault.parameters
        switch fault.kind {
        case .receiptStatus:
            response = Self.receipt(parameters.status ?? 21_009, isRetryable: parameters.isRetryable)
        case .apiError:
            response = ServerAPIError(failing: parameters.errorCode ?? 5_000_000).answer.response()
        case .rateLimited:
            var limited = ServerAPIError(failing: 4_290_000).answer.response()
            let end = now.addingTimeInterval(parameters.seconds ?? Self.usualPause)
            limited.headers[.retryAfter] = String(Int64((end.timeIntervalSince1970 * 1_000).rounded(.up)))
            response = limited
        default:
            response = Self.failure(parameters, isVerifyReceipt: isVerifyReceipt)
        }
    }

    private static func receipt(_ status: Int, isRetryable: Bool?) -> Response {
        var json: JSONObject = ["status": .number(JSONNumber(status))]
        // Only these say whether they pass; what nobody said does.
        let isInternal = (21_100...21_199).contains(status)
        json["is_retryable"] = (isRetryable ?? (isInternal ? true : nil)).map(JSONValue.bool)
        return JSONAnswer(.object(json)).response()
    }

    /// What `verifyReceipt` answers to a receipt in the style of iOS 6 whose subscription has ended: 21006, `receipt`, and the
    /// newest period in that style.
    ///
    /// - Parameter body: What it would answer.
    /// - Returns: Nil for an answer without a subscription.
    static func expired(_ body: Data) -> Response? {
        guard let answer = try? JSONValue(parsing: body).object, answer[integer: "status"] == 0,
            let receipt = answer["receipt"], var newest = answer[array: "latest_receipt_info"]?.first?.object
        else { return nil }
        newest[string: "expires_date_formatted"] = newest[string: "expires_date"]
        newest[string: "expires_date_formatted_pst"] = newest[string: "expires_date_pst"]
        newest[string: "expires_date"] = newest[string: "expires_date_ms"]
        for name in ["expires_date_ms", "expires_date_pst"] { newest[name] = nil }
        return JSONAnswer(["status": 21_006, "receipt": receipt, "latest_expired_receipt_info": .object(newest)])
            .response()
    }

    private static func failure(_ parameters: StoreFault.Parameters, isVerifyReceipt: Bool) -> Response {
        // The store takes no others; one that HTTP does not know would end the process.
        let wanted = parameters.status ?? 500
        let status = HTTPResponse.Status(code: (400...599).contains(wanted) ? wanted : 500)
        switch parameters.body {
        case .html?:
            let phrase = status.reasonPhrase.isEmpty ? "Error" : status.reasonPhrase
            let title = "\(status.code) \(phrase)"
            let page =
                "<html>\n<head><title>\(title)</title></head>\n<body>\n<center><h1>\(title)</h1></center>\n</body>\n"
                + "</html>\n"
            return Response(
                status: status,
                headers: [.contentType: "text/html"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: page))
            )
        case .empty?: return Response(status: status)
        default:
            var response =
                isVerifyReceipt
                ? receipt(21_005, isRetryable: nil)
                : ServerAPIError(failing: status == .internalServerError ? 5_000_000 : 5_000_001).answer.response()
            response.status = status
            return response
        }
    }
}

extension ServerAPIError {
    /// The error of a code, in Apple's words as far as they are known, else by what it means.
    init(failing code: Int) {
        let known: [Self] = [
            .invalidTransactionID, .transactionNotFound, .invalidRevision, .invalidStartDate, .invalidEndDate,
            .startAfterEnd, .internalError, Self(4_290_000, "Rate limit exceeded."),
        ]
        self = known.first { $0.code == code } ?? Self(code, Self.meaning(of: code))
    }

    private static func meaning(of code: Int) -> String {
        guard let meaning = ServerAPIErrorCode(rawValue: code).meaning else { return "An unknown error occurred." }
        return meaning.prefix(1).uppercased() + meaning.dropFirst() + "."
    }
}
