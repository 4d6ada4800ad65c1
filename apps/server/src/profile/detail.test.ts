import {
  AiDraft,
  type CustomerId,
  customerApi,
  type FieldId,
  type LeadId,
  type MaterialId,
  messageApi,
  type ReminderId,
  tagApi,
} from '@ruwu/contract'
import { withNewerCustomer, withNewerSeat } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  aiAgent,
  aiAgentVersion,
  customer,
  customerField,
  customerReminder,
  lead,
  material,
  session,
} from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import { openAccount, Platform } from '../testing/platform.ts'
import { watch } from '../testing/watch.ts'
import { world, type World } from '../testing/world.ts'
import { absentForRival } from '../testing/tenant-isolation.ts'

let here: World
let platform: Platform
let account: Awaited<ReturnType<typeof openAccount>>
let customerId: CustomerId

beforeEach(async () => {
  here = await world()
  platform = new Platform(here)
  account = await openAccount(here, { entId: here.lin.entId })
  here.clock.advance(60_000)
  await platform.tell(platform.text(account, '小满', '在吗'))
  await platform.settle()
  const [row] = await here.db.sql.select().from(customer)
  customerId = row?.id as CustomerId
})

const detail = (person = here.lin) => person.call(customerApi.detail, { query: { customerId } })

test('the panel shows who a customer is, where they came from and how much may still be said', async () => {
  const now = here.clock.now().toISOString()

  expect(await detail()).toMatchObject({
    customerId,
    name: '小满',
    platformId: '小满',
    subSourceName: '云杉家居',
    unread: 1,
    city: '',
    entry: null,
    firstEnterAt: now,
    lastEnterAt: now,
    stageId: null,
    fields: {},
    reminders: [],
    scheduled: [],
    quota: { left: 6, max: 6, ruleId: 'douyin.reply' },
    leadCount: 0,
    sessionCount: 1,
    canHost: false,
    aiName: '',
  })
})

test('the title of the content a customer came from is shown once it has been synced; an advertisement binds its tag', async () => {
  const base = platform.base(account)
  const from = { platformId: '小满', name: '小满' }
  const entry = { postId: 'note-66f0', ad: { planName: '秋季推广' } }
  await platform.tell({ ...base, kind: 'enter', conversationKey: 'conv-小满', from, entry })
  await platform.settle()
  expect(await detail()).toMatchObject({ entry, contentTitle: '' })

  const at = { createdAt: here.clock.now(), updatedAt: here.clock.now() }
  const note = {
    type: 'note',
    platformId: 'note-66f0',
    name: '奶油风',
    title: '奶油风全屋案例',
    auditStatus: 'passed',
  } as const
  await here.db.sql
    .insert(material)
    .values({ entId: account.entId, relationId: account.id, id: newId<MaterialId>(here.clock.now()), ...note, ...at })

  const { contentTitle, tagIds } = await detail()
  expect(contentTitle).toBe('奶油风全屋案例')
  const tags = await here.lin.call(tagApi.list, { body: {} })
  const names = tags.filter(({ id }) => tagIds.includes(id)).map(({ name }) => name)
  expect(names).toEqual(['已开口', '广告进线'])
})

