import AppStoreModels
public import Foundation

extension StoreConfiguration {
    /// Reads and checks a `.storekit` file.
    ///
    /// Lenient where real files are: missing settings, a null reference name, an empty price, unknown members and values.
    /// Strict where the catalogue would be unusable: an entry without identifier, a price that is no number, a
    /// subscription without period, two products with one identifier.
    ///
    /// - Throws: ``ConfigurationError`` with line and column.
    public init(data: some DataProtocol) throws(ConfigurationError) {
        let bytes = Array(data)
        do {
            json = try StoreConfiguration(jsonData: bytes).json
        } catch {
            throw ConfigurationError(json: error, in: bytes)
        }
        if let problem = ConfigurationCheck(json).firstProblem {
            throw ConfigurationError(problem, in: bytes)
        }
    }

    /// Reads and checks a `.storekit` file.
    ///
    /// - Throws: ``ConfigurationError``, code `unreadable` if there is no such file.
    public init(contentsOf url: URL) throws(ConfigurationError) {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            throw ConfigurationError(
                code: .unreadable,
                reason: "cannot read \(url.path): \(error.localizedDescription)",
                path: "",
                location: nil
            )
        }
        try self.init(data: data)
    }
}

extension ConfigurationError {
    init(json error: JSONError, in bytes: [UInt8]) {
        self.init(
            code: error.code == .notAnObject ? .notAConfiguration : .notJSON,
            reason: "a .storekit file is one JSON object; this is \(error)",
            path: "",
            location: TextLocation(byteOffset: error.offset, in: bytes)
        )
    }

    init(_ problem: ConfigurationProblem, in bytes: [UInt8]) {
        self.init(
            code: problem.code,
            reason: problem.reason,
            path: problem.path.description,
            location: TextLocation(byteOffset: ValueLocator.offset(of: problem.path, in: bytes), in: bytes)
        )
    }
}
