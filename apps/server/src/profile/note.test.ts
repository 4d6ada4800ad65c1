import { customerApi, type CustomerId, messageApi, type Note, type NoteId } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { customer, customerNote } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import { type WorkbenchWorld, workbenchWorld, openWorkbench } from '../testing/workbench-world.ts'
import type { Person } from '../testing/person.ts'
import { absentForRival } from '../testing/tenant-isolation.ts'

const HOUR_MS = 3_600_000

let here: WorkbenchWorld
let customerId: CustomerId

beforeEach(async () => {
  here = await workbenchWorld()
  customerId = await here.write('小满', '在吗')
})

const note = (person: Person, text: string, mentionIds: Person['id'][] = []): Promise<Note> =>
  person.call(customerApi.createNote, { body: { customerId, text, mentionIds } })

const notesOf = async (person: Person) =>
  (await person.call(customerApi.listNotes, { body: { customerId } })).items.map((each) => each.text)

describe('a note', () => {
  test('stands in the thread for agents alone and moves nothing in the list', async () => {
    const before = await here.rowOf('小满')
    const screen = await openWorkbench(here.wei, customerId)

    const written = await note(here.lin, '老客户，别催')

    const { items } = await here.wei.call(messageApi.list, { body: { customerId } })
    expect(items.at(-1)).toMatchObject({
      senderKind: 'human',
      senderName: '林小满',
      content: {
        type: 'note',
        text: '老客户，别催',
        unreadable: true,
        extra: { noteId: written.id, mentionIds: '[]' },
      },
    })
    expect(await here.rowOf('小满')).toMatchObject({
      lastMessage: before.lastMessage,
      waitingSince: before.waitingSince,
      agentId: null,
      lastHumanSeq: 0,
    })
    expect(await notesOf(here.wei)).toEqual(['老客户，别催'])
    await screen.agrees()
  })

  test('is what a reply may become that lost the race, within minutes', async () => {
    await here.lin.call(customerApi.receive, { body: { customerId } })

    await note(here.wei, '我答应了周五回电')

    expect(await notesOf(here.lin)).toEqual(['我答应了周五回电'])
    expect(await here.wei.refused(customerApi.listNotes, { body: { customerId } })).toMatchObject({ code: 40401 })
    here.clock.advance(5 * 60_000 + 1)
    expect(await here.wei.refused(customerApi.createNote, { body: { customerId, text: '晚了' } })).toMatchObject({
      code: 40401,
    })
  })

  test('is not written to a customer whom colleagues pass on: the agent never saw it', async () => {
    await here.lin.call(customerApi.receive, { body: { customerId } })
    here.clock.advance(HOUR_MS)
    const body = { customerId, agentId: here.zhao.id, reason: '更专业的同事' } as const
    await here.lin.call(customerApi.redirect, { body })

    const written = { body: { customerId, text: '我答应了周五回电', mentionIds: [] } }
    expect(await here.wei.refused(customerApi.createNote, written)).toMatchObject({ code: 40401 })
  })

  test('can mention whoever sees the customer; for others the customer looks absent', async () => {
    const mentionable = (person: Person) => person.call(customerApi.listMentionable, { body: { customerId } })
    expect((await mentionable(here.lin)).toSorted()).toEqual(expect.arrayContaining([here.wei.id, here.zhao.id]))

    await here.lin.call(customerApi.receive, { body: { customerId } })

    const now = await mentionable(here.lin)
    expect(now).toContain(here.zhao.id)
    expect(now).not.toContain(here.wei.id)
    expect(await here.wei.refused(customerApi.listMentionable, { body: { customerId } })).toMatchObject({ code: 40401 })
    await absentForRival(here.rival, customerApi.listMentionable, { body: { customerId } })
  })

  test('draws the attention of those it mentions who may see the customer, and of nobody else', async () => {
    const screens = await Promise.all(
      [here.lin, here.wei, here.zhao].map((person) => openWorkbench(person, customerId)),
    )
    await here.db.sql.update(customer).set({ agentId: here.lin.id }).where(eq(customer.id, customerId))

    const mentions = [here.wei.id, here.zhao.id, here.lin.id, here.zhao.id]
    const written = await note(here.lin, '@卫青禾 @赵知远 看一下', mentions)

    expect(written.mentionIds).toEqual([here.zhao.id])
    expect(await notesOf(here.lin)).toEqual(['@卫青禾 @赵知远 看一下'])
    const { items } = await here.lin.call(messageApi.list, { body: { customerId } })
    expect(items.at(-1)?.content.extra?.mentionIds).toBe(JSON.stringify([here.zhao.id]))
    const hints = await Promise.all(
      screens.map(async (screen) => (await screen.events()).filter((event) => event.type === 'hint')),
    )
    expect(hints.map((each) => each.length)).toEqual([0, 0, 1])
    expect(hints[2]).toMatchObject([
      {
        hintType: 'mention',
        customerId,
        text: '林小满 在 小满 的备注中提到了您',
        seq: items.at(-1)?.seq,
        operatorId: here.lin.id,
      },
    ])
  })

  test('mentions agents of the enterprise only, or is not written', async () => {
    const body = { customerId, text: '看一下', mentionIds: [here.rival.id] }

    expect(await here.lin.refused(customerApi.createNote, { body })).toMatchObject({ msg: '客服不存在或已删除' })
    expect(await notesOf(here.lin)).toEqual([])
  })

  test('is masked for who may not see contacts', async () => {
    const masked = await (await here.hire('遮挡', ['im:viewPage'])).signIn()
    await note(here.lin, '客户电话 13800001234')

    expect(await notesOf(masked)).toEqual(['客户电话 138****1234'])
  })

  test('is written only with the permission to reply, and needs words', async () => {
    const reader = await (await here.hire('只看', ['im:viewPage'])).signIn()

    expect(await reader.refused(customerApi.createNote, { body: { customerId, text: '嗯' } })).toMatchObject({
      code: 40301,
    })
    expect(await here.lin.refused(customerApi.createNote, { body: { customerId, text: ' ' } })).toMatchObject({
      data: { fields: { text: '请输入备注' } },
    })
  })
})

