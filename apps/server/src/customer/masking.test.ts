import {
  type Content,
  customerApi,
  type CustomerId,
  leadApi,
  messageApi,
  SCOPE,
  searchApi,
  type ServerFrame,
} from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import type { TestSocket } from '@ruwu/testkit'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { customer, role } from '../db/schema/index.ts'
import { auditEntries } from '../testing/audit-entries.ts'
import { asChat } from '../testing/chat-world.ts'
import { saveCustomerSetting } from '../testing/customer-setting.ts'
import { openWorkbench } from '../testing/workbench-world.ts'
import type { Person } from '../testing/person.ts'
import { receptionWorld, type ReceptionWorld } from '../testing/reception-world.ts'
import { append } from './customer-change.ts'
import { lockCustomer } from './customer-change.repo.ts'

const PHONE = '13812345678'
const MASKED = '138****5678'

let here: ReceptionWorld
let mei: Person
let customerId: CustomerId

beforeEach(async () => {
  here = await receptionWorld()
  mei = await (await here.hire('梅', ['im:viewPage', 'im:replyCustomer', 'im:editCustomerInfo'])).signIn()
  await here.db.sql.update(role).set({ customerScope: 'all' }).where(eq(role.id, mei.roleId))
  customerId = await here.write('小满', '在吗')
})

const remark = (person: Person, text: string) =>
  person.call(customerApi.update, { body: { customerId, remark: text, city: text } })

const find = async (person: Person, keyword: string) =>
  (await person.call(searchApi.global, { body: { keyword, types: ['customer'] } })).customers

/** Number of matches of a name in the list and in its counts. */
const count = async (person: Person, keyword: string) => {
  const filter = { scope: SCOPE.unassigned, keyword }
  const { total } = await person.call(customerApi.list, { body: filter })
  const counts = await person.call(customerApi.count, { query: { filter: JSON.stringify(filter) } })
  expect(counts.unassignedCount).toBe(total)
  return total
}

/** Stores messages of the customer. */
const store = (...contents: Content[]) =>
  here.db.transaction(async (tx) => {
    const change = (await lockCustomer(tx.sql, here.zhao.entId, customerId))!
    for (const content of contents) append(change, { senderKind: 'customer', content }, here.clock.now())
    await here.reception.writer.commit(tx, [change], here.clock.now())
  })

describe('a contact that people have written down', () => {
  test('in a name or a remark is hidden in lists, panels, changes and events from who may not see it', async () => {
    const screen = await openWorkbench(mei, customerId)
    await here.db.sql
      .update(customer)
      .set({ name: `满 ${PHONE}` })
      .where(eq(customer.id, customerId))
    await remark(here.lin, `王 ${PHONE}`)
    await here.lin.call(customerApi.receive, { body: { customerId } })
    await here.write('小满', '还在吗')

    const shown = [
      await mei.call(customerApi.list, { body: { scope: 2 } }),
      await mei.call(customerApi.detail, { query: { customerId } }),
      await mei.call(messageApi.list, { body: { customerId } }),
      await mei.call(customerApi.listChanges, { body: { customerId } }),
      await screen.events(),
    ]
    for (const each of shown) expect(JSON.stringify(each)).not.toContain(PHONE)
    for (const each of shown.slice(0, 2)) expect(JSON.stringify(each)).toContain(`王 ${MASKED}`)
    await screen.agrees()
    expect(await here.lin.call(customerApi.detail, { query: { customerId } })).toMatchObject({
      remark: `王 ${PHONE}`,
      city: `王 ${PHONE}`,
    })
  })

  test('in the note of a transfer is hidden in the event of it too', async () => {
    const screen = await openWorkbench(mei, customerId)
    await here.zhao.call(customerApi.redirect, {
      body: { customerId, agentId: here.lin.id, reason: '更专业的同事', note: `打给他 ${PHONE}` },
    })

    const heard = await screen.events()
    expect(JSON.stringify(heard)).not.toContain(PHONE)
    expect(heard.find(({ type }) => type === 'redirect_cus')).toMatchObject({ note: `打给他 ${MASKED}` })
  })

  test('in a remark is not called out by hints', async () => {
    await remark(here.lin, `王 ${PHONE}`)
    await here.lin.call(customerApi.createNote, { body: { customerId, text: '看看', mentionIds: [mei.id] } })

    expect((await here.hints('mention')).map(({ hint }) => hint.text)).toEqual([
      `林小满 在 王 ${MASKED}(小满) 的备注中提到了您`,
    ])
  })

  test('in a remark is neither found nor shown by a search of who may not see it', async () => {
    await remark(here.lin, `王先生 ${PHONE}`)

    expect(await find(here.lin, PHONE)).toMatchObject([{ customerId, remark: `王先生 ${PHONE}` }])
    expect(await find(mei, PHONE)).toEqual([])
    expect(await find(mei, '王先生')).toMatchObject([{ customerId, remark: `王先生 ${MASKED}`, hit: 'remark' }])
  })

  test('in a remark is not found out by filtering for its parts, in lists and counts alike', async () => {
    await remark(here.lin, `王先生 ${PHONE}`)

    for (const hidden of [PHONE, '81234', '12', '234567']) {
      expect([hidden, await count(mei, hidden), await count(here.lin, hidden)]).toEqual([hidden, 0, 1])
    }
    for (const shown of ['王先生', '138', '5678']) expect([shown, await count(mei, shown)]).toEqual([shown, 1])
  })

  test('sent back masked does not overwrite the stored value', async () => {
    await remark(here.lin, `王 ${PHONE}`)

    await remark(mei, `王 ${MASKED}`)
    expect(await here.customerOf(customerId)).toMatchObject({ remark: `王 ${PHONE}`, city: `王 ${PHONE}` })
    await remark(mei, '王先生')
    expect(await here.customerOf(customerId)).toMatchObject({ remark: '王先生' })
  })

  test('of two customers is told without the number that stands in a remark', async () => {
    await here.write('小满', `我电话 ${PHONE}`)
    await remark(here.lin, `王 ${PHONE}`)
    const other = await here.write('小暑', `我电话 ${PHONE}`)

    const { items } = await mei.call(leadApi.list, { body: { customerId: other } })
    expect(items).toMatchObject([{ value: MASKED, dupOf: { name: `王 ${MASKED}(小满)` } }])
  })
})

