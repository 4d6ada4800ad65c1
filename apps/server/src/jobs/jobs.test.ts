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

test('the error of a failed job is reported', async () => {
  const database = await freshDatabase()
  onTestFinished(() => database.drop())
  const errors: string[] = []
  const kind = { name: 'failing', run: () => Promise.reject(new Error('no luck')) }
  const onError = ({ message }: Error) => errors.push(message)
  const jobs = await startJobs({ url: database.url, kinds: [kind], work: true, onError })
  onTestFinished(() => jobs.close())

  await jobs.send('failing', {})

  await expect.poll(() => errors, { timeout: 20_000 }).toContain('no luck')
}, 30_000)
