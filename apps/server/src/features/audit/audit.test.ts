import { type AuditEntry, agentApi, auditApi, authApi, type CallArgs, notifySettingApi, roleApi } from '@ruwu/contract'
import { AUDIT_DAYS, DEFAULT_NOTIFY_SETTING } from '@ruwu/domain'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runHousekeeping } from '../../compose/housekeeping.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { digest } from '../../testing/password.ts'
import type { Person } from '../../testing/person.ts'
import { plansOf } from '../../testing/plans.ts'
import { answerForRival } from '../../testing/tenant-isolation.ts'
import { world } from '../../testing/world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const KEPT = { PLATFORM_CALL_DAYS: 30, FAILED_CALL_DAYS: 30 }

const page = (person: Person, body: CallArgs<typeof auditApi.page>['body'] = {}) => person.call(auditApi.page, { body })
const actionsOf = (entries: readonly Pick<AuditEntry, 'action'>[]) => entries.map(({ action }) => action)
const wrong = (person: Person) =>
  person.refused(authApi.login, { body: { telephone: person.telephone, password: digest('wrong-1') } })

test('sign-ins are recorded: the success, failures, the one that locks, and the sign-out', async () => {
  const { zhao, lin, clock, db } = await world()
  await lin.signIn()
  clock.advance(MINUTE_MS)
  await lin.call(authApi.logout, {})
  for (let tries = 0; tries < 3; tries += 1) {
    clock.advance(1000)
    await wrong(lin)
  }

  const { items } = await page(zhao)

  expect(actionsOf(items)).toEqual([
    'auth.loginFailed',
    'auth.loginFailed',
    'auth.loginFailed',
    'auth.logout',
    'auth.login',
  ])
  expect(items.at(-1)).toMatchObject({
    agentId: lin.id,
    agentName: '林小满',
    objectName: '林小满',
    after: { device: 'lightMyRequest' },
    ip: '127.0.0.1',
  })
  expect(items[0]).toMatchObject({ agentId: lin.id, after: { reason: '密码错误' } })
  expect(await auditEntries(db, authApi.login)).toHaveLength(4)
  expect(await auditEntries(db, authApi.logout)).toHaveLength(1)
})

test('forty wrong passwords at once leave no more entries than were judged, the last of which locks', async () => {
  const { lin, db } = await world()

  await Promise.all(Array.from({ length: 40 }, () => wrong(lin)))

  const actions = actionsOf(await auditEntries(db, authApi.login))
  expect(actions.length).toBeLessThanOrEqual(5)
  expect(actions.filter((action) => action === 'auth.locked').length).toBeLessThanOrEqual(1)
})

test('a wrong sign-in by an unknown telephone leaves nothing: no enterprise could read it', async () => {
  const { zhao } = await world()
  await zhao.refused(authApi.login, { body: { telephone: '13700000000', password: digest('wrong-1') } })

  expect((await page(zhao)).items).toEqual([])
})

test('changes of agents are recorded with the fields that changed, masked; what changes nothing is not', async () => {
  const { zhao, lin, db } = await world()
  const edit = (body: object) => zhao.call(agentApi.update, { body: { id: lin.id, ...body } })

  await edit({ name: '林满满', telephone: '13700001234' })
  await edit({ name: '林满满' })

  expect(await auditEntries(db, agentApi.update)).toMatchObject([
    {
      agentId: zhao.id,
      object: lin.id,
      objectName: '林小满',
      before: { name: '林小满', telephone: '139****0001' },
      after: { name: '林满满', telephone: '137****1234' },
    },
  ])
})

test('passwords and forced ends of sign-ins are recorded without any password', async () => {
  const { zhao, lin, wei, db } = await world()
  const [oldpassword, newPassword] = [digest('secret-01'), digest('secret-02')]
  await zhao.call(agentApi.resetPassword, { body: { id: lin.id, newPassword: oldpassword } })
  await zhao.call(agentApi.forceOffline, { body: { id: wei.id } })
  await lin.call(authApi.login, {
    body: { telephone: lin.telephone, password: oldpassword, newPassword: digest('secret-03') },
  })
  await lin.signIn('secret-03')
  await lin.call(agentApi.changeOwnPassword, { body: { oldpassword: digest('secret-03'), newPassword } })

  const entries = [
    ...(await auditEntries(db, agentApi.resetPassword)),
    ...(await auditEntries(db, agentApi.forceOffline)),
    ...(await auditEntries(db, agentApi.changeOwnPassword)),
  ]
  expect(entries).toMatchObject([
    { action: 'agent.resetPassword', agentId: zhao.id, object: lin.id, objectName: '林小满', before: {}, after: {} },
    { action: 'agent.forceOffline', agentId: zhao.id, object: wei.id, objectName: '卫青禾' },
    { action: 'agent.changePassword', agentId: lin.id, object: lin.id },
  ])
  expect(JSON.stringify(entries)).not.toContain(oldpassword)
  expect(JSON.stringify(entries)).not.toContain(newPassword)
})

