import {
  agentApi,
  CORE_BASE_PATH,
  customerApi,
  exportApi,
  type ExportTarget,
  personalDataApi,
  pointsApi,
  roleApi,
  SCOPE,
} from '@ruwu/contract'
import { formatDateTime } from '@ruwu/domain'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { agent, exportJob, role } from '../../db/schema/index.ts'
import { readCsv } from '../../platform/reading/csv.ts'
import type { Person } from '../../testing/person.ts'
import { type ReceptionWorld, receptionWorld } from '../../testing/reception-world.ts'

const ZONE = 'Asia/Shanghai'

const customersOf = (scope: 1 | 2 | 3): ExportTarget => ({
  type: 'customer',
  filters: { scope, archive: false, tagMode: 'any', sort: 'latest' },
})

let here: ReceptionWorld

beforeEach(async () => {
  here = await receptionWorld()
})

/** The rows of the file, header first, and the record of the export. */
async function exported(person: Person, target: ExportTarget) {
  const { exportId } = await person.call(exportApi.create, { body: { ...target, format: 'csv' } })
  await here.reception.work.exports.run()
  const { items } = await person.call(exportApi.list, { body: {} })
  const item = items.find((each) => each.exportId === exportId)
  const url = `${CORE_BASE_PATH}${exportApi.download.path}?exportId=${exportId}`
  const { body } = await here.app.inject({ url, headers: { authorization: `Bearer ${person.token}` } })
  const [head = [], ...rows] = readCsv(body)
  return { item, head, rows, column: (name: string) => rows.map((row) => row[head.indexOf(name)]) }
}

test('账单明细 has the rows and figures of its page', async () => {
  const { zhao } = here
  const { items } = await zhao.call(pointsApi.pageBills, { body: {} })

  const file = await exported(zhao, { type: 'bill', filters: {} })
  const none = await exported(zhao, { type: 'bill', filters: { type: 'expire' } })

  expect(file.rows.length).toBeGreaterThan(0)
  expect(file.column('变动')).toEqual(items.map(({ delta }) => String(delta)))
  expect(file.column('变动后 总积分')).toEqual(items.map(({ balance }) => String(balance)))
  expect(file.column('时间')).toEqual(items.map(({ at }) => formatDateTime(at, ZONE)))
  expect([none.rows, none.item?.filterText]).toEqual([[], '类型：过期'])
})

test('客服列表 has the rows of its page, with masked telephones', async () => {
  const { zhao, lin } = here
  const [first] = await zhao.call(roleApi.list, { body: {} })
  const shown = await zhao.call(agentApi.list, { body: {} })

  const file = await exported(zhao, { type: 'agent', filters: {} })
  const some = await exported(zhao, { type: 'agent', filters: { roleId: first!.id, enabled: true } })

  expect(file.column('客服')).toEqual(shown.map(({ name }) => name))
  expect(file.column('手机号')).toContain('139****0001')
  expect(JSON.stringify(file.rows)).not.toContain(lin.telephone)
  expect(some.item?.filterText).toBe(`角色：${first!.name}，启用：已启用`)
})

test('客户 has the rows that the creator sees, contacts by the creator’s permission', async () => {
  const { zhao, lin, db, hire } = here
  const customerId = await here.write('小满', '我电话 13877776666')
  await here.write('大雪', '在吗')
  await lin.call(customerApi.receive, { body: { customerId } })
  const reader = await hire('督查', ['im:viewPage'])
  await db.sql.update(role).set({ customerScope: 'all' }).where(eq(role.id, reader.roleId))
  await reader.signIn()

  const own = await exported(lin, customersOf(SCOPE.mine))
  expect(own.column('昵称')).toEqual(['小满'])
  expect(own.column('手机号')).toEqual(['13877776666'])
  expect(own.column('归属客服')).toEqual(['林小满'])
  expect(own.column('标签')[0]).toContain('已留资')
  expect(own.item?.filterText).toBe('归属：我的')
  expect((await exported(zhao, customersOf(SCOPE.colleagues))).column('昵称')).toEqual(['小满'])

  const masked = await exported(reader, customersOf(SCOPE.colleagues))
  expect(masked.column('手机号')).toEqual(['138****6666'])
  expect(JSON.stringify(masked.rows)).not.toContain('13877776666')
})

test('more customers than a batch come completely and once, in the order of the list', async () => {
  const { lin, db } = here
  const customerId = await here.write('小满', '在吗')
  await here.write('大雪', '在吗')
  const copies = (table: string, fields: string) =>
    db.sql.execute(sql`insert into ${sql.identifier(table)} select (jsonb_populate_record(c,
        jsonb_build_object('id', md5('many' || n)::uuid) || ${sql.raw(fields)})).*
      from ${sql.identifier(table)} c, generate_series(1, 1200) n where c.id = ${customerId}`)
  await copies('topic', `'{}'`)
  await copies(
    'customer',
    `jsonb_build_object('name', '客户' || n, 'platform_user_id', 'many' || n, 'conversation_key', 'many' || n,
      'last_message_at', c.last_message_at - n * interval '1 minute')`,
  )

  const names = (await exported(lin, customersOf(SCOPE.unassigned))).column('昵称')

  const filled = Array.from({ length: 1200 }, (_, n) => `客户${n + 1}`)
  expect(names.slice(-1200)).toEqual(filled)
  expect(new Set(names.slice(0, -1200))).toEqual(new Set(['大雪', '小满']))
})

test('scope 本人 and account scope leave other customers out', async () => {
  const { lin, wei, db } = here
  const customerId = await here.write('小满', '在吗')
  await lin.call(customerApi.receive, { body: { customerId } })
  await here.write('大雪', '在吗')

  expect((await exported(wei, customersOf(SCOPE.colleagues))).rows).toEqual([])
  expect((await exported(wei, customersOf(SCOPE.unassigned))).column('昵称')).toEqual(['大雪'])
  await db.sql.update(agent).set({ accountScope: [] }).where(eq(agent.id, wei.id))
  expect((await exported(wei, customersOf(SCOPE.unassigned))).rows).toEqual([])
})

test('an export that may hold customers is not served after an erasure', async () => {
  const { lin, zhao, db } = here
  const customerId = await here.write('小满', '在吗')
  await lin.call(customerApi.receive, { body: { customerId } })
  await exported(lin, customersOf(SCOPE.mine))
  await exported(zhao, { type: 'agent', filters: {} })

  await lin.call(personalDataApi.erase, { body: { customerId, name: '小满' } })
  while (await here.reception.work.erasures.run()) {
    // Until nothing is due.
  }

  expect((await lin.call(exportApi.list, { body: {} })).items).toEqual([])
  expect((await zhao.call(exportApi.list, { body: {} })).items).toHaveLength(1)
  expect(await db.sql.select().from(exportJob)).toHaveLength(2)
})
