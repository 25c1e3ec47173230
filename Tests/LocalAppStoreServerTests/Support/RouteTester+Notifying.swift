import Foundation

@testable import LocalAppStoreServer

extension RouteTester {
    /// A server that has an address for notifications, at which its transport answers.
    static func notifying() throws -> RouteTester {
        let tester = try RouteTester()
        tester.server.notifications.destination = URL(string: "http://127.0.0.1:9/hook")
        return tester
    }
}
