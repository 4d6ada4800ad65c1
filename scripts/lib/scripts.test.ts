import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withLock } from './lock.mjs'
import { artifacts } from './paths.mjs'
import { pageOf, saveResults } from './results.mjs'
import { runStages } from './run-stages.mjs'
import { requireKnownSystem } from './runtime.mjs'
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

function stage(cores: number, filler = false) {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { cores, filler, run: () => promise, end: resolve }
}

test('a stage waits for cores that others keep busy, but fillers and the rest do not wait for each other', async () => {
  const stages = {
    checks: stage(2, true),
    more: stage(2, true),
    beside: stage(0, true),
    pages: stage(1),
    ownPages: stage(1),
    nodes: stage(1),
  }
  const started: string[] = []
  const results = runStages(Object.entries(stages), (name: string, run: () => Promise<string>) => {
    started.push(name)
    return run()
  })

  expect(started).toEqual(['checks', 'pages', 'ownPages'])
  stages.ownPages.end('of own pages')
  await expect.poll(() => started.slice(3)).toEqual(['nodes'])
  stages.checks.end('of checks')
  await expect.poll(() => started.slice(4)).toEqual(['more', 'beside'])
  for (const [name, each] of Object.entries(stages)) each.end(`of ${name}`)
  expect(await results).toEqual(['of checks', 'of more', 'of beside', 'of pages', 'of own pages', 'of nodes'])
})

test('the page of the results has a table for each command, with its machine and what fell short', () => {
  const figure = { name: 'chat.ratio', value: '0.5', unit: 'of bare', budget: '>= 0.6', outcome: 'short' }
  const page = pageOf({
    'chat.bench': { day: '2026-07-09', machine: '4 x CPU', flags: [], figures: [figure] },
    'chat.bench --small': { day: '2026-07-08', machine: '2 x CPU', flags: ['--small'], figures: [figure] },
  })

  expect(page).toContain('## `npm run bench -- chat`\n\n2026-07-09，4 x CPU\n')
  expect(page).toContain('## `npm run bench -- chat --small`\n\n2026-07-08，2 x CPU\n')
  expect(page).toContain('| chat.ratio | 0.5 | of bare | >= 0.6 | **没有达到** |')
})

test('results of several commands are kept together, a repeated one replaces its own, and README links to them once', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ruwu-results-'))
  for (const name of ['bench', 'docs']) mkdirSync(path.join(folder, name))
  writeFileSync(path.join(folder, 'README.md'), '- [docs/scale.md](docs/scale.md)：规模\n- 别的\n')
  const save = (file: string, value: string, machine: string, day: string) => {
    const figure = { file, name: `${file}.ratio`, value, unit: 'of bare', budget: '-', outcome: 'ok' }
    saveResults({ machine, figures: [figure], flags: [] }, day, folder)
  }

  save('chat.bench', '0.5', '2 x CPU', '2026-07-08')
  save('growth.bench', '1.1', '2 x CPU', '2026-07-08')
  save('chat.bench', '0.7', '4 x CPU', '2026-07-09')

  const [page, readme] = ['docs/results.md', 'README.md'].map((file) => readFileSync(path.join(folder, file), 'utf8'))
  expect(page).toContain('## `npm run bench -- chat`\n\n2026-07-09，4 x CPU\n')
  expect(page).toContain('| chat.bench.ratio | 0.7 |')
  expect(page).not.toContain('| chat.bench.ratio | 0.5 |')
  expect(page).toContain('## `npm run bench -- growth`\n\n2026-07-08，2 x CPU\n')
  expect(readme?.match(/\]\(docs\/results\.md\)/g)).toHaveLength(1)
  expect(readme).toMatch(/docs\/scale\.md\)：规模\n- \[docs\/results\.md\].*\n- 别的/)
  rmSync(folder, { recursive: true })
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

test.each([
  ['win32', '如晤在 Linux 与 macOS 上运行，本机是 win32，在 Windows 上请使用 WSL 2'],
  ['freebsd', '如晤在 Linux 与 macOS 上运行，本机是 freebsd'],
] as const)('on %s the start says: %s', (platform, sentence) => {
  expect(() => requireKnownSystem(platform)).toThrow(sentence)
})

test.each(['linux', 'darwin'] as const)('%s is known', (platform) => {
  expect(() => requireKnownSystem(platform)).not.toThrow()
})
