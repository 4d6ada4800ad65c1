import { customerApi, type CustomerId, messageApi } from '@ruwu/contract'
import { beforeEach, expect, test } from 'vitest'
import { type WorkbenchWorld, workbenchWorld, openWorkbench } from '../testing/workbench-world.ts'

let here: WorkbenchWorld
let customerId: CustomerId

beforeEach(async () => {
  here = await workbenchWorld()
  customerId = await here.write('小满', '在吗')
})

const about = () => ({ ...here.platform.base(here.account), from: { platformId: '小满', name: '小满' } })

const cardSent = (cardId: string) => ({
  ...here.platform.echo(here.account, '小满', '', 'app'),
  content: { type: 'card', cardType: 'lead_form', cardId, state: 'blank' } as const,
})
const submitted = (cardId: string) => ({ ...about(), kind: 'card_submitted' as const, cardId, fields: [] })
const copied = (cardId: string) => ({ ...about(), kind: 'wechat_copied', cardId }) as const

const tell = async (...events: Parameters<typeof here.platform.tell>) => {
  here.clock.advance(1_000)
  await here.platform.tell(...events)
  await here.platform.settle()
}

/** Cards of ours in the thread, oldest first. */
const cards = async () => {
  const { items } = await here.lin.call(messageApi.list, { body: { customerId } })
  return items
    .filter((item) => item.senderKind === 'human' && item.content.type === 'link')
    .map((item) => `${item.content.extra?.cardId} ${item.content.extra?.state}`)
}

test('a submitted card says so in the thread, the newest of its kind alone, on every open screen', async () => {
  await tell(cardSent('a'))
  await tell(cardSent('b'))
  await tell(cardSent('a'))
  const screen = await openWorkbench(here.lin, customerId)

  await tell(submitted('a'))

  expect(await cards()).toEqual(['a blank', 'b blank', 'a submitted'])
  expect(await screen.events()).toContainEqual(
    expect.objectContaining({
      type: 'message_change',
      content: expect.objectContaining({ extra: expect.objectContaining({ cardId: 'a', state: 'submitted' }) }),
    }),
  )
  await screen.agrees()
})

test('a copied number is shown on its card, and a card never goes back', async () => {
  await tell(cardSent('a'), copied('a'))
  expect(await cards()).toEqual(['a copied'])

  await tell(submitted('a'))
  expect(await cards()).toEqual(['a copied'])
})

test('another customer’s card stays as it is', async () => {
  const other = await here.write('小暑', '在吗')
  await tell({ ...cardSent('a'), to: { platformId: '小暑' } })

  await tell(submitted('a'))

  const { items } = await here.lin.call(messageApi.list, { body: { customerId: other } })
  expect(items.at(-1)?.content.extra).toMatchObject({ cardId: 'a', state: 'blank' })
})

test('a filled card that comes as a message is one card, with what was written into it', async () => {
  const messageId = here.platform.newId()
  const card = { type: 'card', cardType: 'lead_form', cardId: 'a', state: 'filled' } as const
  const came = { ...here.platform.text(here.account, '小满', '', messageId), content: card }
  const fields = [{ label: '手机号', value: '13800001234' }]
  const before = await here.lin.call(customerApi.detail, { query: { customerId } })
  const screen = await openWorkbench(here.lin, customerId)

  await tell(came, { ...submitted('a'), messageId, fields })
  await tell(came, { ...submitted('a'), messageId, fields })

  const { items } = await here.lin.call(messageApi.list, { body: { customerId } })
  const filled = items.filter((item) => item.senderKind === 'customer' && item.content.type === 'link')
  expect(filled.map(({ content }) => [content.placeholder, content.extra?.fields])).toEqual([
    ['客户提交了留资卡', JSON.stringify(fields)],
  ])
  const { leadCount, inboundCount } = await here.lin.call(customerApi.detail, { query: { customerId } })
  expect({ leadCount, inboundCount }).toEqual({ leadCount: 1, inboundCount: before.inboundCount + 1 })
  await screen.agrees()
})
