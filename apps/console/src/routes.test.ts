import { expect, test } from 'vitest'
import type { Page } from './routing/page-table.ts'
import { routes } from './routes.tsx'

const pages = routes.flatMap(({ children = [] }) =>
  children.flatMap(({ handle }) => (handle as { pages: Page[] } | undefined)?.pages ?? []),
)
const pageAt = (path: string) => pages.find((page) => page.path === path)!

// R8
test('/automation shows the page of /automation/index', async () => {
  const [bare, index] = [pageAt('/automation'), pageAt('/automation/index')]

  expect(await bare.load()).toBe(await index.load())
  expect(bare.title).toBe(index.title)
})

// R10
test('自动化 in the menu opens /automation/reception', () => {
  expect(pages.find(({ menu }) => menu?.label === '自动化')?.path).toBe('/automation/reception')
})

test('the bar of a phone has four pages, before 我的', () => {
  expect(pages.flatMap(({ menu }) => menu?.short ?? [])).toEqual(['首页', '私信', '渠道', '数据'])
})
