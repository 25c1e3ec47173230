import Foundation
import TestSupport
import Testing

@testable import LocalStoreKit

/// Hosted content: 10 bytes in two files, of which 4 arrive at a time.
@Suite("Hosted content") struct DownloadTests {
    let bench = Bench()

    private func withContent(_ body: (URL) throws -> Void) throws {
        try withTemporaryFolder { folder in
            let content = folder.appendingPathComponent("rose/Contents")
            try FileManager.default.createDirectory(at: content, withIntermediateDirectories: true)
            try Data("thorns".utf8).write(to: content.appendingPathComponent("a.txt"))
            try Data("leaf".utf8).write(to: content.appendingPathComponent("b.txt"))
            bench.device.settings.hostedContentFolder = folder
            bench.device.settings.downloadChunkLength = 4
            try body(folder)
        }
    }

    private func bought(_ observer: RecordingObserver) throws -> SKDownload {
        bench.buy("rose")
        bench.queue.run()
        let transaction = try #require(observer.transactions.last)
        #expect(transaction.downloads.count == 1)
        let download = try #require(transaction.downloads.first)
        #expect(download.transaction === transaction)
        return download
    }

    @Test func `Bought content waits, arrives piece by piece, and lies where it says`() throws {
        try withContent { _ in
            let observer = bench.observer()
            let download = try bought(observer)
            #expect(download.state == .waiting)
            #expect(download.expectedContentLength == 10)
            #expect(download.contentIdentifier == "rose")
            #expect(download.contentVersion == "1.0")
            #expect(download.contentURL == nil)
            bench.payments.start([download])
            bench.queue.run()
            #expect(observer.log.suffix(4) == ["active 0%", "active 40%", "active 80%", "finished 100%"])
            #expect(download.timeRemaining == 0)
            let url = try #require(download.contentURL)
            #expect(try String(contentsOf: url.appendingPathComponent("Contents/a.txt"), encoding: .utf8) == "thorns")
            #expect(try String(contentsOf: url.appendingPathComponent("Contents/b.txt"), encoding: .utf8) == "leaf")
        }
    }

    @Test func `A paused download keeps what has arrived and goes on there`() throws {
        try withContent { _ in
            let observer = bench.observer()
            let download = try bought(observer)
            observer.onDownload = { [payments = bench.payments] downloads in
                if downloads.first?.progress == 0.4, downloads.first?.state == .active { payments.pause(downloads) }
            }
            bench.payments.start([download])
            bench.queue.run()
            #expect(download.state == .paused)
            #expect(download.progress == 0.4)
            observer.onDownload = { _ in }
            bench.payments.resume([download])
            bench.queue.run()
            #expect(
                observer.log.suffix(5) == [
                    "active 40%", "paused 40%", "active 40%", "active 80%", "finished 100%",
                ]
            )
        }
    }

    @Test func `A cancelled download ends for good and leaves nothing behind`() throws {
        try withContent { _ in
            let observer = bench.observer()
            let download = try bought(observer)
            observer.onDownload = { [payments = bench.payments] downloads in
                if downloads.first?.progress == 0.8 { payments.cancel(downloads) }
            }
            bench.payments.start([download])
            bench.queue.run()
            #expect(download.state == .cancelled)
            #expect(download.contentURL == nil)
            bench.payments.start([download])
            bench.payments.resume([download])
            bench.queue.run()
            #expect(download.state == .cancelled)
            let folder = bench.device.receiptURL.deletingLastPathComponent().appendingPathComponent("Downloads")
            let left = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            #expect(left.filter { $0.hasSuffix(".txt") } == [])
        }
    }

    @Test func `Content that vanishes in the middle fails with the reason`() throws {
        try withContent { folder in
            let observer = bench.observer()
            let download = try bought(observer)
            try FileManager.default.removeItem(at: folder.appendingPathComponent("rose/Contents/b.txt"))
            bench.payments.start([download])
            bench.queue.run()
            #expect(download.state == .failed)
            #expect(download.error != nil)
            #expect(observer.log.last?.hasPrefix("failed") == true)
        }
    }

    @Test func `Products say what is hosted for them`() throws {
        try withContent { folder in
            let info = try PropertyListSerialization.data(
                fromPropertyList: ["ContentVersion": "2.5"],
                format: .xml,
                options: 0
            )
            try info.write(to: folder.appendingPathComponent("rose/ContentInfo.plist"))
            let response = bench.device.hosting(try bench.session.products(["rose", "tulip"]))
            let rose = try #require(response.products.first { $0.productIdentifier == "rose" })
            #expect(rose.isDownloadable)
            #expect(rose.downloadContentVersion == "2.5")
            #expect(rose.downloadContentLengths == [NSNumber(value: 10 + info.count)])
            let tulip = try #require(response.products.first { $0.productIdentifier == "tulip" })
            #expect(!tulip.isDownloadable)
            #expect(tulip.downloadContentLengths.isEmpty)
        }
    }

    @Test(arguments: ["..", ".", "", "rose/Contents", "none"])
    func `An identifier that is a path names no content`(identifier: String) throws {
        try withContent { folder in
            #expect(HostedContent(of: identifier, in: folder) == nil)
        }
    }
}
