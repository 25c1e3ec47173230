import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOHTTP1

/// Gives everything below the path of RevenueCat's interface the errors and headers of that interface.
struct RevenueCatMiddleware: RouterMiddleware {
    let now: @Sendable () -> Date
    let logger: Logger

    /// Where that interface begins.
    static let path = "/compat/revenuecat/v1"

    func handle(
        _ request: Request,
        context: APIContext,
        next: @concurrent (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        guard request.uri.path == Self.path || request.uri.path.hasPrefix(Self.path + "/") else {
            return try await next(request, context)
        }
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as HTTPParserError {
            throw error
        } catch {
            let told = RevenueCatError(error)
            if told == nil || told?.status.kind == .serverError {
                logger.error("request failed", metadata: ["error": "\(error)", "path": "\(Self.path)"])
            }
            response = (told ?? .unexpected).response
        }
        response.headers[.revenueCatRequestTime] = String(now().millisecondsSince1970)
        return response
    }
}
