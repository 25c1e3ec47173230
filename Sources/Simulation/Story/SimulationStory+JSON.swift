package import Foundation

extension SimulationStory {
    /// The story as JSON, each step on lines of its own.
    package var json: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(self)
        }
    }

    /// A story from JSON.
    ///
    /// - Throws: ``SimulationError`` for what is none.
    package init(json: Data) throws(SimulationError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: json)
        } catch {
            throw SimulationError(.story, "this is no story of the simulator: \(error)")
        }
    }
}
