import {
  type CallArgs,
  CORE_BASE_PATH,
  customerApi,
  type CustomerId,
  customerSettingApi,
  exportApi,
  leadApi,
  type LeadId,
  tagApi,
  type TagId,
} from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { channelAccount, customerSeat } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { readCsv } from '../../platform/reading/csv.ts'
import { type LeadWorld, leadWorld } from '../../testing/lead-world.ts'
import { openAccount } from '../../testing/platform.ts'
import { plansOf } from '../../testing/plans.ts'
import type { Person } from '../../testing/person.ts'
import { absentForRival, answerForRival } from '../../testing/tenant-isolation.ts'
import { openWorkbench } from '../../testing/workbench-world.ts'

let here: LeadWorld

beforeEach(async () => {
  here = await leadWorld()
})

const page = (person: Person, body: CallArgs<typeof leadApi.page>['body'] = {}) => person.call(leadApi.page, { body })

const values = async (...args: Parameters<typeof page>) => (await page(...args)).items.map(({ value }) => value)

// R177
describe('the list of leads', () => {
  test('holds each valid contact once, what was captured last first', async () => {
    const first = await here.write('小满', '在吗', '13800001234')
    await here.write('小寒', '微信 nora_2019', '加微 nicolechen')
    await here.copyWechat('小雪')
    await here.write('小满', '13800001234')
    await here.write('小暑', '打 13800001234')

    const { items, counts, total } = await page(here.zhao)

    expect(items.map(({ customerName, kind, value, duplicates }) => [customerName, kind, value, duplicates])).toEqual([
      ['小满', 'phone', '13800001234', 1],
      ['小寒', 'wechat', 'nora_2019', 0],
    ])
    expect(items[0]).toMatchObject({ customerId: first, status: 'new', agentName: null, followedAt: null })
    expect(items[0]!.lastHitAt > items[0]!.createdAt).toBe(true)
    expect([total, counts]).toEqual([2, { new: 2, following: 0, added: 0, won: 0, invalid: 0 }])
    expect((await here.zhao.call(leadApi.countNew, {})).count).toBe(2)
  })

  test('is filtered by every choice, and its counts by all but the status', async () => {
    const other = await openAccount(here, { entId: here.zhao.entId })
    const manId = await here.write('小满', '13800001234')
    here.clock.advance(1_000)
    await here.platform.tell(here.platform.text(other, '小寒', '微信 nora_2019'))
    await here.platform.settle()
    await here.write('小暑', '13800001234')
    await here.lin.call(customerApi.receive, { body: { customerId: manId } })
    const [man] = await here.leadsOf(manId)
    await here.lin.call(leadApi.update, { body: { leadId: man!.leadId, status: 'added' } })
    const later = new Date(here.clock.now().getTime() + 1).toISOString()

    const found = await Promise.all([
      values(here.zhao, { status: 'added' }),
      values(here.zhao, { kind: 'wechat' }),
      values(here.zhao, { subSourceIds: [other.id] }),
      values(here.zhao, { owners: [here.lin.id] }),
      values(here.zhao, { owners: ['none'] }),
      values(here.zhao, { owners: ['none', here.lin.id], sort: { field: 'createdAt', order: 'asc' } }),
      values(here.zhao, { hasDuplicates: true }),
      values(here.zhao, { hasDuplicates: false }),
      values(here.zhao, { from: later }),
      values(here.zhao, { to: later, leadIds: [man!.leadId] }),
      values(here.zhao, { keyword: '寒' }),
      values(here.zhao, { keyword: '1234' }),
      values(here.zhao, { keyword: '138 0000 1234' }),
      values(here.zhao, { keyword: '3800' }),
    ])

    const [phone, wechat] = [['13800001234'], ['nora_2019']]
    const both = ['13800001234', 'nora_2019']
    expect(found).toEqual([
      phone,
      wechat,
      wechat,
      phone,
      wechat,
      both,
      phone,
      wechat,
      [],
      phone,
      wechat,
      phone,
      phone,
      [],
    ])
    const { counts, total } = await page(here.zhao, { status: 'added', kind: 'phone' })
    expect([total, counts]).toMatchObject([1, { new: 0, added: 1 }])
    expect(await page(here.zhao, { page: 9 })).toMatchObject({ page: 1, total: 2 })
  })

  test('is filtered by what the list of customers asks of them, in rows, counts and exports', async () => {
    const other = await openAccount(here, { entId: here.zhao.entId })
    const manId = await here.write('小满', '13800001234')
    here.clock.advance(1_000)
    await here.platform.tell(here.platform.text(other, '小寒', '微信 nora_2019'))
    await here.platform.settle()
    await here.db.sql.update(channelAccount).set({ source: 'redbook' }).where(eq(channelAccount.id, other.id))
    const { tag } = await here.zhao.call(tagApi.createBind, { body: { customerId: manId, name: '老客户' } })
    const { tag: rare } = await here.zhao.call(tagApi.createBind, { body: { customerId: manId, name: '大户' } })
    await here.zhao.call(customerApi.unbindTags, { body: { customerId: manId, tagIds: [rare.id] } })
    const { stages } = await here.zhao.call(customerSettingApi.get, {})
    await here.zhao.call(customerApi.update, { body: { customerId: manId, stageId: stages.at(-1)!.id } })
    const { entId, id: agentId } = here.zhao
    const seat = { entId, agentId, customerId: manId }
    const starred = {
      set: { isStar: true },
      target: [customerSeat.entId, customerSeat.agentId, customerSeat.customerId],
    }
    await here.db.sql
      .insert(customerSeat)
      .values({ ...seat, isStar: true, updatedAt: here.clock.now() })
      .onConflictDoUpdate(starred)
    await here.zhao.call(customerApi.archive, { body: { customerId: manId, archive: true } })
    const [man, woman] = [['13800001234'], ['nora_2019']]

    const filters = [
      [{ source: 'douyin' }, man],
      [{ source: 'redbook' }, woman],
      [{ source: 'redbook', subSourceIds: [here.account.id] }, []],
      [{ tagIds: [tag.id] }, man],
      [{ tagIds: [tag.id, rare.id] }, man],
      [{ tagIds: [tag.id, rare.id], tagMode: 'all' }, []],
      [{ stageId: stages.at(-1)!.id }, man],
      [{ stageId: stages[0]!.id }, woman],
      [{ isStar: true }, man],
      [{ archive: true }, man],
      [{ archive: false }, woman],
      [{ ad: true }, []],
      [{ enableAi: true }, []],
      [{ enableAi: false }, ['nora_2019', '13800001234']],
    ] as const
    for (const [filter, found] of filters) {
      const { items, total, counts } = await page(here.zhao, filter as Parameters<typeof page>[1])
      expect([filter, items.map(({ value }) => value), total, counts.new]).toEqual([
        filter,
        found,
        found.length,
        found.length,
      ])
    }
    expect(await values(here.lin, { isStar: true })).toEqual([])
    await here.zhao.call(exportApi.create, {
      body: { type: 'customer_lead', format: 'csv', filters: { tagIds: [tag.id], stageId: stages.at(-1)!.id } },
    })
    await here.reception.work.exports.run()
    expect((await here.zhao.call(exportApi.list, { body: {} })).items).toMatchObject([
      { filterText: `标签：老客户，阶段：${stages.at(-1)!.name}`, rows: 1, status: 'done' },
    ])
  })

  test('of a main account has the leads of its sub-accounts', async () => {
    const sub = await openAccount(here, { entId: here.zhao.entId })
    await here.db.sql
      .update(channelAccount)
      .set({ accountType: 'KOS', parentId: here.account.id })
      .where(eq(channelAccount.id, sub.id))
    await here.write('小满', '13800001234')
    here.clock.advance(1_000)
    await here.platform.tell(here.platform.text(sub, '小寒', '微信 nora_2019'))
    await here.platform.settle()

    expect(await values(here.zhao, { subSourceIds: [here.account.id] })).toEqual(['nora_2019', '13800001234'])
    expect(await values(here.zhao, { subSourceIds: [sub.id] })).toEqual(['nora_2019'])
  })

  test('shows what the caller may see: a duplicate by itself where the first one is out of scope', async () => {
    const first = await here.write('小满', '13800001234')
    await here.send(here.lin, first, '您好')
    const second = await here.write('小寒', '13800001234')
    await here.send(here.wei, second, '您好')

    expect((await page(here.zhao)).items).toMatchObject([{ customerId: first, duplicates: 1 }])
    const [duplicate] = (await page(here.wei)).items
    expect((await page(here.zhao, { leadIds: [duplicate!.leadId] })).items).toMatchObject([{ customerId: second }])
    expect((await page(here.lin, { leadIds: [duplicate!.leadId] })).items).toEqual([])
    expect((await page(here.lin)).items).toMatchObject([{ customerId: first, duplicates: 0 }])
    expect((await page(here.wei)).items).toMatchObject([{ customerId: second, duplicates: 0 }])
    expect(await answerForRival(here.rival, leadApi.page, { body: { owners: [here.lin.id] } })).toMatchObject({
      items: [],
      total: 0,
    })
    expect((await here.rival.call(leadApi.countNew, {})).count).toBe(0)
  })

  test('is masked, and a masked contact is not found by the digits behind the mask', async () => {
    await here.write('小满', '13800001234')
    const reader = await (await here.hire('督查', ['im:viewPage'])).signIn()

    expect(await values(reader)).toEqual(['138****1234'])
    expect(await values(reader, { keyword: '1234' })).toEqual(['138****1234'])
    expect(await values(reader, { keyword: '13800001234' })).toEqual([])
  })

  test('is exported with the same rows, order and masks', async () => {
    await here.write('小满', '13800001234')
    await here.write('小寒', '微信 nora_2019')
    await here.write('小暑', '13900001234')
    const reader = await (await here.hire('督查', ['im:viewPage'])).signIn()

    const { exportId } = await reader.call(exportApi.create, {
      body: {
        type: 'customer_lead',
        format: 'csv',
        filters: { keyword: '1234', sort: { field: 'createdAt', order: 'asc' } },
      },
    })
    await here.reception.work.exports.run()
    const [made] = (await reader.call(exportApi.list, { body: {} })).items
    expect(made).toMatchObject({ exportId, name: '线索', filterText: '关键词：1234', rows: 2, status: 'done' })

    const { body } = await here.app.inject({
      url: `${CORE_BASE_PATH}${exportApi.download.path}?exportId=${exportId}`,
      headers: { authorization: `Bearer ${reader.token}` },
    })
    const [head = [], ...rows] = readCsv(body)
    const [customer, contact] = ['客户', '联系方式'].map((name) => head.indexOf(name))
    expect(rows.map((row) => [row[customer!], row[contact!]])).toEqual([
      ['小满', '138****1234'],
      ['小暑', '139****1234'],
    ])
  })
})

