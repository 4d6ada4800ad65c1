import { authApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { authSession } from '../../db/schema/index.ts'
import { hashToken, newToken } from '../../platform/auth/token.ts'
import { newId } from '../../platform/ids.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import type { Person } from '../../testing/person.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'
import { type World, world } from '../../testing/world.ts'

/** A second living sign-in, which a sign-in itself would have ended. */
async function openAnother({ db, clock }: World, { entId, id: agentId }: Person) {
  const [token, now] = [newToken(), clock.now()]
  const id = newId<string>(now)
  const origin = { ip: '10.0.0.8', userAgent: 'Firefox' }
  await db.sql
    .insert(authSession)
    .values({ entId, id, agentId, tokenHash: hashToken(token), ...origin, createdAt: now, lastUsedAt: now })
  return { id, token }
}

const sessions = (person: Person) => person.call(authApi.sessions, {})

test('an agent sees the own sign-ins with this one marked, ended ones included', async () => {
  const { lin, wei, clock } = await world()
  clock.advance(60_000)
  await lin.signIn()

  const own = await sessions(lin)

  expect(own).toMatchObject([
    { isCurrent: true, endedAt: null, ip: '127.0.0.1', userAgent: 'lightMyRequest' },
    { isCurrent: false, endedAt: clock.now().toISOString() },
  ])
  expect(JSON.stringify(own)).not.toContain(lin.token)
  expect(await sessions(wei)).toHaveLength(1)
})

test('another device is signed out: its token is dead and its socket closes; this one stays', async () => {
  const here = await world()
  const { lin, wei, rival, db } = here
  const other = await openAnother(here, lin)
  const mine = (await sessions(lin)).find((session) => session.isCurrent)!
  const onOther = Object.assign(Object.create(Object.getPrototypeOf(lin)) as Person, lin, { token: other.token })
  const socket = await onOther.connect()

  expect(await lin.refused(authApi.endSession, { query: { id: mine.id } })).toMatchObject({ code: 42200 })
  expect(await wei.refused(authApi.endSession, { query: { id: other.id } })).toMatchObject({ code: 40401 })
  expect(await absentForRival(rival, authApi.endSession, { query: { id: other.id } })).toMatchObject({ code: 40401 })
  await lin.call(authApi.endSession, { query: { id: other.id } })

  await socket.whenClosed()
  expect((await onOther.request(authApi.sessions, {})).status).toBe(401)
  expect((await sessions(lin)).filter(({ endedAt }) => endedAt === null)).toMatchObject([{ isCurrent: true }])
  expect(await lin.refused(authApi.endSession, { query: { id: other.id } })).toMatchObject({ code: 40401 })
  expect(await auditEntries(db, authApi.endSession)).toMatchObject([{ agentId: lin.id, object: lin.id }])
})

test('all other devices are signed out at once; without any nothing is recorded', async () => {
  const here = await world()
  const { lin, db } = here
  await openAnother(here, lin)
  await openAnother(here, lin)

  expect(await lin.call(authApi.endOtherSessions, {})).toEqual({ ended: 2 })
  expect(await lin.call(authApi.endOtherSessions, {})).toEqual({ ended: 0 })

  expect(await auditEntries(db, authApi.endOtherSessions)).toHaveLength(1)
})
