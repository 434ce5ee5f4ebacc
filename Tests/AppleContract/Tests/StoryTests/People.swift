@_spi(Double) import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import UIKit

/// What people and the system do around an app that plays, at random, until all of it is over.
@MainActor
struct People {
    private let contract: ContractWorld
    private(set) var isInCall = false
    /// Whether the app is in the background.
    private(set) var isAway = false
    /// When headphones were last pulled.
    private(set) var pulledAt: Int64?

    init(around contract: ContractWorld) {
        self.contract = contract
        AVAudioSession.sharedInstance().setOtherAppHeard(false)
    }

    private func post(_ names: Notification.Name...) {
        for name in names { NotificationCenter.default.post(name: name, object: nil) }
    }

    /// Does something; returns it in words.
    mutating func act(_ random: inout SplitMix) -> String {
        if isAway, Bool.random(using: &random) { return comeBack() }
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1:
            // An app in Now Playing is interrupted as well; the seed decides which is heard of first.
            if Bool.random(using: &random) { contract.interruptForLostDevice() }
            contract.changeRoute(.oldDeviceUnavailable)
            pulledAt = contract.now
            return "headphones pulled"
        case 2:
            contract.changeRoute(Bool.random(using: &random) ? .newDeviceAvailable : .override)
            return "another route"
        case 3:
            contract.changeRoute(Bool.random(using: &random) ? .categoryChange : .noSuitableRouteForCategory)
            return "another category"
        case 4, 5:
            if isInCall { return endCall(resumes: Bool.random(using: &random)) }
            isInCall = true
            // Another app's music is one that may never end.
            AVAudioSession.sharedInstance().setOtherAppHeard(Bool.random(using: &random))
            contract.beginInterruption(pausesSilent: Bool.random(using: &random))
            return "call"
        case 6:
            let isHeard = Bool.random(using: &random)
            AVAudioSession.sharedInstance().setOtherAppHeard(isHeard)
            return "other apps heard: \(isHeard)"
        case 7, 8:
            if isAway { return comeBack() }
            isAway = true
            post(UIApplication.willResignActiveNotification, UIApplication.didEnterBackgroundNotification)
            contract.enterBackground()
            return "app left"
        default:
            contract.resetMediaServices()
            return "media services reset"
        }
    }

    /// The viewer is back, nothing else is heard, and what interrupted the sound gives it back.
    mutating func end() {
        if isAway { _ = comeBack() }
        if isInCall { _ = endCall(resumes: true) }
        AVAudioSession.sharedInstance().setOtherAppHeard(false)
        post(UIApplication.didBecomeActiveNotification)
    }

    private mutating func endCall(resumes: Bool) -> String {
        isInCall = false
        AVAudioSession.sharedInstance().setOtherAppHeard(false)
        contract.endInterruption(shouldResume: resumes)
        return "call over, resumes: \(resumes)"
    }

    private mutating func comeBack() -> String {
        isAway = false
        post(UIApplication.willEnterForegroundNotification, UIApplication.didBecomeActiveNotification)
        return "app back"
    }

    // MARK: Looking

    /// The viewer has asked for sound since: what is heard now is meant to be.
    mutating func forgetPull() { pulledAt = nil }

    /// What is heard aloud although headphones were pulled; an app needs a moment to hear of it.
    var heardAloud: AVPlayer? {
        guard let pulledAt, contract.now > pulledAt + 100_000_000 else { return nil }
        return contract.players.first { player in
            player.rate != 0 && !player.isMuted && player.volume > 0
                && player.currentItem?.tracks.contains { $0.isEnabled && $0.assetTrack?.mediaType == .audio } == true
        }
    }
}

/// A network over which a story's videos come: as slow as it is, dying and coming back.
@MainActor
struct Networks {
    private let contract: ContractWorld
    /// The videos that come over it.
    var urls: [URL] = []
    /// Whether they share one line, at a rate.
    private let isShared: Bool
    /// How often items of a video were or will be failed by it.
    private(set) var failures: [URL: Int] = [:]

    /// NSURLErrorNetworkConnectionLost
    private static let lost = NSError(domain: NSURLErrorDomain, code: -1005)

    init(of contract: ContractWorld, isShared: Bool) {
        (self.contract, self.isShared) = (contract, isShared)
    }

    /// Lets a video come over it from now on.
    mutating func add(_ url: URL, _ random: inout SplitMix) {
        urls.append(url)
        if isShared { share(at: Double.random(in: 1e6...12e6, using: &random), &random) }
    }

    private func share(at rate: Double, _ random: inout SplitMix) {
        var line = ContractWorld.SharedLine(rate: rate)
        line.period = .seconds(Int.random(in: 5...20, using: &random))
        line.gap = .milliseconds(Int.random(in: 0...3_000, using: &random))
        line.want = ContractWorld.Line.Want.allCases.randomElement(using: &random) ?? .seeksWait
        contract.share(line, among: urls)
    }

    /// Does something to a video; returns it in words.
    mutating func act(_ random: inout SplitMix) -> String? {
        let played = urls.filter { !contract.players(showing: $0).isEmpty }
        guard let url = (played.isEmpty ? urls : played).randomElement(using: &random) else { return nil }
        let player = contract.players(showing: url).first
        switch Int.random(in: 0..<5, using: &random) {
        case 0 where isShared:
            let rate = Bool.random(using: &random) ? 0 : Double.random(in: 3e5...12e6, using: &random)
            share(at: rate, &random)
            return "line at \(Int(rate / 1e3)) kbit/s"
        case 0, 1:
            var line = ContractWorld.Line()
            let length = Int64.random(in: 300_000_000...9_000_000_000, using: &random)
            line.gaps = [contract.now..<contract.now + length]
            line.want = ContractWorld.Line.Want.allCases.randomElement(using: &random) ?? .seeksWait
            contract.setLine(line, for: url)
            return "no data of \(url.lastPathComponent) for \(length / 1_000_000) ms"
        case 2:
            var line = ContractWorld.Line()
            line.failures = Array(repeating: Self.lost, count: Int.random(in: 1...2, using: &random))
            failures[url, default: 0] += line.failures.count
            contract.setLine(line, for: url)
            return "\(url.lastPathComponent) fails \(line.failures.count) times"
        case 3:
            guard let player else { return nil }
            failures[url, default: 0] += 1
            contract.breakOff(player, Self.lost)
            return "\(url.lastPathComponent) breaks off"
        default:
            guard let player else { return nil }
            failures[url, default: 0] += 1
            contract.failItem(of: player, Self.lost)
            return "\(url.lastPathComponent) is lost"
        }
    }

    /// Every line is as good as one at home.
    mutating func end() {
        for url in urls { contract.setLine(ContractWorld.Line(), for: url) }
        if isShared { contract.share(ContractWorld.SharedLine(rate: 100e6), among: urls) }
    }
}