describe('statuses of many leads', () => {
  test('change each by itself, and what fails is told', async () => {
    const [a, b] = [await here.write('小满', '13800001234'), await here.write('小寒', '13900000000')]
    const ids = [(await here.leadsOf(a))[0]!.leadId, (await here.leadsOf(b))[0]!.leadId]
    await here.lin.call(leadApi.update, { body: { leadId: ids[1]!, status: 'won' } })
    const gone = newId<LeadId>(here.clock.now())

    const answer = await here.lin.call(leadApi.batch, {
      body: { leadIds: [...ids, gone, ids[0]!], status: 'following' },
    })

    expect(answer).toEqual({
      success: 1,
      failed: [
        { id: ids[1], name: '小寒', msg: '线索不能从「已成交」改为「跟进中」' },
        { id: gone, name: '', msg: '线索不存在或已删除' },
      ],
    })
    expect((await page(here.zhao)).counts).toMatchObject({ following: 1, won: 1 })
  })

  test('need a reason to be invalid, and leave other enterprises alone', async () => {
    const customerId = await here.write('小满', '13800001234')
    const { leadId } = (await here.leadsOf(customerId))[0]!
    const body = { leadIds: [leadId], status: 'invalid' as const }

    expect(await here.lin.refused(leadApi.batch, { body })).toMatchObject({
      data: { fields: { reason: '请选择无效原因' } },
    })
    expect(await answerForRival(here.rival, leadApi.batch, { body: { ...body, reason: '空号' } })).toMatchObject({
      success: 0,
      failed: [{ name: '', msg: '线索不存在或已删除' }],
    })
    await here.lin.call(leadApi.batch, { body: { ...body, reason: '空号' } })
    expect((await page(here.zhao)).items).toMatchObject([{ status: 'invalid', reason: '空号' }])
  })

  test('at the same time: the first move counts, the other is told', async () => {
    const customerId = await here.write('小满', '13800001234')
    const { leadId } = (await here.leadsOf(customerId))[0]!

    const answers = await Promise.all(
      (['won', 'added'] as const).map((status) =>
        here.lin.call(leadApi.batch, { body: { leadIds: [leadId], status } }),
      ),
    )

    expect((await page(here.zhao)).items).toMatchObject([{ status: 'won' }])
    expect(answers[0]).toMatchObject({ success: 1 })
  })
})

