import AppStoreModels

/// Compares the form of a configuration with what Xcode writes: types, missing members, unknown members.
struct FormCheck {
    private let version: ConfigurationVersion
    private(set) var reports: [LintReport] = []

    init(_ root: JSONObject) {
        version =
            root[object: "version"].flatMap(ConfigurationVersion.init(json:))
            ?? ConfigurationVersion(major: 1, minor: 0)
        check(root, .configuration, MemberPath())
    }

    private mutating func check(_ object: JSONObject, _ kind: ObjectSchema.Kind, _ path: MemberPath) {
        guard let schema = ObjectSchema.of(kind) else { return }
        for (name, value) in object.members {
            let place = path.appending(name)
            guard let member = schema.members[name] else {
                reports.append(LintReport(.unknownMember, place, "\(name.limited) is no member that Xcode writes here"))
                continue
            }
            if value == .null, member.isNullable { continue }
            check(value, member.form, place)
        }
        for (name, member) in schema.members.sorted(by: { $0.key < $1.key }) {
            checkPresence(of: name, member, in: object, path)
        }
    }

    private mutating func checkPresence(
        of name: String,
        _ member: ObjectSchema.Member,
        in object: JSONObject,
        _ path: MemberPath
    ) {
        switch member.need {
        case .always:
            guard object[name] == nil || object[name]?.string == "" else { return }
            let what = object[name] == nil ? "is missing" : "is empty"
            reports.append(LintReport(.missingMember, path.appending(name), "\(name) \(what)"))
        case .since(let major, let minor):
            let first = ConfigurationVersion(major: major, minor: minor)
            guard object[name] == nil, version >= first else { return }
            let since = first <= ConfigurationVersion(major: 1, minor: 0) ? "" : " since version \(first)"
            reports.append(
                LintReport(.usualMember, path.appending(name), "\(name) is missing, which Xcode writes\(since)")
            )
        case .never:
            break
        }
    }

    private mutating func check(_ value: JSONValue, _ form: ObjectSchema.Form, _ path: MemberPath) {
        switch form {
        case .text: expect(value.string != nil, "a string", value, path)
        case .integer: expect(value.number?.int64 != nil, "a whole number", value, path)
        case .number: expect(value.number != nil, "a number", value, path)
        case .boolean: expect(value.bool != nil, "true or false", value, path)
        case .anything: break
        case .texts:
            expect(value.array?.allSatisfy { $0.string != nil } == true, "an array of strings", value, path)
        case .object(let kind):
            expect(value.object != nil, "an object", value, path)
            if let object = value.object { check(object, kind, path) }
        case .array(let kind):
            expect(value.array != nil, "an array", value, path)
            // Of these only empty ones were ever seen: nobody knows what is in them.
            if kind == .unknown { return }
            for (index, element) in (value.array ?? []).enumerated() {
                check(element, .object(kind), path.appending(index))
            }
        }
    }

    private mutating func expect(_ isRight: Bool, _ expected: String, _ value: JSONValue, _ path: MemberPath) {
        guard !isRight else { return }
        reports.append(LintReport(.wrongType, path, "must be \(expected), is \(value.typeName)"))
    }
}

extension JSONValue {
    fileprivate var number: JSONNumber? {
        if case .number(let number) = self { number } else { nil }
    }

    fileprivate var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    fileprivate var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension String {
    /// The beginning of the text, so that messages stay short whatever a file holds.
    var limited: String { count > 60 ? prefix(59) + "…" : self }
}
