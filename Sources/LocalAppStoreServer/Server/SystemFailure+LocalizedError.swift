import Foundation
import SystemCalls

/// So that what is said of failures in general says it of these, too.
extension SystemFailure: LocalizedError {
    package var errorDescription: String? { description }
}
