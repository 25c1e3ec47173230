import AppStoreModels
import Foundation

extension AccessStatement: Codable {
    private enum CodingKeys: String, CodingKey { case date, levels }

    /// Reads a statement.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        date = try container.decodeDate(forKey: .date)
        levels = try container.decode([LevelAccess].self, forKey: .levels)
    }

    /// Writes the statement.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(date: date, forKey: .date)
        try container.encode(levels, forKey: .levels)
    }
}

extension LevelAccess: Codable {
    private enum CodingKeys: String, CodingKey { case level, isActive, accessEndDate, sources }

    /// Reads how things stand with a level.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        level = try container.decode(EntitlementLevel.self, forKey: .level)
        isActive = try container.decode(Bool.self, forKey: .isActive)
        accessEndDate = try container.decodeDateIfPresent(forKey: .accessEndDate)
        sources = try container.decode([AccessSource].self, forKey: .sources)
    }

    /// Writes how things stand; members without a value are left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(level, forKey: .level)
        try container.encode(isActive, forKey: .isActive)
        try container.encode(date: accessEndDate, forKey: .accessEndDate)
        try container.encode(sources, forKey: .sources)
    }
}

extension AccessSource: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, isActive, startDate, accessEndDate, grantedLevel, environment, state, reason
        case grantID = "grantId"
        case productID = "productId"
        case originalTransactionID = "originalTransactionId"
    }

    /// Reads what gives a level.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        kind = try container.decode(Kind.self, forKey: .kind)
        isActive = try container.decode(Bool.self, forKey: .isActive)
        startDate = try container.decodeDate(forKey: .startDate)
        accessEndDate = try container.decodeDateIfPresent(forKey: .accessEndDate)
        grantedLevel = try container.decodeIfPresent(EntitlementLevel.self, forKey: .grantedLevel)
        grantID = try container.decodeIfPresent(String.self, forKey: .grantID)
        productID = try container.decodeIfPresent(String.self, forKey: .productID)
        originalTransactionID = try container.decodeIfPresent(String.self, forKey: .originalTransactionID)
        environment = try container.decodeIfPresent(AppStoreEnvironment.self, forKey: .environment)
        state = try container.decodeIfPresent(EntitlementState.self, forKey: .state)
        reason = try container.decodeIfPresent(String.self, forKey: .reason)
    }

    /// Writes what gives a level; members without a value are left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(isActive, forKey: .isActive)
        try container.encode(date: startDate, forKey: .startDate)
        try container.encode(date: accessEndDate, forKey: .accessEndDate)
        try container.encodeIfPresent(grantedLevel, forKey: .grantedLevel)
        try container.encodeIfPresent(grantID, forKey: .grantID)
        try container.encodeIfPresent(productID, forKey: .productID)
        try container.encodeIfPresent(originalTransactionID, forKey: .originalTransactionID)
        try container.encodeIfPresent(environment, forKey: .environment)
        try container.encodeIfPresent(state, forKey: .state)
        try container.encodeIfPresent(reason, forKey: .reason)
    }
}
