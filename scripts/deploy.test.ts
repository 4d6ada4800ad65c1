import { existsSync, readFileSync } from 'node:fs'
import { KNOWLEDGE_FILE_BYTES_MAX, SOCKET_PATH } from '@ruwu/contract'
import { describe, expect, test } from 'vitest'
import { fromRoot } from './lib/paths.mjs'

const read = (file: string) => readFileSync(fromRoot(file), 'utf8')
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')

test('every setting of the environment file exists', () => {
  const known = found(read('docs/configuration.md'), /^\| `(\w+)` \|/gm)
  const named = found(read('deploy/ruwu.env'), /^(?:# )?([A-Z_]+)=/gm)

  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

test.each(['start', 'backup'])('a unit runs what `npm run %s` runs', (name) => {
  const unit = read(name === 'start' ? 'deploy/ruwu.service' : 'deploy/ruwu-backup.service')
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const [command = ''] = found(unit, /^ExecStart=\/usr\/bin\/(node \S+)/gm)

  expect(command).toBe(scripts[name])
  expect(existsSync(fromRoot(command.replace('node ', '')))).toBe(true)
})

describe.each([
  ['nginx.conf', /client_max_body_size (\d+)m/],
  ['Caddyfile', /max_size (\d+)MB/],
])('%s', (file, size) => {
  const text = read(`deploy/${file}`)

  test('lets the largest upload through', () => {
    expect(Number(size.exec(text)?.[1]) * 1_000_000).toBeGreaterThan(KNOWLEDGE_FILE_BYTES_MAX + 100_000)
  })

  test('keeps the operator’s pages to the machine', () => {
    for (const page of ['metrics', 'docs', 'healthz', 'readyz']) expect(text).toMatch(new RegExp(`[/(|]${page}\\b`))
  })
})

test('nginx keeps open sockets longer than the server does', () => {
  const [, socket = ''] = read('deploy/nginx.conf').split(`location = ${SOCKET_PATH} {`)

  expect(Number(/proxy_read_timeout (\d+)s/.exec(socket)?.[1])).toBeGreaterThan(90)
})
