public import Foundation

/// A typed view on a JSON object: known members as properties, unknown ones kept.
///
/// Every property is optional, because Apple adds and drops members without notice, and reads leniently, because
/// the same member comes as a number here and as a string there.
public protocol JSONBacked: Sendable, Hashable, CustomStringConvertible {
    /// The members, known and unknown, in the order they were received.
    var json: JSONObject { get set }

    /// A view on these members; nothing is checked.
    init(json: JSONObject)
}

extension JSONBacked {
    /// An object without members.
    public init() { self.init(json: JSONObject()) }

    /// Reads a JSON text that must be an object.
    ///
    /// - Throws: ``JSONError``, code `notAnObject` if the text is some other JSON value.
    public init(jsonData: some Sequence<UInt8>, limits: JSONLimits = JSONLimits()) throws(JSONError) {
        guard let object = try JSONValue(parsing: jsonData, limits: limits).object else {
            throw JSONError(.notAnObject, at: 0)
        }
        self.init(json: object)
    }

    /// The object as compact JSON in UTF-8.
    public var jsonData: Data { JSONValue.object(json).jsonData }

    public var description: String { JSONValue.object(json).serialized() }
}
