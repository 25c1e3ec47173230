package import Foundation

#if canImport(FoundationNetworking)
    package import FoundationNetworking
#endif

/// The delegate of one task in a session that is not ours: the task follows no redirect.
package final class RedirectRefusal: NSObject, URLSessionTaskDelegate, Sendable {
    package func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
