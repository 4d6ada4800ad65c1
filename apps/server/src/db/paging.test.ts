import { expect, test } from 'vitest'
import { shownPage } from './paging.ts'

test.each([
  [{ total: 0, page: 1 }, 1],
  [{ total: 0, page: 3 }, 1],
  [{ total: 20, page: 2 }, 2],
  [{ total: 20, page: 3 }, 2],
  [{ total: 21, page: 3 }, 3],
])('of %o rows in pages of ten', ({ total, page }, expected) => {
  expect(shownPage(total, { page, pageSize: 10 })).toBe(expected)
})
