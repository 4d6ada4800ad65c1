import type { RelationId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import {
  readEntry,
  readFilter,
  readLibrary,
  readOverlay,
  readSub,
  readUsage,
  withEntry,
  withFilter,
  withOverlay,
  withSub,
  withUsage,
} from './knowledge-url.ts'

const relationId = 'a'.repeat(32) as RelationId
const place = (query: string) => new URLSearchParams(query)

test('a URL without our parameters shows all knowledge from the first page', () => {
  const search = place('tab=knowledge')

  expect(readSub(search)).toBe('entry')
  expect(readFilter(search, relationId)).toEqual({ relationId, library: 'own', page: 1, pageSize: 20 })
  expect(readEntry(search)).toBeUndefined()
  expect(readOverlay(search)).toBeUndefined()
})

test('what cannot be read counts as not set', () => {
  const search = place('sub=all&type=video&status=&page=-1&pageSize=7&layer=x')

  expect(readSub(search)).toBe('entry')
  expect(readFilter(search, relationId)).toEqual({ relationId, library: 'own', page: 1, pageSize: 20 })
  expect(readOverlay(search)).toBeUndefined()
})

test('a filter keeps the tab of the page and begins at its first page', () => {
  const filter = { ...readFilter(place('pageSize=50'), relationId), type: 'doc', keyword: '安装' } as const
  const next = withFilter(place('tab=knowledge&status=failed&page=3&pageSize=50'), filter)

  expect(next.toString()).toBe(place('tab=knowledge&pageSize=50&type=doc&keyword=安装').toString())
  expect(readFilter(next, relationId)).toMatchObject({ type: 'doc', keyword: '安装', page: 1, pageSize: 50 })
})

test('the shared library is a part of the tab; questions to review belong to the account', () => {
  expect(readFilter(place('tab=knowledge&sub=shared'), relationId)).toMatchObject({ library: 'shared' })
  expect(readLibrary(place('tab=knowledge&sub=miss'))).toBe('own')
})

test('the deep link of the home card opens the questions without an answer', () => {
  expect(readSub(place('tab=knowledge&sub=miss'))).toBe('miss')
})

test('another part starts with nothing filtered and nothing open', () => {
  const next = withSub(place('tab=knowledge&type=qa&keyword=a&page=2&entry=x&layer=hit&usage=y'), 'miss')

  expect(next.toString()).toBe('tab=knowledge&sub=miss')
  expect(withSub(next, 'entry').toString()).toBe('tab=knowledge')
})

test('the open entry is part of the address, also one that is being made', () => {
  const opened = withEntry(place('tab=knowledge&page=2'), { id: 'b'.repeat(32) })
  const made = withEntry(opened, { newType: 'goods' })

  expect(readEntry(opened)).toEqual({ id: 'b'.repeat(32) })
  expect(readEntry(made)).toEqual({ newType: 'goods' })
  expect(withEntry(made, undefined).toString()).toBe('tab=knowledge&page=2')
})

test('a layer opens and closes over the same list', () => {
  const opened = withOverlay(place('tab=knowledge&status=failed'), 'import')

  expect(readOverlay(opened)).toBe('import')
  expect(withOverlay(opened, undefined).toString()).toBe('tab=knowledge&status=failed')
})

test('whose use is open is part of the address', () => {
  const opened = withUsage(place('tab=knowledge&page=2'), 'b'.repeat(32))

  expect(readUsage(opened)).toBe('b'.repeat(32))
  expect(withUsage(opened, undefined).toString()).toBe('tab=knowledge&page=2')
})
