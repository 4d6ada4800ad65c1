import {
  agentApi,
  BILL_SORTS,
  CORE_BASE_PATH,
  customerApi,
  customerSettingApi,
  exportApi,
  type ExportId,
  type ExportTarget,
  ORDER_SORTS,
  orderApi,
  personalDataApi,
  pointsApi,
  roleApi,
  SCOPE,
} from '@ruwu/contract'
import { formatDate, formatDateTime, orderPointsText } from '@ruwu/domain'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { agent, pointOrder, role } from '../../db/schema/index.ts'
import { readCsv } from '../../platform/reading/csv.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import type { Person } from '../../testing/person.ts'
import { type ReceptionWorld, receptionWorld } from '../../testing/reception-world.ts'
import { rebuildPointDays } from '../points/index.ts'

const ZONE = 'Asia/Shanghai'

const customersOf = (scope: 1 | 2 | 3) =>
  ({ type: 'customer', filters: { scope, archive: false, tagMode: 'any', sort: 'latest' } }) satisfies ExportTarget

let here: ReceptionWorld

beforeEach(async () => {
  here = await receptionWorld()
})

function download(person: Person, exportId: ExportId) {
  const url = `${CORE_BASE_PATH}${exportApi.download.path}?exportId=${exportId}`
  return here.app.inject({ url, headers: { authorization: `Bearer ${person.token}` } })
}

/** The rows of the file, header first, and the record of the export. */
async function exported(person: Person, target: ExportTarget) {
  const { exportId } = await person.call(exportApi.create, { body: { ...target, format: 'csv' } })
  await here.reception.work.exports.run()
  const { items } = await person.call(exportApi.list, { body: {} })
  const item = items.find((each) => each.exportId === exportId)
  const { body } = await download(person, exportId)
  const [head = [], ...rows] = readCsv(body)
  return { item, head, rows, column: (name: string) => rows.map((row) => row[head.indexOf(name)]) }
}

