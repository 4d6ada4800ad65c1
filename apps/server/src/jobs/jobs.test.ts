import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../testing/fresh-database.ts'
import { startJobs } from './jobs.ts'

test('a job that runs alone is not run by two nodes at once, and none is lost', async () => {
  const database = await freshDatabase()
  onTestFinished(() => database.drop())
  let [running, most, done] = [0, 0, 0]
  const kind = {
    name: 'alone',
    isAlone: true,
    run: async () => {
      most = Math.max(most, (running += 1))
      // Longer than the two seconds after which a node looks for work.
      await sleep(2_500)
      running -= 1
      done += 1
    },
  }
  const start = async () => {
    const node = await startJobs({ url: database.url, kinds: [kind], work: true, onError: () => {} })
    onTestFinished(() => node.close())
    return node
  }
  const [one] = [await start(), await start()]

  for (let n = 0; n < 2; n += 1) await one.send('alone', {})

  await expect.poll(() => done, { timeout: 20_000 }).toBe(2)
  expect(most).toBe(1)
}, 30_000)
