import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const BUDGET_BYTES = 20 * 1024

test('the browser bundle weighs at most 20 KB gzip and brings no schemas along', () => {
  const root = new URL('../../../', import.meta.url)
  const rolldown = fileURLToPath(new URL('node_modules/.bin/rolldown', root))
  const entry = fileURLToPath(new URL('index.ts', import.meta.url))

  const options = ['--format', 'esm', '--platform', 'browser', '--minify', '--log-level', 'silent']
  const bundle = execFileSync(process.execPath, [rolldown, entry, ...options], { maxBuffer: 10 * 1024 * 1024 })

  expect(bundle.toString()).toContain('connection is shutdown')
  expect(bundle.toString()).not.toMatch(/zod|from ?["']/i)
  expect(gzipSync(bundle).length).toBeLessThanOrEqual(BUDGET_BYTES)
})