const stageOf = async (customerId: CustomerId) => {
  const { stageId } = await here.zhao.call(customerApi.detail, { query: { customerId } })
  return (await here.zhao.call(customerSettingApi.get, {})).stages.find(({ id }) => id === stageId)?.name
}

// R178
describe('the stage of the customer', () => {
  test('follows 已加微 and 已成交 forward, never back', async () => {
    const customerId = await here.write('小满', '13800001234', '微信 nora_2019')
    const [wechat, phone] = await here.leadsOf(customerId)
    const screen = await openWorkbench(here.wei, customerId)

    await here.lin.call(leadApi.update, { body: { leadId: phone!.leadId, status: 'won' } })
    expect(await stageOf(customerId)).toBe('已成交')
    await here.lin.call(leadApi.update, { body: { leadId: wechat!.leadId, status: 'added' } })

    expect(await stageOf(customerId)).toBe('已成交')
    await screen.agrees()
    const told = (await here.lin.call(leadApi.timeline, { body: { leadId: phone!.leadId } })).map(({ text }) => text)
    expect(told).toEqual(expect.arrayContaining(['状态变为 已成交', '阶段变为 已成交', '客户留下了手机号']))
    expect(told).not.toContain('状态变为 已加微')
  })

  test('stays where 联动 is off', async () => {
    await here.changeSetting({ linkStage: false })
    const customerId = await here.write('小满', '13800001234')
    const { leadId } = (await here.leadsOf(customerId))[0]!

    await here.lin.call(leadApi.update, { body: { leadId, status: 'added' } })

    expect(await stageOf(customerId)).toBeUndefined()
  })
})