describe('a message', () => {
  const ADDRESS = `/api/attachment/s0-vx_FJJQz1nYOB-${PHONE}Za`
  const LINK = `https://files.example.com/${PHONE}.mp4`

  test('of a file keeps its address for who may not see contacts; words and file names are masked', async () => {
    const screen = await openWorkbench(mei, customerId)
    await store(
      { type: 'image', text: ADDRESS },
      { type: 'video', text: LINK },
      { type: 'file', text: ADDRESS, placeholder: `${PHONE}.pdf` },
      { type: 'image', text: `打 ${PHONE}` },
      { type: 'text', text: `/${PHONE} 微信nora2019` },
    )

    const shown = [
      { type: 'image', text: ADDRESS },
      { type: 'video', text: LINK },
      { type: 'file', text: ADDRESS, placeholder: `${MASKED}.pdf` },
      { type: 'image', text: `打 ${MASKED}` },
      { type: 'text', text: `/${MASKED} 微信n***9` },
    ]
    const { items } = await mei.call(messageApi.list, { body: { customerId } })
    expect(items.slice(-shown.length).map(({ content }) => content)).toEqual(shown)
    const heard = (await screen.events()).flatMap((event) =>
      event.type === 'cus_message' ? event.message.content : [],
    )
    expect(heard).toEqual(shown)
  })
})

describe('with 手机号脱敏显示 off', () => {
  const BOTH = `${PHONE} 微信wxmk88`
  const SHOWN = `${PHONE} 微信w***8`

  test('who lacks the permission sees numbers, while WeChat ids stay hidden; the switch is live', async () => {
    await here.write('小满', `我电话 ${BOTH}`)
    await remark(here.lin, BOTH)
    const before = await mei.call(customerApi.detail, { query: { customerId } })
    expect(before.remark).toBe(`${MASKED} 微信w***8`)
    const screen = await openWorkbench(mei, customerId)

    await saveCustomerSetting(here.zhao, { maskPhone: false })

    expect(await screen.events()).toContainEqual(
      expect.objectContaining({ type: 'customer_setting_change', customersToo: true }),
    )
    await here.write('小满', `再说一次 ${BOTH}`)
    const shown = [
      await mei.call(customerApi.list, { body: { scope: SCOPE.unassigned } }),
      await mei.call(customerApi.detail, { query: { customerId } }),
      await mei.call(messageApi.list, { body: { customerId } }),
      await mei.call(customerApi.listChanges, { body: { customerId } }),
      (await screen.events()).filter(({ type }) => type === 'cus_message'),
      (await mei.call(leadApi.list, { body: { customerId } })).items.filter(({ kind }) => kind === 'phone'),
    ]
    for (const each of shown) {
      expect(JSON.stringify(each)).toContain(PHONE)
      expect(JSON.stringify(each)).not.toContain('wxmk88')
    }
    expect((await mei.call(customerApi.detail, { query: { customerId } })).remark).toBe(SHOWN)
    expect(JSON.stringify(await mei.call(leadApi.list, { body: { customerId } }))).not.toContain('wxmk88')
  })

  test('numbers are found by searching, WeChat ids are not', async () => {
    await here.write('小满', `我电话 ${BOTH}`)
    await saveCustomerSetting(here.zhao, { maskPhone: false })

    expect(await find(mei, '12345678')).toMatchObject([{ customerId, hit: 'phone' }])
    expect(await find(mei, 'wxmk88')).toEqual([])
    await remark(here.lin, `王先生 ${PHONE}`)
    expect(await count(mei, '81234')).toBe(1)
  })

  test('copying a number leaves an entry, because it is shown', async () => {
    await here.write('小满', `我电话 ${PHONE}`)
    const [lead] = (await mei.call(leadApi.list, { body: { customerId } })).items
    await mei.call(leadApi.copied, { body: { leadId: lead!.leadId } })
    expect(await auditEntries(here.db, leadApi.copied)).toEqual([])

    await saveCustomerSetting(here.zhao, { maskPhone: false })
    await mei.call(leadApi.copied, { body: { leadId: lead!.leadId } })
    expect(await auditEntries(here.db, leadApi.copied)).toMatchObject([{ agentId: mei.id }])
  })
})