async function everyPage<Item>(read: (page: number) => Promise<{ items: Item[]; total: number }>): Promise<Item[]> {
  const found: Item[] = []
  for (let page = 1, total = 1; found.length < total; page += 1) {
    const answered = await read(page)
    found.push(...answered.items)
    total = answered.total
  }
  return found
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

const SORT_ORDERS = ['asc', 'desc'] as const

test('账单明细 is in the order of its page, over more rows than a batch and by day', async () => {
  const { zhao, db, clock } = here
  await db.pool.query(
    `insert into point_ledger (ent_id, id, at, type, item, delta, pool, order_points, bonus_order_points, bonus_human_points, key)
     select $1, gen_random_uuid(), $2::timestamptz - (n / 2) * interval '97 min', 'consume', 'knowledge', -1 - n % 3, 'orderPoints', n, 0, 0, 'sorted:' || n
     from generate_series(1, 1200) n`,
    [zhao.entId, clock.now()],
  )
  await db.transaction((tx) => rebuildPointDays(tx, zhao.entId, ZONE))
  for (const field of BILL_SORTS)
    for (const order of SORT_ORDERS)
      for (const daily of [false, true]) {
        const sort = { field, order }
        const file = await exported(zhao, { type: 'bill', filters: { sort, daily } })
        const shown = await everyPage((page) =>
          zhao.call(pointsApi.pageBills, { body: { daily, sort, page, pageSize: 100 } }),
        )

        expect(shown.length).toBeGreaterThan(daily ? 40 : 1_200)
        expect(file.column('变动')).toEqual(shown.map(({ delta }) => String(delta)))
        expect(file.column('变动后 购买')).toEqual(shown.map(({ orderPoints }) => String(orderPoints)))
      }
})

test('积分订单 has the columns and the order of its page, over more rows than a batch', async () => {
  const { zhao, db, clock } = here
  await db.pool.query(
    `insert into point_order (ent_id, order_no, package_name, points, bonus_points, amount, status, method, created_at, expire_at, paid_at)
     select $1, '20260316' || lpad(n::text, 10, '0'), '基础', 1000 * (1 + n % 3), n % 2 * 500, 9800, case when n % 4 = 0 then 'paid' else 'unpaid' end,
       'wechat', $2::timestamptz - (n / 2) * interval '1 min', $2, case when n % 4 = 0 then $2::timestamptz - (n % 7) * interval '1 min' end
     from generate_series(1, 1200) n`,
    [zhao.entId, clock.now()],
  )
  for (const field of ORDER_SORTS)
    for (const order of SORT_ORDERS) {
      const sort = { field, order }
      const file = await exported(zhao, { type: 'order', filters: { sort } })
      const shown = await everyPage((page) => zhao.call(orderApi.page, { body: { sort, page, pageSize: 100 } }))

      expect(shown).toHaveLength(1_200)
      expect(file.column('订单号')).toEqual(shown.map(({ orderNo }) => orderNo))
      expect(file.column('积分').slice(0, 3)).toEqual(shown.slice(0, 3).map(orderPointsText))
      expect(file.head).toEqual([
        '订单号',
        '套餐',
        '积分',
        '金额',
        '支付方式',
        '状态',
        '下单人',
        '下单时间',
        '支付时间',
        '发票',
      ])
    }
})

test('积分订单 has the rows of its page, newest first, and those of the filter alone', async () => {
  const { zhao, db, clock } = here
  const bought = { packageName: '基础', points: 10_000, bonusPoints: 500, amount: 98_000, agentId: zhao.id }
  for (const [orderNo, status] of [
    ['202603160000000001', 'cancelled'],
    ['202603160000000002', 'paid'],
  ] as const) {
    const times = { createdAt: clock.now(), expireAt: clock.now(), paidAt: status === 'paid' ? clock.now() : null }
    await db.sql
      .insert(pointOrder)
      .values({ ...bought, ...times, entId: zhao.entId, orderNo, status, method: 'wechat' })
  }

  const file = await exported(zhao, { type: 'order', filters: {} })
  const paid = await exported(zhao, { type: 'order', filters: { status: 'paid', method: 'wechat' } })

  expect(file.column('订单号')).toEqual(['202603160000000002', '202603160000000001'])
  expect(file.column('状态')).toEqual(['已支付', '已取消'])
  expect(file.column('金额')).toEqual(['¥980.00', '¥980.00'])
  expect(file.column('发票')).toEqual(['未申请', ''])
  expect([paid.column('下单人'), paid.item?.filterText]).toEqual([['赵知远'], '状态：已支付，支付方式：微信支付'])
})

test('账单明细 by day has how often, and neither account, cause nor operator', async () => {
  const { zhao } = here
  const { items } = await zhao.call(pointsApi.pageBills, { body: { daily: true } })

  const file = await exported(zhao, { type: 'bill', filters: { daily: true } })

  expect(file.rows.length).toBeGreaterThan(0)
  expect(file.column('日期')).toEqual(items.map(({ at }) => formatDate(at, ZONE)))
  expect(file.column('次数')).toEqual(items.map(({ times }) => String(times)))
  expect(file.head.filter((name) => ['时间', '渠道账号', '关联', '操作人'].includes(name))).toEqual([])
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
  const rules = { options: [], required: false, inList: true, sensitive: true, aiFill: false, enabled: true }
  const field = await zhao.call(customerSettingApi.createField, { body: { ...rules, name: '业主', type: 'text' } })
  await lin.call(customerApi.update, { body: { customerId, fields: { [field.id]: '王小明' } } })
  const reader = await hire('督查', ['im:viewPage'])
  await db.sql.update(role).set({ customerScope: 'all' }).where(eq(role.id, reader.roleId))
  await reader.signIn()

  const own = await exported(lin, customersOf(SCOPE.mine))
  expect(own.column('昵称')).toEqual(['小满'])
  expect(own.column('手机号')).toEqual(['13877776666'])
  expect(own.column('归属客服')).toEqual(['林小满'])
  expect(own.column('自定义字段')).toEqual(['业主：王小明'])
  expect(own.column('标签')[0]).toContain('已留资')
  expect(own.item?.filterText).toBe('归属：我的')
  expect((await exported(zhao, customersOf(SCOPE.colleagues))).column('昵称')).toEqual(['小满'])

  const masked = await exported(reader, customersOf(SCOPE.colleagues))
  expect(masked.column('手机号')).toEqual(['138****6666'])
  expect(masked.column('自定义字段')).toEqual(['业主：王***明'])
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

test('a file is not served with fewer rights than it was written by', async () => {
  const { db, hire } = here
  await here.write('小满', '我电话 13877776666')
  const permissions = ['im:viewPage', 'customer:viewSensitive'] as const
  const reader = await hire('督查', [...permissions])
  const grant = (rights: Partial<typeof role.$inferInsert>) =>
    db.sql.update(role).set(rights).where(eq(role.id, reader.roleId))
  const limit = (accountScope: [] | null) => db.sql.update(agent).set({ accountScope }).where(eq(agent.id, reader.id))
  await grant({ customerScope: 'all' })
  await reader.signIn()
  const { item } = await exported(reader, customersOf(SCOPE.unassigned))
  const query = { exportId: item!.exportId }
  const changed = { code: 42200, msg: '权限已变更，请重新导出' }

  await grant({ permissions: ['im:viewPage'] })
  expect(await reader.refused(exportApi.download, { query })).toMatchObject(changed)
  await grant({ permissions: [...permissions], customerScope: 'own' })
  expect(await reader.refused(exportApi.download, { query })).toMatchObject(changed)
  await grant({ customerScope: 'all' })
  await limit([])
  expect(await reader.refused(exportApi.download, { query })).toMatchObject(changed)
  expect(await auditEntries(db, exportApi.download)).toHaveLength(1)

  await limit(null)
  expect((await download(reader, query.exportId)).body).toContain('13877776666')
})

test('an erasure cancels exports that may hold customers, with a reason, and they can be repeated', async () => {
  const { lin, zhao, clock } = here
  const customerId = await here.write('小满', '在吗')
  await lin.call(customerApi.receive, { body: { customerId } })
  const finished = (await exported(lin, customersOf(SCOPE.mine))).item!
  await exported(zhao, { type: 'agent', filters: {} })
  const { filters } = customersOf(SCOPE.mine)
  const create = (keyword?: string) => {
    clock.advance(1)
    return lin.call(exportApi.create, { body: { type: 'customer', filters: { ...filters, keyword }, format: 'csv' } })
  }
  const waiting = await create()
  const named = await create('小满')
  const socket = await lin.connect()
  const records = async () => (await lin.call(exportApi.list, { body: {} })).items

  await lin.call(personalDataApi.erase, { body: { customerId, name: '小满' } })
  const erase = async () => {
    while (await here.reception.work.erasures.run()) {
      // Until nothing is due.
    }
  }
  await erase()

  const [erased, withKeyword] = ['因删除个人信息已取消，请重试', '因删除个人信息已取消，请重新导出']
  expect(await records()).toMatchObject([
    { exportId: named.exportId, status: 'failed', error: withKeyword, filterText: '关键词已删除' },
    { exportId: waiting.exportId, status: 'failed', error: erased, filterText: '归属：我的' },
    { exportId: finished.exportId, status: 'failed', error: erased },
  ])
  await socket.next((frame) => JSON.stringify(frame).includes(waiting.exportId))
  expect((await zhao.call(exportApi.list, { body: {} })).items).toMatchObject([{ status: 'done' }])
  expect(await lin.refused(exportApi.download, { query: { exportId: finished.exportId } })).toMatchObject({
    code: 42200,
    msg: erased,
  })
  expect(await lin.refused(exportApi.retry, { body: named })).toMatchObject({ code: 42200, msg: withKeyword })
  expect(await here.reception.work.exports.run()).toBe(false)

  clock.advance(2 * 60_000)
  await lin.call(exportApi.retry, { body: { exportId: finished.exportId } })
  await here.reception.work.exports.run()
  clock.advance(15 * 60_000)
  await erase()
  expect((await records()).at(-1)).toMatchObject({ status: 'done', rows: 0 })
  expect((await download(lin, finished.exportId)).body).not.toContain('小满')
})
