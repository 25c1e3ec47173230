import Foundation

/// The developer's server beside the store in memory.
struct FakeServer: Sendable {
    /// What became of a purchase that was sent.
    enum Answer: Sendable {
        case taken
        /// It stays with somebody else.
        case refused
        /// The app cannot know.
        case nothing
    }

    var mood = ServerMood.answers
    private(set) var traffic = ServerTraffic()
    /// Whose each purchase is, by its first transaction.
    private var owners: [String: String] = [:]
    /// The products, by first transaction.
    private var products: [String: String] = [:]

    /// Takes a purchase.
    ///
    /// - Parameters:
    ///   - first: The first transaction of the purchase.
    ///   - isRunning: Whether it is a subscription that gives access: then it stays with who has it.
    mutating func take(_ productID: String, first: String, of customer: String, isRunning: Bool) -> Answer {
        traffic.uploads += 1
        switch mood {
        case .away, .gateway, .refusesRequests: return .nothing
        case .refusesPurchases: return .refused
        case .busy:
            mood = .answers
            return .nothing
        case .answers, .forged, .losesAnswers:
            let owner = owners[first] ?? customer
            if owner != customer, isRunning { return .refused }
            (owners[first], products[first]) = (customer, productID)
            return mood == .losesAnswers ? .nothing : .taken
        }
    }

    /// Says what a customer has; nil if no answer comes that may be believed.
    mutating func answer(about customer: String) -> [String: Int]? {
        traffic.questions += 1
        if case .busy(let seconds) = mood {
            traffic.waited += TimeInterval(seconds)
            traffic.questions += 1
            mood = .answers
        }
        return mood == .answers ? products(of: customer) : nil
    }

    /// How many of each product a customer has.
    func products(of customer: String) -> [String: Int] {
        owners.filter { $0.value == customer }.keys.compactMap { products[$0] }
            .reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    /// What somebody has is somebody else's from now on.
    mutating func move(from customer: String, to other: String) {
        owners = owners.mapValues { $0 == customer ? other : $0 }
    }
}
