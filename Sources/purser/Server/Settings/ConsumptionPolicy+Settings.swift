import AppStoreModels
import PurchaseServer

extension ConsumptionPolicy {
    /// The members that it has in a file.
    static let settingNames = ["customersHaveConsented", "preference", "offersSamples", "version"]

    /// A policy from `consumption` of an app.
    ///
    /// - Throws: What is wrong, as the end of a sentence that begins with the setting's name.
    init(setting value: JSONValue) throws(SettingMistake) {
        guard let object = value.object, let hasConsent = object[boolean: "customersHaveConsented"] else {
            throw SettingMistake("must be an object that says whether customersHaveConsented")
        }
        self.init(customersHaveConsented: hasConsent)
        for (name, value) in object.members {
            switch name {
            case "customersHaveConsented": break
            case "preference":
                guard let preference = value.string.flatMap(Preference.init(rawValue:)) else {
                    let names = Preference.allCases.map(\.rawValue).joined(separator: ", ")
                    throw SettingMistake("has a preference that is none of \(names)")
                }
                self.preference = preference
            case "offersSamples":
                guard let offersSamples = object[boolean: name] else {
                    throw SettingMistake("has offersSamples that is neither true nor false")
                }
                self.offersSamples = offersSamples
            case "version":
                guard let version = object[integer: name].flatMap({ Version(rawValue: Int($0)) }) else {
                    throw SettingMistake("has a version that is neither 1 nor 2")
                }
                self.version = version
            default:
                let hint = NearestName(known: Self.settingNames).hint(for: name)
                throw SettingMistake("has a member \(name.prefix(64)), which there is not; \(hint)")
            }
        }
    }

    /// As a file has it.
    var settingJSON: JSONObject {
        [
            "customersHaveConsented": .bool(customersHaveConsented), "preference": .string(preference.rawValue),
            "offersSamples": .bool(offersSamples), "version": .number(JSONNumber(Int64(version.rawValue))),
        ]
    }
}

/// What is wrong with a part of a file.
struct SettingMistake: Error {
    /// The end of a sentence that begins with the part's name.
    let words: String

    init(_ words: String) { self.words = words }
}
