import type { AgentId, MaterialId } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { material } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { type AiWorld, aiWorld } from '../../testing/ai-world.ts'
import { openAccount } from '../../testing/platform.ts'

// R141

const CARD = 'card-1'

async function withCard(agentIds: (here: AiWorld) => AgentId[], afterText = '已收到，稍后联系您') {
  const here = await aiWorld()
  const { db, clock, account } = here
  await here.publishAi('30', null)
  await here.seeThere(here.lin, here.wei)
  await here.setPlan('manual')
  const now = clock.now()
  await db.sql.insert(material).values({
    entId: account.entId,
    id: newId<MaterialId>(now),
    relationId: account.id,
    type: 'lead_form',
    platformId: CARD,
    name: '预约量房',
    title: '预约',
    auditStatus: 'passed',
    agentIds: agentIds(here),
    afterText,
    createdAt: now,
    updatedAt: now,
  })
  return here
}

async function submit({ platform, reception, rowOf, clock, ...here }: AiWorld, name: string, account = here.account) {
  clock.advance(1_000)
  const base = platform.base(account)
  await platform.tell({
    ...base,
    kind: 'card_submitted',
    conversationKey: `conv-${name}`,
    from: { platformId: name, name },
    cardId: CARD,
    fields: [],
  })
  await platform.settle()
  await reception.work.causes.run()
  return rowOf(name)
}

test('a submitted card is answered with its text, and its agents take turns', async () => {
  const here = await withCard(({ lin, wei }) => [lin.id, wei.id])

  const first = await submit(here, '小满')
  const second = await submit(here, '小雨')
  const third = await submit(here, '小雪')

  expect((await here.wordsOf(first.id)).at(-1)).toBe('flow: 已收到，稍后联系您')
  expect(first.agentId).not.toBe(second.agentId)
  expect(third.agentId).toBe(first.agentId)
  expect(new Set([first.agentId, second.agentId])).toEqual(new Set([here.lin.id, here.wei.id]))
})

test('handled twice it is answered once', async () => {
  const here = await withCard(() => [])
  const { id } = await submit(here, '小满')
  here.clock.advance(120_000)

  await Promise.all([here.reception.work.causes.run(), here.reception.work.causes.run()])

  expect((await here.wordsOf(id)).filter((words) => words.startsWith('flow'))).toHaveLength(1)
})

test('an owner is kept, and without a text nothing is sent', async () => {
  const here = await withCard(({ wei }) => [wei.id], '')
  const id = await here.write('小满', '在吗')
  await here.changeCustomer(id, { agentId: here.lin.id, agentSince: here.clock.now() })

  await submit(here, '小满')

  expect((await here.customerOf(id)).agentId).toBe(here.lin.id)
  expect((await here.wordsOf(id)).filter((words) => words.startsWith('flow'))).toEqual([])
})

test('a card that nobody online takes leaves the customer to the queue', async () => {
  const here = await withCard(({ zhao }) => [zhao.id])

  const row = await submit(here, '小满')

  expect(row.agentId).toBeNull()
  expect((await cardIn(here))?.lastAgentId).toBeNull()
})

const cardIn = async ({ db }: AiWorld) => {
  const [card] = await db.sql.select().from(material).where(eq(material.platformId, CARD))
  return card
}

async function copy({ platform, account, reception, rowOf, clock }: AiWorld, name: string) {
  clock.advance(1_000)
  await platform.tell({
    ...platform.base(account),
    kind: 'wechat_copied',
    from: { platformId: name, name },
    cardId: CARD,
  })
  await platform.settle()
  await reception.work.causes.run()
  return rowOf(name)
}

test('who copies the number on a card is given to its agents in turn, and nothing is said', async () => {
  const here = await withCard(({ lin, wei }) => [lin.id, wei.id])

  const first = await copy(here, '小满')
  const second = await copy(here, '小雨')

  expect(new Set([first.agentId, second.agentId])).toEqual(new Set([here.lin.id, here.wei.id]))
  expect((await here.wordsOf(first.id)).filter((words) => words.startsWith('flow'))).toEqual([])
})

test('an archived customer who copies the number stays archived and is given to nobody', async () => {
  const here = await withCard(({ lin }) => [lin.id])
  const id = await here.write('小满', '在吗')
  await here.changeCustomer(id, { archive: true })

  expect(await copy(here, '小满')).toMatchObject({ archive: true, agentId: null })
})

test('a card that was sent through a sub-account counts on its main account’s card', async () => {
  const here = await withCard(() => [])
  const { entId, id: parentId } = here.account
  const staff = await openAccount(here, { entId, accountType: 'KOS', parentId, name: '员工号' })

  const row = await submit(here, '小满', staff)

  expect(await cardIn(here)).toMatchObject({ submitted: 1, clicked: 0 })
  expect((await here.wordsOf(row.id)).at(-1)).toBe('flow: 已收到，稍后联系您')
})