test('leads, sessions and the own reminders are counted; a published AI can host', async () => {
  const { db, lin, wei, clock } = here
  const now = clock.now()
  const later = new Date(now.getTime() + 3_600_000)
  const { entId } = lin
  const reminder = (agentId: typeof lin.id, note: string, at: Date) => ({
    entId,
    id: newId<ReminderId>(now),
    customerId,
    agentId,
    remindAt: at,
    note,
    createdAt: now,
  })
  await db.sql
    .insert(customerReminder)
    .values([
      reminder(lin.id, '再问', later),
      reminder(lin.id, '先问', now),
      reminder(wei.id, '别人的', now),
      { ...reminder(lin.id, '响过了', new Date(now.getTime() - 60_000)), firedAt: now },
    ])
  await db.sql.insert(lead).values({
    entId,
    id: newId<LeadId>(now),
    customerId,
    kind: 'phone',
    value: '13812345678',
    normalised: '13812345678',
    state: 'valid',
    isPrimary: true,
    extractor: 'rule',
    relationId: account.id,
    receptionType: 'manual',
    status: 'new',
    result: 'new',
    lastHitAt: now,
    createdAt: now,
    updatedAt: now,
  })
  await db.sql.insert(aiAgent).values({ entId, relationId: account.id, publishedVersion: 1, updatedAt: now })
  const config = AiDraft.parse({ role: { name: '小木' } })
  await db.sql.insert(aiAgentVersion).values({ entId, relationId: account.id, version: 1, config, publishedAt: now })

  const shown = await detail()

  expect(shown.reminders.map((each) => each.note)).toEqual(['响过了', '先问', '再问'])
  expect(shown).toMatchObject({ leadCount: 1, sessionCount: 1, canHost: true, aiName: '小木' })
  expect(await db.sql.select().from(session)).toHaveLength(1)
})

test('an AI that was never published can not host', async () => {
  await here.db.sql
    .insert(aiAgent)
    .values({ entId: here.lin.entId, relationId: account.id, publishedVersion: null, updatedAt: here.clock.now() })

  expect(await detail()).toMatchObject({ canHost: false, aiName: '' })
})

test('sensitive fields are hidden from who may not see them', async () => {
  const { db, lin, clock } = here
  const field = (n: number, type: 'phone' | 'text', isSensitive: boolean) => ({
    entId: lin.entId,
    id: newId<FieldId>(clock.now()),
    name: `字段${n}`,
    type,
    isSensitive,
    position: n,
  })
  const fields = [field(1, 'phone', false), field(2, 'text', true), field(3, 'text', false)]
  await db.sql.insert(customerField).values(fields)
  const values = Object.fromEntries(fields.map(({ id }, n) => [id, ['13812345678', '身份证号', '三室两厅'][n] ?? '']))
  await db.sql.update(customer).set({ fields: values }).where(eq(customer.id, customerId))
  const reader = await (await here.hire('小白', ['im:viewPage'])).signIn()

  const shownTo = async (person = here.lin) => {
    const shown = (await detail(person)).fields
    return fields.map(({ id }) => shown[id])
  }
  expect(await shownTo()).toEqual(['13812345678', '身份证号', '三室两厅'])
  expect(await shownTo(reader)).toEqual(['138****5678', '身***号', '三室两厅'])
})

test('an open panel agrees with a new one after the customer changed', async () => {
  const open = await watch(here.lin, customerApi.detail, { query: { customerId } }, (shown, event) => {
    if (event.type === 'cus_seat') return withNewerSeat(shown, event.seat)
    return 'customer' in event && event.customer ? withNewerCustomer(shown, event.customer) : shown
  })
  await here.lin.call(messageApi.send, {
    body: { customerId, chatId: 'chat-001', content: { type: 'text', text: '您好' } },
  })

  const { quota: _, ...shown } = await open.settle()
  const { quota: __, ...fresh } = await open.refetch()
  expect(shown).toEqual(fresh)
  expect(shown).toMatchObject({ agentId: here.lin.id, waitingSince: null })
})

test('another enterprise’s customer, a colleague’s one and nobody look the same', async () => {
  const absent = { code: 40401, msg: '客户不存在或已删除', data: null }
  expect(await absentForRival(here.rival, customerApi.detail, { query: { customerId } })).toEqual(absent)
  const nobody = newId<CustomerId>(here.clock.now())
  expect(await here.lin.refused(customerApi.detail, { query: { customerId: nobody } })).toEqual(absent)
  await here.db.sql.update(customer).set({ agentId: here.wei.id }).where(eq(customer.id, customerId))
  expect(await here.lin.refused(customerApi.detail, { query: { customerId } })).toEqual(absent)
  expect(await here.zhao.call(customerApi.detail, { query: { customerId } })).toMatchObject({ agentName: '卫青禾' })
})
