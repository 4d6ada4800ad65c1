import { AI_OFF_REASONS, channelApi, type CustomerId, type ReceptionMode } from '@ruwu/contract'
import { changeReception, type ReceptionState } from '@ruwu/domain'
import { seededRandom } from '@ruwu/testkit'
import { expect, test } from 'vitest'
import { receptionWorld } from '../testing/reception-world.ts'

const STATES = 40

/** A random valid state. */
function anyState(random: () => number): Omit<ReceptionState, 'agentId' | 'receptionEpoch'> {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const receptionType = pick(['ai_agent', 'manual', 'manual', 'workflow'] as const)
  const aiOffReason = receptionType === 'ai_agent' ? null : pick(AI_OFF_REASONS)
  const returns = receptionType === 'manual' && ['human_reply', 'handoff', 'error'].includes(aiOffReason ?? '')
  const autoEnableAt = returns && random() < 0.5 ? new Date('2026-03-16T03:00:00.000Z') : null
  return { receptionType, aiOffReason, autoEnableAt, archive: random() < 0.3 }
}

test('the account’s switch, which changes all its customers at once, does to each what the rule says of one', async () => {
  const here = await receptionWorld()
  const random = seededRandom(20_261_116)
  const ids: CustomerId[] = []
  for (let n = 0; n < STATES; n += 1) {
    const id = await here.write(`客户${n}`, '在吗')
    await here.changeCustomer(id, anyState(random))
    ids.push(id)
  }
  const states = () => Promise.all(ids.map(async (id) => stateOf(await here.customerOf(id))))
  const lines = () => Promise.all(ids.map((id) => here.linesOf(id)))

  for (const mode of ['close', 'open'] satisfies ReceptionMode[]) {
    const [before, said] = [await states(), await lines()]
    await here.zhao.call(channelApi.updateReceptionType, {
      body: { relationId: here.account.id, accountType: 'CORP', receptionMode: mode },
    })
    const cause = { kind: mode === 'close' ? 'channel_off' : 'channel_on' } as const
    const ruled = before.map((state) => changeReception(state, cause))

    expect(await states()).toEqual(ruled.map((change) => change.state))
    expect(await lines()).toEqual(
      ruled.map((change, n) => [...(said[n] ?? []), ...change.lines.map((line) => line.text)]),
    )
    expect(ruled.flatMap((change) => change.events)).toEqual([])
    expect(ruled.some((change) => change.hasChanged)).toBe(true)
  }
})

const stateOf = ({ receptionType, receptionEpoch, aiOffReason, autoEnableAt, agentId, archive }: ReceptionState) => ({
  receptionType,
  receptionEpoch,
  aiOffReason,
  autoEnableAt,
  agentId,
  archive,
})
