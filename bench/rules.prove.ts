import { setTimeout as sleep } from 'node:timers/promises'
import { openRuleCrowd } from '@ruwu/server/testing/rule-crowd.ts'
import type { Run } from '../scripts/lib/figures-runner.ts'
import { besideKilled } from './killed-process.ts'
import { seededRandom } from './seeded-random.ts'

const SETTLE_MS = 300_000

/**
 * A process that fires rules and does their actions is killed (SIGKILL) at random moments and started again. Afterwards the rule has run
 * once for every customer, and each of its actions has been done once, in order.
 */
export const run: Run = async (report, { isSmall }) => {
  const [kills, customers] = isSmall ? [1, 20] : [20, 500]
  const random = seededRandom(20_261_118)
  await besideKilled('rules', async (databaseUrl, start) => {
    const crowd = await openRuleCrowd(databaseUrl, customers)
    const isDone = async () => (await crowd.readThreads()).every(({ ended }) => ended > 0)
    let interrupted = 0
    for (let killed = 0; killed < kills; killed += 1) {
      const kill = await start()
      await sleep(100 + random() * (isSmall ? 200 : 600))
      await kill()
      interrupted += (await crowd.readThreads()).filter(({ runs, ended }) => runs > ended).length > 0 ? 1 : 0
      await crowd.endLeases()
    }
    const kill = await start()
    for (const until = Date.now() + SETTLE_MS; Date.now() < until && !(await isDone());) await sleep(500)
    await kill()

    const threads = await crowd.readThreads()
    await crowd.close()
    const expected = threads[0]?.lines
    const texts = ['甲', '一', '乙', '二'].map(
      (word) => expected?.split('|').filter((line) => line.endsWith(word)).length,
    )
    const wrong = threads.filter(({ lines, runs, ended }) => lines !== expected || runs !== 1 || ended !== 1)
    const isOnce = texts.every((count) => count === 1)
    for (const each of wrong.slice(0, 3)) console.error(each)
    report({ name: 'rules.kills', value: kills, unit: 'kills', budget: kills, isWithin: true })
    report({ name: 'rules.kills_at_work', value: interrupted, unit: 'kills', budget: '-', isWithin: true })
    report({ name: 'rules.not_once', value: wrong.length, unit: 'customers', budget: 0, isWithin: wrong.length === 0 })
    report({ name: 'rules.actions_once', value: String(isOnce), unit: '', budget: 'true', isWithin: isOnce })
  })
}
