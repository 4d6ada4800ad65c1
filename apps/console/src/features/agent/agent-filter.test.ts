import { expect, test } from 'vitest'
import { readFilter, writeFilter } from './agent-filter.ts'

const roleId = 'a'.repeat(32)

test.each([
  ['', {}],
  ['status=2', { status: 2 }],
  ['status=3', {}],
  [`roleId=${roleId}&enabled=false`, { roleId, enabled: false }],
  ['roleId=nonsense&enabled=maybe&page=4', {}],
  ['keyword=%20%E6%9E%97%20', { keyword: '林' }],
  [`keyword=${'长'.repeat(60)}`, { keyword: '长'.repeat(50) }],
])('the address ?%s means %j', (search, filter) => {
  expect(readFilter(new URLSearchParams(search))).toEqual(filter)
})

test('a copied address gives a colleague the same view', () => {
  const filter = readFilter(new URLSearchParams(`status=1&roleId=${roleId}&enabled=true&keyword=周`))

  expect(readFilter(new URLSearchParams(writeFilter(filter).toString()))).toEqual(filter)
  expect(writeFilter({}).toString()).toBe('')
})
