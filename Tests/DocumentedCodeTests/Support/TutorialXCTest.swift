import Foundation
import Locking
import Testing

/// As much of XCTest as the tutorial's tests need: what fails there fails here.
///
/// Called `XCTestCase` it would not do: the package manager takes what inherits from a class of that name for its own.
class TutorialTestCase {
    /// Lets everything happen that a test waits for.
    @TaskLocal static var happening: @Sendable () -> Void = {}

    func wait(for expectations: [XCTestExpectation], timeout: TimeInterval) {
        Self.happening()
        for expectation in expectations { #expect(expectation.isFulfilled) }
    }
}

final class XCTestExpectation: Sendable {
    private let fulfilled = Locked(false)

    var isFulfilled: Bool { fulfilled.withLock { $0 } }

    func fulfill() { fulfilled.withLock { $0 = true } }
}

func XCTAssertTrue(_ condition: Bool) {
    #expect(condition)
}

func XCTAssertNotNil(_ value: Any?) {
    #expect(value != nil)
}

func XCTFail() {
    Issue.record("XCTFail")
}
