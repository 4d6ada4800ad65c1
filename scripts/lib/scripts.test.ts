import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withLock } from './lock.mjs'
import { artifacts } from './paths.mjs'
import { countReport } from './stages.mjs'

test.each([
  ['all passed', { numPassedTests: 2 }, [], 0, { passed: 2, failed: 0, skipped: 0 }],
  ['one failed', { numPassedTests: 1, numFailedTests: 1 }, [], 1, { passed: 1, failed: 1, skipped: 0 }],
  ['skipped ones are told', { numPassedTests: 1, numPendingTests: 3 }, [], 0, { passed: 1, failed: 0, skipped: 3 }],
  ['a file that does not load', { numPassedTests: 1 }, ['failed'], 1, { passed: 1, failed: 1, skipped: 0 }],
  ['an error outside of tests', { numPassedTests: 1 }, [], 1, { passed: 1, failed: 1, skipped: 0 }],
  ['no test at all', {}, [], 1, { passed: 0, failed: 1, skipped: 0 }],
  ['only skipped tests', { numPendingTests: 1 }, [], 0, { passed: 0, failed: 1, skipped: 1 }],
])('counting a report: %s', (_, numbers, broken, code, expected) => {
  const testResults = broken.map((status) => ({ status, assertionResults: [] }))
  const none = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 }

  expect(countReport({ ...none, ...numbers, testResults }, code)).toEqual(expected)
})

test('what is under one lock never runs twice at once, and a dead owner does not keep it', async () => {
  const name = `test-${process.pid}`
  mkdirSync(artifacts, { recursive: true })
  writeFileSync(path.join(artifacts, `${name}.lock`), '4194303 12345')
  let inside = 0
  let most = 0
  const body = async () => {
    most = Math.max(most, ++inside)
    await sleep(20)
    inside--
  }

  await Promise.all([1, 2, 3].map(() => withLock(name, '测试', body)))

  expect(most).toBe(1)
  rmSync(path.join(artifacts, `${name}.lock`), { force: true })
})
