import Testing

@testable import LocalAppStore

@Suite("Rows by identifier")
struct IdentifierIndexTests {
    /// Identifiers by row, and the index that leads to them.
    private struct Model {
        var rows: [Int64?] = []
        var index = IdentifierIndex()

        mutating func add(_ id: Int64) {
            index.add(id, row: rows.count)
            rows.append(id)
        }

        mutating func takeBack() {
            guard let id = rows.popLast() else { return }
            if let id { index.takeBack(id, row: rows.count) }
        }

        mutating func remove(row: Int) {
            guard let id = rows[row] else { return }
            index.remove(id)
            rows[row] = nil
        }

        func row(of id: Int64) -> Int? { index.row(of: id, rowCount: rows.count) { rows[$0] ?? .min } }
    }

    @Test("Every identifier leads to its row, in order, out of order, behind gaps, and below zero")
    func finds() {
        var model = Model()
        let start: Int64 = 2_000_000_123_456_789
        var identifiers = (0..<5_000).map { start + 2 * $0 }
        identifiers += [start + 1, start - 1, 7, -1, -2, start + 20_000, .max / 2, start + 20_001]
        for id in identifiers { model.add(id) }
        for (row, id) in identifiers.enumerated() { #expect(model.row(of: id) == row) }
        for id in [start + 3, start - 2, 8, -3, .max / 2 + 1, start + 20_002, .max] as [Int64] {
            #expect(model.row(of: id) == nil)
        }
    }

    @Test("Rows far from the first one of their block are found all the same")
    func spreadBlock() {
        var model = Model()
        for id in 100...108 as ClosedRange<Int64> {
            model.add(id)
            // Out of order, so that the next one is many rows away.
            for other in 0..<20 as Range<Int64> { model.add(-1_000 * id - other) }
        }
        for (row, id) in model.rows.enumerated() { #expect(id.flatMap(model.row) == row) }
    }

    @Test("What was added, taken back, added again and deleted in any order is known as it is", arguments: 1...20)
    func random(_ seed: UInt64) {
        var model = Model()
        var state = seed
        func number(below limit: Int) -> Int {
            state = IdentifierSequence.mix(state)
            return Int(state % UInt64(limit))
        }
        var next: Int64 = 1_000
        for _ in 0..<2_000 {
            switch number(below: 10) {
            case 0: for _ in 0..<number(below: 4) { model.takeBack() }
            case 1: if !model.rows.isEmpty { model.remove(row: number(below: model.rows.count)) }
            case 2: model.add(-Int64(model.rows.count) - 1)
            default:
                next += Int64(1 + number(below: number(below: 20) == 0 ? 60_000 : 3))
                // What was taken back comes again.
                if number(below: 5) == 0 { next = (model.rows.compactMap(\.self).max() ?? next) + 1 }
                if model.row(of: next) == nil { model.add(next) }
            }
        }
        for (row, id) in model.rows.enumerated() {
            if let id { #expect(model.row(of: id) == row, "seed \(seed)") }
        }
        let known = Set(model.rows.compactMap(\.self))
        for id in 1_000..<(1_200 as Int64) where !known.contains(id) { #expect(model.row(of: id) == nil) }
    }
}
