import AppStoreModels
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension PurchaseBackendError {
    /// Why no answer came.
    ///
    /// - Parameters:
    ///   - cause: What the transport threw.
    ///   - seconds: How long the request was given.
    init(_ cause: any Error, after seconds: TimeInterval) {
        let late = "the server did not answer in \(Int(seconds.rounded(.up))) seconds"
        switch cause {
        case is CancellationError: self.init(.cancelled, "the task was cancelled")
        case let error as HTTPTransportError:
            switch error.code {
            case .timedOut: self.init(.timedOut, late)
            case .invalidAddress: self.init(.invalidAddress, "\(error.reason); mend the configuration's url")
            case .responseTooLong: self.init(.responseTooLong, Self.tooLong)
            default: self.init(.notReachable, "\(Self.away) (\(error))")
            }
        case let error as URLError:
            switch error.code {
            case .timedOut: self.init(.timedOut, late)
            case .cancelled: self.init(.cancelled, "the task was cancelled")
            case .badURL, .unsupportedURL:
                self.init(.invalidAddress, "nothing can be sent to the address; mend the configuration's url")
            case .dataLengthExceedsMaximum: self.init(.responseTooLong, Self.tooLong)
            // Its words may hold the address, and that the customer's name.
            default: self.init(.notReachable, "\(Self.away) (URLError \(error.code.rawValue))")
            }
        default: self.init(.notReachable, "\(Self.away) (\(type(of: cause)))")
        }
    }

    private static let away = "the server cannot be reached; go on without it, and try later"
    private static let tooLong = "the answer is longer than the limits allow; look what is between app and server"
}
