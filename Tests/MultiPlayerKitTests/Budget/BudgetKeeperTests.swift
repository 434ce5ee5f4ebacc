import Foundation
import Testing

@testable import MultiPlayerKit
@testable import TestTools

/// What is kept from one run of a program to the next.
@Suite struct BudgetKeeperTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func keeper(
        _ budget: String = "shared", program: String = "wall", machine: String = "north"
    ) -> BudgetKeeper {
        BudgetKeeper(of: budget, program: program, machine: machine, in: folder.url)
    }

    @Test func `the next run of the program begins with what this one learned`() {
        defer { folder.remove() }
        #expect(keeper().read() == nil)
        let memory = BudgetMemory(sessions: 4, secondsPerWork: 1e-6)
        keeper().write(memory)
        #expect(keeper().read() == memory)
    }

    @Test func `another program, and another budget of the same program, neither read nor replace it`() {
        defer { folder.remove() }
        keeper().write(BudgetMemory(sessions: 4))
        for other in [keeper("separate"), keeper(program: "player")] {
            #expect(other.read() == nil)
            other.write(BudgetMemory(sessions: 1))
            #expect(other.read()?.sessions == 1)
        }
        #expect(keeper().read()?.sessions == 4)
    }

    @Test func `of two machines that share the folder neither begins with what the other learned`() {
        defer { folder.remove() }
        keeper().write(BudgetMemory(sessions: 4))
        let south = keeper(machine: "south")
        #expect(south.read() == nil)
        south.write(BudgetMemory(sessions: 1))
        #expect(south.read()?.sessions == 1 && keeper().read() == nil)
    }
}
