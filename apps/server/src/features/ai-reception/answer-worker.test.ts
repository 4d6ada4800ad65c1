import { AiDraft, type EntId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { aiAgent, aiAgentVersion } from '../../db/schema/index.ts'
import { aiWorld, MERGE_MS } from '../../testing/ai-world.ts'
import { openAccount } from '../../testing/platform.ts'
import { staysSilent } from '../../testing/scripted-engine.ts'
import { MAX_CONCURRENT } from './answer-worker.ts'

/** Two enterprises whose AIs answer on one node; the first's model never does. */
async function twoEnterprises() {
  // The engine never answers: its answers stay pending on the node.
  const here = await aiWorld({ ownNode: true })
  const { db, clock, platform, account, rival, engine } = here
  const other = await openAccount(here, { entId: rival.entId })
  const key = { entId: other.entId, relationId: other.id }
  const config = AiDraft.parse({ advanced: { delaySec: 0 } })
  await db.sql.insert(aiAgent).values({ ...key, publishedVersion: 1, updatedAt: clock.now() })
  await db.sql.insert(aiAgentVersion).values({ ...key, version: 1, config, publishedAt: clock.now() })
  engine.script = ({ entId, signal }) => (entId === account.entId ? whenBrokenOff(signal) : {})

  const write = async (to: typeof account, count: number) => {
    await platform.tell(...Array.from({ length: count }, (_, no) => platform.text(to, `${to.id}-${no}`, '在吗')))
    await platform.settle()
  }
  const begin = async () => {
    clock.advance(MERGE_MS)
    while (await here.reception.ai.work.answers.run());
  }
  const begun = (entId: EntId) => engine.asked.filter((input) => input.entId === entId).length
  /** How many of an enterprise's customers are being answered, once there are so many. */
  const untilBegun = async (entId: EntId, count: number) => {
    await expect.poll(() => begun(entId), { interval: 100 }).toBeGreaterThanOrEqual(count)
    return begun(entId)
  }
  return { ...here, other, write, begin, begun, untilBegun }
}

const whenBrokenOff = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('broken off'))))

test('an enterprise whose model hangs leaves room for the others', async () => {
  const { account, other, write, begin, untilBegun } = await twoEnterprises()
  await write(account, MAX_CONCURRENT + 2)
  await begin()
  expect(await untilBegun(account.entId, (MAX_CONCURRENT * 3) / 4)).toBe((MAX_CONCURRENT * 3) / 4)

  await write(other, 3)
  await begin()

  expect(await untilBegun(other.entId, 3)).toBe(3)
})

test('enterprises take turns, however many of one’s customers wait for longer', async () => {
  const { account, other, write, begin, begun, untilBegun } = await twoEnterprises()
  await write(account, MAX_CONCURRENT + 2)
  await write(other, MAX_CONCURRENT / 4)

  await begin()

  expect(await untilBegun(other.entId, MAX_CONCURRENT / 4)).toBe(MAX_CONCURRENT / 4)
  expect(begun(account.entId)).toBeGreaterThan(MAX_CONCURRENT / 4)
})

test('a customer without a free slot is answered as soon as one is free', async () => {
  const { account, engine, write, begin, untilBegun, reception } = await twoEnterprises()
  const { answers } = reception.ai.work
  const most = (MAX_CONCURRENT * 3) / 4
  const thoughts: (() => void)[] = []
  engine.script = () => new Promise((resolve) => thoughts.push(() => resolve(staysSilent())))
  await write(account, most + 2)
  await begin()
  expect(await untilBegun(account.entId, most)).toBe(most)
  const runs: Promise<boolean>[] = []
  answers.onDue(() => runs.push(answers.run()))

  for (const end of thoughts.splice(0, 2)) end()

  expect(await untilBegun(account.entId, most + 2)).toBe(most + 2)
  for (const end of thoughts) end()
  await answers.settle()
  answers.onDue(() => {})
  await Promise.all(runs)
})
