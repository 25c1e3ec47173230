import Foundation
import Logging
import PurserDemo

private func play(_ folder: URL, _ date: Date, _ logger: Logger) async throws {
    let options = DemoOptions(folder: folder, staysUp: false, start: date)
    try await Demo(options: options, logger: logger) { step in print(step.title) }.run()
}
