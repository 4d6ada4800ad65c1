import { expect, test } from 'vitest'
import { isFiltered, readAuditFilter, toAuditQuery, writeAuditFilter } from './audit-filter.ts'

const AGENT = 'a'.repeat(32)
const NOW = new Date('2026-03-20T02:00:00Z')

test('what is written into the address is read from it', () => {
  const search = new URLSearchParams(
    `drawer=audit&agentId=${AGENT}&action=auth.login&range=custom&from=2026-03-01&to=2026-03-16&keyword=10.0`,
  )

  expect(writeAuditFilter('audit', readAuditFilter(search)).toString()).toBe(search.toString())
})

test('what cannot be read counts as not set', () => {
  const filter = readAuditFilter(new URLSearchParams('agentId=7&action=made.up&from=2026-02-30&to=soon&keyword=%20'))

  expect(isFiltered(filter)).toBe(false)
  expect(toAuditQuery(filter, NOW, 'Asia/Shanghai')).toEqual({})
})

test('days are those of the enterprise, and the last one counts whole', () => {
  const filter = readAuditFilter(new URLSearchParams('from=2026-03-16&to=2026-03-16'))

  expect(toAuditQuery(filter, NOW, 'Asia/Shanghai')).toEqual({
    from: '2026-03-15T16:00:00.000Z',
    to: '2026-03-16T16:00:00.000Z',
  })
})
