import { roleApi } from '@ruwu/contract'
import { expect, onTestFinished, test } from 'vitest'
import { browserStorage } from '../browser/storage.ts'
import { rememberLastPage } from '../routing/last-page.ts'
import { forgetPermissions, rememberPermissions } from '../session/permission-cache.ts'
import { writeSession } from '../session/session.ts'
import { createFakeServer } from '../testing/fake-server.ts'
import { me } from '../testing/render.tsx'
import { startLoader } from './route-loaders.ts'

const pages = [{ path: '/bi', permission: 'statistics:viewPage' as const }, { path: '/tag' }]
const permitted = { statistics: ['statistics:viewPage'] }

/** Where `/` leads an agent whose last main page was this one. */
async function start(path: string) {
  writeSession({ token: 'token', entId: me.entId, id: me.id, entName: '如晤演示' })
  rememberLastPage(browserStorage, me.id, path)
  onTestFinished(() => forgetPermissions(me.id))
  const answer = await startLoader(pages)()
  return answer.headers.get('location')
}

test.each([
  ['/bi', permitted, '/bi'],
  ['/bi', {}, '/home'],
  ['/gone', permitted, '/home'],
])('the last page %s with the permissions %j: a visit begins at %s', async (path, mPerms, expected) => {
  const server = createFakeServer()
  server.answer(roleApi.ownPermissions, { mPerms })

  expect(await start(path)).toBe(expected)
})

test('a page that anyone may see, and permissions that are known, need no call', async () => {
  const server = createFakeServer()
  server.answer(roleApi.ownPermissions, { mPerms: {} })

  expect(await start('/tag')).toBe('/tag')
  rememberPermissions(me.id, permitted)
  expect(await start('/bi')).toBe('/bi')

  expect(server.calls(roleApi.ownPermissions)).toEqual([])
})

test('without an answer a visit begins at home', async () => {
  const server = createFakeServer()
  server.refuse(roleApi.ownPermissions, 'internal')

  expect(await start('/bi')).toBe('/home')
})
