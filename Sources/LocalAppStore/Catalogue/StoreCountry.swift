/// The App Store of one country or region: which currency it charges.
///
/// A configuration file has one price for a product. Every storefront charges that number in its own currency, unless
/// ``StoreSettings/priceOverrides`` says otherwise.
public struct StoreCountry: Sendable, Hashable, Codable, CustomStringConvertible {
    /// ISO 3166-1 alpha-3, for example `USA`.
    public let code: String
    /// Apple's number of the storefront, for example `143441`.
    public let storefrontID: String
    /// ISO 4217 code of the currency.
    public let currency: String

    init(_ code: String, _ storefrontID: Int, _ currency: String) {
        self.code = code
        self.storefrontID = String(storefrontID)
        self.currency = currency
    }

    /// The storefront of a country; nil for a country this table does not have.
    public init?(code: String) {
        guard let country = Self.byCode[code] else { return nil }
        self = country
    }

    /// The storefront that is used where nothing else is said.
    public static let unitedStates = StoreCountry("USA", 143_441, "USD")

    /// All storefronts of this table, by code.
    public static let all: [StoreCountry] = byCode.values.sorted { $0.code < $1.code }

    public var description: String { code }

    private static let byCode: [String: StoreCountry] = {
        let countries = [
            unitedStates, StoreCountry("AUS", 143_460, "AUD"), StoreCountry("AUT", 143_445, "EUR"),
            StoreCountry("BEL", 143_446, "EUR"), StoreCountry("BRA", 143_503, "BRL"),
            StoreCountry("CAN", 143_455, "CAD"),
            StoreCountry("CHE", 143_459, "CHF"), StoreCountry("CHN", 143_465, "CNY"),
            StoreCountry("COL", 143_501, "COP"),
            StoreCountry("DEU", 143_443, "EUR"), StoreCountry("DNK", 143_458, "DKK"),
            StoreCountry("ESP", 143_454, "EUR"),
            StoreCountry("FIN", 143_447, "EUR"), StoreCountry("FRA", 143_442, "EUR"),
            StoreCountry("GBR", 143_444, "GBP"),
            StoreCountry("GRC", 143_448, "EUR"), StoreCountry("HKG", 143_463, "HKD"),
            StoreCountry("IND", 143_467, "INR"),
            StoreCountry("IRL", 143_449, "EUR"), StoreCountry("ITA", 143_450, "EUR"),
            StoreCountry("JPN", 143_462, "JPY"),
            StoreCountry("KOR", 143_466, "KRW"), StoreCountry("LUX", 143_451, "EUR"),
            StoreCountry("MEX", 143_468, "MXN"),
            StoreCountry("NLD", 143_452, "EUR"), StoreCountry("NOR", 143_457, "NOK"),
            StoreCountry("NZL", 143_461, "NZD"),
            StoreCountry("POL", 143_478, "PLN"), StoreCountry("PRT", 143_453, "EUR"),
            StoreCountry("SGP", 143_464, "SGD"),
            StoreCountry("SWE", 143_456, "SEK"), StoreCountry("TUR", 143_480, "TRY"),
            StoreCountry("TWN", 143_470, "TWD"),
        ]
        return Dictionary(countries.map { ($0.code, $0) }) { first, _ in first }
    }()
}