test('roles are recorded when they come, change and go', async () => {
  const { zhao, db } = await world()
  const draft = {
    name: '夜班',
    permissions: ['im:viewPage' as const],
    customerScope: 'own' as const,
    accountScope: null,
  }
  const role = await zhao.call(roleApi.create, { body: draft })
  const permissions = [...draft.permissions, 'im:replyCustomer' as const]
  await zhao.call(roleApi.update, { body: { ...draft, permissions, id: role.id, version: role.version } })
  await zhao.call(roleApi.remove, { query: { id: role.id } })

  const entries = [
    ...(await auditEntries(db, roleApi.create)),
    ...(await auditEntries(db, roleApi.update)),
    ...(await auditEntries(db, roleApi.remove)),
  ]
  expect(entries).toMatchObject([
    {
      objectName: '夜班',
      before: {},
      after: { name: '夜班', permissions: '查看私信', customerScope: '本人', accountScope: '全部' },
    },
    { before: { permissions: '查看私信' }, after: { permissions: '查看私信、回复客户' } },
    { before: { name: '夜班' }, after: {} },
  ])
})

test('a change that is rolled back leaves no entry', async () => {
  const { zhao, lin, wei, db } = await world()
  const taken = { id: lin.id, name: '林满满', telephone: wei.telephone }

  expect(await zhao.refused(agentApi.update, { body: taken })).toMatchObject({ code: 40001 })

  expect(await auditEntries(db, agentApi.update)).toEqual([])
})

test('the log is read page by page, newest first, and by agent, action, time and keyword', async () => {
  const { zhao, lin, wei, clock } = await world()
  const start = clock.now()
  const turn = async (person: Person, volume: number) => {
    clock.advance(MINUTE_MS)
    await person.call(notifySettingApi.update, { body: { ...DEFAULT_NOTIFY_SETTING, volume } })
  }
  for (const volume of [11, 12, 13]) await turn(lin, volume)
  await turn(wei, 14)
  clock.advance(MINUTE_MS)
  await zhao.call(agentApi.update, { body: { id: wei.id, name: '卫_青' } })

  const first = await page(zhao, { limit: 2 })
  const second = await page(zhao, { limit: 2, cursor: first.nextCursor })
  const last = await page(zhao, { limit: 2, cursor: second.nextCursor })
  expect([...first.items, ...second.items, ...last.items].map(({ after }) => after.volume ?? after.name)).toEqual([
    '卫_青',
    '14',
    '13',
    '12',
    '11',
  ])
  expect(last.nextCursor).toBeNull()

  const found = async (filter: CallArgs<typeof auditApi.page>['body']) => (await page(zhao, filter)).items.length
  expect(await found({ agentId: lin.id })).toBe(3)
  expect(await found({ action: 'agent.edit' })).toBe(1)
  expect(await found({ keyword: '卫_青' })).toBe(1)
  expect(await found({ keyword: '卫%青' })).toBe(0)
  // Names of fields are no content.
  expect(await found({ keyword: 'volume' })).toBe(0)
  expect(await found({ keyword: '127.0.0.1' })).toBe(5)
  const at = (minutes: number) => new Date(start.getTime() + minutes * MINUTE_MS).toISOString()
  expect(await found({ from: at(2), to: at(4) })).toBe(2)
})

test('a keyword is looked up in an index, not in the log of a year', async () => {
  const { zhao, lin, db } = await world()
  await zhao.call(agentApi.update, { body: { id: lin.id, name: '林满满' } })
  await db.sql.execute(sql`insert into audit (ent_id, id, action, object, at, words, grams)
    select ${zhao.entId}::uuid, gen_random_uuid(), 'agent.edit', '', now(), 'x' || n, array_to_tsvector(array['x' || n])
    from generate_series(1, 20000) n`)
  await db.sql.execute(sql`analyze audit`)

  const plans = await plansOf(db, () => page(zhao, { keyword: '林满满' }))

  expect(plans.join('\n')).toContain('audit_grams')
})

test('the log is for those who may read it, and each enterprise has its own', async () => {
  const { zhao, lin, rival } = await world()
  await zhao.call(agentApi.update, { body: { id: lin.id, name: '林满满' } })

  expect(await lin.refused(auditApi.page, { body: {} })).toMatchObject({ code: 40301 })
  expect(await answerForRival(rival, auditApi.page, { body: { agentId: zhao.id } })).toMatchObject({ items: [] })
  expect((await page(rival)).items).toEqual([])
  expect(await zhao.refused(auditApi.page, { body: { cursor: 'x' } })).toMatchObject({ code: 40001 })
})

test('entries are kept for a year', async () => {
  const { zhao, lin, clock, db } = await world()
  await zhao.call(agentApi.update, { body: { id: lin.id, name: '林满满' } })

  await runHousekeeping(db, new Date(clock.now().getTime() + (AUDIT_DAYS - 1) * DAY_MS), KEPT)
  expect(await auditEntries(db, agentApi.update)).toHaveLength(1)
  await runHousekeeping(db, new Date(clock.now().getTime() + (AUDIT_DAYS + 1) * DAY_MS), KEPT)

  expect(await auditEntries(db, agentApi.update)).toEqual([])
})