test('the timeline of another enterprise’s lead looks absent', async () => {
  const customerId = await here.write('小满', '13800001234')
  const { leadId } = (await here.leadsOf(customerId))[0]!

  expect(await absentForRival(here.rival, leadApi.timeline, { body: { leadId } })).toMatchObject({ code: 40401 })
})

test('with many leads no page or count reads the table from end to end', async () => {
  await here.write('小满', '13800001234')
  const client = await here.db.pool.connect()
  // Without triggers and foreign keys: most of them belong to another enterprise.
  await client.query('set session_replication_role = replica')
  await client.query(`insert into lead select made.* from lead l, generate_series(1, 12000) n,
    lateral jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'value', n::text,
      'ent_id', case when n > 2000 then '${here.rival.entId}'::uuid else l.ent_id end, 'normalised', n::text,
      'is_primary', false, 'last_hit_at', l.last_hit_at - n * interval '1 minute',
      'created_at', l.created_at - n * interval '1 minute', 'status', (array['following', 'added', 'won'])[1 + n % 3])) made`)
  await client.query('vacuum analyze lead')
  client.release(true)
  const { stages } = await here.zhao.call(customerSettingApi.get, {})
  const tagIds = [newId<TagId>(here.clock.now())]
  const filters: Parameters<typeof page>[1][] = [
    {},
    { status: 'new' },
    { sort: { field: 'createdAt', order: 'desc' } },
    { keyword: '1234' },
    { source: 'redbook', archive: false, enableAi: false },
    { tagIds, stageId: stages[0]!.id, isStar: true },
  ]
  for (const person of [here.zhao, here.lin])
    for (const filter of filters) {
      const plans = await plansOf(here.db, () => page(person, filter))
      expect([filter, plans.filter((plan) => /Seq Scan on lead\s/.test(plan))]).toEqual([filter, []])
    }
}, 60_000)
