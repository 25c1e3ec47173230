import Testing

@testable import PostgreSQLConnection

@Suite("Hosts that are tried one after the other")
struct HostTriesTests {
    private static let entries = [
        HostEntry(name: "db.example", port: "", address: "192.0.2.1"),
        HostEntry(name: "db.example", port: "", address: "192.0.2.2"),
        HostEntry(name: "192.0.2.3", port: "6543"), HostEntry(name: "/run/postgresql", port: ""),
    ]

    private static func place(_ host: String, _ address: String, _ port: String) -> LibPQConnection.Place {
        LibPQConnection.Place(host: host, address: address, port: port)
    }

    @Test("have each their share of the time, or what the connection string gives them")
    func shares() {
        var tries = HostTries(Self.entries, connectTimeout: nil)
        #expect(tries.total == nil)
        #expect(tries.share(of: .seconds(10)) == .milliseconds(2_500))
        #expect(tries.share(of: .seconds(-1)) == .zero)
        let left1 = tries.leaveOut(Self.place("db.example", "192.0.2.1", "5432"))
        #expect(left1)
        #expect(tries.share(of: .seconds(9)) == .seconds(3))
        let stated = HostTries(Self.entries, connectTimeout: " 3 ")
        #expect(stated.total == .seconds(12))
        #expect(stated.share(of: .seconds(1)) == .seconds(3))
        let one = HostTries([], connectTimeout: "3")
        #expect(one.total == .seconds(3) && one.share(of: .seconds(10)) == nil)
        for nothing in ["", "0", "-1", "soon", "99999999999"] {
            #expect(HostTries(Self.entries, connectTimeout: nothing).total == nil)
        }
    }

    @Test("are left out alone when they say nothing, the last one never")
    func silent() {
        var tries = HostTries(Self.entries, connectTimeout: nil)
        #expect(tries.remark == "")
        let left2 = tries.leaveOut(Self.place("db.example", "192.0.2.2", "5432"))
        #expect(left2)
        #expect(tries.entries == [Self.entries[0], Self.entries[2], Self.entries[3]])
        let left3 = tries.leaveOut(Self.place("/run/postgresql", "", "5432"))
        #expect(left3)
        let left4 = tries.leaveOut(Self.place("192.0.2.3", "192.0.2.3", "5432"))
        #expect(!left4, "that is another port")
        let left5 = tries.leaveOut(Self.place("192.0.2.3", "192.0.2.3", "6543"))
        #expect(left5)
        let left6 = tries.leaveOut(Self.place("db.example", "192.0.2.1", "5432"))
        #expect(!left6)
        #expect(tries.entries == [Self.entries[0]])
        #expect(tries.silent == [Self.entries[1], Self.entries[3], Self.entries[2]])
        #expect(
            tries.remark == "; nobody answered in time at db.example, 192.0.2.2; /run/postgresql; 192.0.2.3, port 6543"
        )
    }

    @Test("are those that libpq's lists name")
    func lists() {
        #expect(HostEntry.list(names: nil, addresses: nil, ports: "5432") == [])
        #expect(
            HostEntry.list(names: "a,b", addresses: "192.0.2.1,", ports: "1,2") == [
                HostEntry(name: "a", port: "1", address: "192.0.2.1"), HostEntry(name: "b", port: "2"),
            ]
        )
        #expect(
            HostEntry.list(names: nil, addresses: "192.0.2.1,::1", ports: "7") == [
                HostEntry(name: "", port: "7", address: "192.0.2.1"), HostEntry(name: "", port: "7", address: "::1"),
            ]
        )
        #expect(HostEntry.list(names: "a,b", addresses: "192.0.2.1", ports: nil) == nil)
        #expect(HostEntry.list(names: "a,b", addresses: nil, ports: "1,2,3") == nil)
    }

    @Test("without a name are the socket of this machine, or an address")
    func unnamed() {
        let socket = HostEntry(name: "", port: "1")
        #expect(socket.isAt(host: "/run/postgresql", address: "", port: "1"))
        #expect(!socket.isAt(host: "127.0.0.1", address: "127.0.0.1", port: "1"))
        let address = HostEntry(name: "", port: "", address: "192.0.2.1")
        #expect(address.isAt(host: "192.0.2.1", address: "192.0.2.1", port: "5432"))
        #expect(!address.isAt(host: "192.0.2.2", address: "192.0.2.2", port: "5432"))
    }
}