test('notes are read page by page, newest first', async () => {
  for (const text of ['一', '二', '三']) await note(here.lin, text)

  const first = await here.lin.call(customerApi.listNotes, { body: { customerId, limit: 2 } })
  const rest = await here.lin.call(customerApi.listNotes, { body: { customerId, limit: 2, cursor: first.nextCursor } })

  expect(first.items.map((each) => each.text)).toEqual(['三', '二'])
  expect(rest).toMatchObject({ items: [{ text: '一' }], nextCursor: null })
  expect(await here.lin.refused(customerApi.listNotes, { body: { customerId, cursor: 'made-up' } })).toMatchObject({
    data: { fields: { cursor: '翻页标识不正确' } },
  })
})

describe('taking a note away', () => {
  test('leaves an empty place in every open thread', async () => {
    const { id } = await note(here.lin, '写错了')
    const screen = await openWorkbench(here.wei, customerId)

    await here.lin.call(customerApi.removeNote, { query: { id } })

    const { items } = await here.wei.call(messageApi.list, { body: { customerId } })
    expect(items.at(-1)?.content).toEqual({
      type: 'note',
      text: '',
      extra: { noteId: id, removed: 'true' },
      unreadable: true,
    })
    expect(await notesOf(here.lin)).toEqual([])
    await screen.agrees()
  })

  test('twice at once happens once', async () => {
    const { id } = await note(here.lin, '写错了')

    const answers = await Promise.all([1, 2].map(() => here.lin.request(customerApi.removeNote, { query: { id } })))

    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([1, 40401])
  })

  test('is its author’s, within a day', async () => {
    const { id } = await note(here.lin, '别删')

    expect(await here.wei.refused(customerApi.removeNote, { query: { id } })).toMatchObject({
      code: 42200,
      msg: '只能删除自己的备注',
    })
    here.clock.advance(24 * HOUR_MS)
    expect(await here.lin.refused(customerApi.removeNote, { query: { id } })).toMatchObject({
      code: 42200,
      msg: '备注已超过 24 小时，无法删除',
    })
    expect(await notesOf(here.lin)).toEqual(['别删'])
  })
})

test('another enterprise’s customer and note look absent', async () => {
  const { id } = await note(here.lin, '内部')
  const noCustomer = { code: 40401, msg: '客户不存在或已删除' }

  expect(await absentForRival(here.rival, customerApi.createNote, { body: { customerId, text: '嗯' } })).toMatchObject(
    noCustomer,
  )
  expect(await absentForRival(here.rival, customerApi.listNotes, { body: { customerId } })).toMatchObject(noCustomer)
  const noNote = { code: 40401, msg: '备注不存在或已删除' }
  expect(await absentForRival(here.rival, customerApi.removeNote, { query: { id } })).toMatchObject(noNote)
  const unknown = newId<NoteId>(here.clock.now())
  expect(await here.lin.refused(customerApi.removeNote, { query: { id: unknown } })).toMatchObject(noNote)
  expect(await here.db.sql.select().from(customerNote)).toHaveLength(1)
})
