import AppStoreModels
import Entitlements
import Foundation
import Testing

@Suite("Copies of facts")
struct FactCopyTests {
    @Test("A copy that is changed leaves the other as it was, and is not equal to it")
    func change() {
        let fact = Sample.period("1", from: 0)
        var copy = fact
        #expect(copy == fact && copy.hashValue == fact.hashValue)
        copy.productID = "yearly"
        copy.price = Decimal(string: "10.99")
        #expect(fact.productID == "monthly" && fact.price == nil)
        #expect(copy.productID == "yearly" && copy.price == Decimal(string: "10.99"))
        #expect(copy != fact)
        copy.productID = fact.productID
        copy.price = nil
        #expect(copy == fact && copy.hashValue == fact.hashValue)
    }

    @Test("Each of many tasks changes its own copy of one fact")
    func tasks() async {
        let fact = Sample.period("1", from: 0)
        let quantities = await withTaskGroup(of: Int.self) { group in
            for number in 1...100 {
                group.addTask {
                    var copy = fact
                    copy.quantity = number
                    return copy.quantity
                }
            }
            return await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(quantities == Set(1...100))
        #expect(fact.quantity == 1)
    }
}
