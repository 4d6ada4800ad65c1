import { expect, test } from 'vitest'
import { pageOf, readPaging, withPaging } from './url-query.ts'

test.each([
  ['', { page: 1, pageSize: 20 }],
  ['page=3&pageSize=50', { page: 3, pageSize: 50 }],
  ['page=0&pageSize=30', { page: 1, pageSize: 20 }],
  ['page=two&pageSize=', { page: 1, pageSize: 20 }],
  ['page=1.5', { page: 1, pageSize: 20 }],
])('the address ?%s opens %j', (search, paging) => {
  expect(readPaging(new URLSearchParams(search))).toEqual(paging)
})

test('turning the page keeps the filter and leaves defaults out of the address', () => {
  const search = new URLSearchParams('keyword=周&page=2')

  expect(withPaging(search, { page: 3, pageSize: 100 }).toString()).toBe(
    new URLSearchParams('keyword=周&page=3&pageSize=100').toString(),
  )
  expect(withPaging(search, { page: 1, pageSize: 20 }).toString()).toBe(new URLSearchParams('keyword=周').toString())
})

test.each([
  [1, 20, 1],
  [3, 5, 3],
  [9, 5, 3],
])('of 45 rows page %i shows %i rows as page %i', (page, count, shown) => {
  const rows = Array.from({ length: 45 }, (_, row) => row)
  const result = pageOf(rows, { page, pageSize: 20 })

  expect(result.rows).toHaveLength(count)
  expect(result.page).toBe(shown)
})

test('no rows are one empty page', () => {
  expect(pageOf([], { page: 4, pageSize: 20 })).toEqual({ rows: [], page: 1 })
})
