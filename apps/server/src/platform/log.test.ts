import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('a failed statement is logged without its values', () => {
  const lines: string[] = []
  const log = createLog('error', { write: (line) => lines.push(line) })

  log.error({ err: new DrizzleQueryError('select $1', ['13800000001'], new Error('no such table')) }, 'request failed')

  expect(lines.join('')).toContain('Failed query: select $1')
  expect(lines.join('')).toContain('no such table')
  expect(lines.join('')).not.toContain('13800000001')
})
