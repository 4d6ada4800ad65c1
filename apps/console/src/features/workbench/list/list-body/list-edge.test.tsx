import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Reach } from '../customer-list.queries.ts'
import { ListEdge } from './list-edge.tsx'

const wordsBelow = (reach: Reach) =>
  renderToStaticMarkup(<ListEdge reach={reach} onRetry={() => undefined} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .split(' ')
    .filter(Boolean)

test('a page that did not come says so below the rows and can be asked for again', () => {
  expect(wordsBelow('failed')).toEqual(['加载失败', '重试'])
})

test('one that is on its way says so; otherwise there is nothing', () => {
  expect(wordsBelow('loading')).toEqual(['加载中...'])
  expect(wordsBelow('idle')).toEqual([])
})
