import Foundation
import Hummingbird

extension RequestContext {
    /// The part of the path that a route names, as it was meant: without percent-encoding.
    ///
    /// Customers and families have names like "Zoë Müller" and "Bloom & Sons".
    ///
    /// - Throws: `invalidPath` if what is escaped is no UTF-8.
    func part(_ name: String) throws -> String {
        let escaped = try parameters.require(name)
        guard let part = escaped.removingPercentEncoding else {
            throw RequestError(.badRequest, "invalid-path", "\"\(escaped)\" in the path is no escaped UTF-8")
        }
        return part
    }
}
