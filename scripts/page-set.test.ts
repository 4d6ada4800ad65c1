import { readFileSync } from 'node:fs'
import { applicationPages, OUTSIDE, pagesOf } from '@ruwu/e2e/pages.ts'
import { expect, test } from 'vitest'
import { fromRoot } from './lib/paths.mjs'

const account = '/channel/CORP/1/douyin'
const places = { account, flow: '1', rule: '1', order: '1', customer: '1' }
const { inside, outside } = applicationPages('client_id=1')
const opened = new Set(
  Object.values({ ...pagesOf(places), ...inside, ...OUTSIDE, ...outside }).map((address) => address.split('?')[0]),
)

/** `/` only leads on; `*` is the page of an unknown path. */
const ELSEWHERE = { '/': '/home', '*': '/no-such-page' } as Record<string, string>

const paths = [...readFileSync(fromRoot('apps/console/src/routes.tsx'), 'utf8').matchAll(/\bpath: '([^']+)'/g)].map(
  ([, path = '']) => path,
)

test('the set of pages for pictures and accessibility holds every route', () => {
  const missing = paths.filter(
    (path) => !opened.has(ELSEWHERE[path] ?? path.replace('/:type/:id/:source', '/CORP/1/douyin')),
  )

  expect(paths.length).toBeGreaterThan(30)
  expect(missing).toEqual([])
})