describe('an agent who loses a customer by a transfer', () => {
  test('gets an event with the new owner, without the note', async () => {
    await here.lin.call(customerApi.receive, { body: { customerId } })
    const screen = await openWorkbench(here.lin, customerId)
    await screen.events()

    await here.zhao.call(customerApi.redirect, {
      body: { customerId, agentId: here.wei.id, reason: '更专业的同事', note: '林小满不合适' },
    })

    const heard = await screen.events()
    expect(heard).toMatchObject([
      { type: 'redirect_cus', note: null, customer: { agentId: here.wei.id } },
      { type: 'hint', hintType: 'passed_on', customerId: null },
    ])
    expect(JSON.stringify(heard)).not.toContain('不合适')
  })
})

const texts = (socket: TestSocket) => socket.take('chat').map(({ seq, content }) => `${seq} ${content.text}`)
const isThanks = (frame: ServerFrame) => frame.type === 'chat' && frame.content.text === '谢谢'

/** Lin, who may see contacts, and Mei, who may not. */
async function connectBoth() {
  const sockets = [await here.lin.connect(), await mei.connect()]
  for (const socket of sockets) await socket.next((frame) => frame.type === 'nop')
  return sockets as [TestSocket, TestSocket]
}

describe('chat frames of a thread', () => {
  test('reach who may see a contact clear and who may not masked, each message once', async () => {
    const [clear, masked] = await connectBoth()

    await store({ type: 'text', text: `打 ${PHONE}` }, { type: 'text', text: '谢谢' })
    for (const socket of [clear, masked]) await socket.next(isThanks)

    expect(texts(clear)).toEqual([`2 打 ${PHONE}`, '3 谢谢'])
    expect(texts(masked)).toEqual([`2 打 ${MASKED}`, '3 谢谢'])
  })

  test('announced by a node of an older release reach the receivers it names', async () => {
    const [clear, masked] = await connectBoth()
    const createdAt = here.clock.now().toISOString()
    const item = { seq: 2, chatId: 'c-2', senderId: customerId, createdAt, low: null, high: null }
    const content = { type: 'text', text: '谢谢' }

    const items = [{ ...item, content, receivers: [here.lin.id] }]
    here.bus.publish({ kind: 'chat', entId: here.zhao.entId, topicId: customerId, items })
    await clear.next(isThanks)
    await masked.roundTrip()

    expect([texts(clear), texts(masked)]).toEqual([['2 谢谢'], []])
  })

  test('that the bus lost are delivered masked to who may not see a contact', async () => {
    const [clear, masked] = await connectBoth()
    await store({ type: 'text', text: '在' })
    const publish = here.bus.publish.bind(here.bus)
    const spy = vi.spyOn(here.bus, 'publish').mockImplementation((message) => {
      if (message.kind !== 'chat') publish(message)
    })
    await store({ type: 'text', text: `打 ${PHONE}` })
    spy.mockRestore()

    await store({ type: 'text', text: '谢谢' })
    for (const socket of [clear, masked]) await socket.next(isThanks)

    expect(texts(clear)).toEqual(['2 在', `3 打 ${PHONE}`, '4 谢谢'])
    expect(texts(masked)).toEqual(['2 在', `3 打 ${MASKED}`, '4 谢谢'])
  })
})

test('a customer is a user for the agents who may see it, by a name each may read, and for no other', async () => {
  await here.db.sql
    .update(customer)
    .set({ name: `满 ${PHONE}` })
    .where(eq(customer.id, customerId))
  const chat = (person: Person) => asChat(here.address, person)
  const outsider = await (await here.hire('外组', ['tag:viewPage'])).signIn()
  await chat(here.lin).ok(`/api/relation/${customerId}`, { isStar: true })

  const profile = { userId: customerId, id: customerId, isStaff: false, isStar: false }
  expect(await chat(here.lin).ok(`/api/profile/${customerId}`)).toMatchObject({
    ...profile,
    name: `满 ${PHONE}`,
    isStar: true,
  })
  expect(await chat(mei).ok(`/api/profile/${customerId}`)).toMatchObject({ ...profile, name: `满 ${MASKED}` })
  expect(await chat(mei).ok('/api/profile', { ids: [customerId, here.lin.id, 'nobody'] })).toMatchObject([
    { id: customerId },
    { id: here.lin.id },
  ])
  for (const person of [here.rival, outsider]) {
    expect(await chat(person).refused(`/api/profile/${customerId}`)).toEqual([404, 'user not found'])
    expect(await chat(person).ok('/api/profile', { ids: [customerId] })).toEqual([])
  }
})
