import { customerApi, type CustomerId, messageApi, tagApi } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { pointAccount, pointLedger, tagCheck } from '../../../db/schema/index.ts'
import { type WorkbenchWorld, workbenchWorld } from '../../../testing/workbench-world.ts'

let here: WorkbenchWorld

beforeEach(async () => {
  here = await workbenchWorld()
})

const make = (name: string, aiPrompt: string) => here.zhao.call(tagApi.create, { body: { name, kind: 'ai', aiPrompt } })

/** After the pause in which further messages are awaited. */
async function runJudgements() {
  here.clock.advance(21_000)
  while (await here.reception.work.tagJudgements.run()) {
    // More customers.
  }
}

async function ownTags(customerId: CustomerId): Promise<string[]> {
  const tags = new Map((await here.zhao.call(tagApi.list, { body: {} })).map((tag) => [tag.id, tag]))
  const { tagIds } = await here.zhao.call(customerApi.detail, { query: { customerId } })
  return tagIds.flatMap((id) => (tags.get(id)?.kind === 'ai' ? [tags.get(id)?.name ?? '?'] : []))
}

const charges = async () =>
  (await here.db.sql.select().from(pointLedger).where(eq(pointLedger.item, 'judgement'))).map(({ delta }) => delta)

test('the AI binds the tag that fits, says so in the thread, and is charged once per session', async () => {
  await make('想量房', '客户想预约上门量房')
  await make('问价', '客户询问价格')
  const customerId = await here.write('小满', '你好', '可以约个时间上门量房吗')
  const other = await here.write('小陈', '在吗')
  await runJudgements()

  expect(await ownTags(customerId)).toEqual(['想量房'])
  expect(await ownTags(other)).toEqual([])
  const { items } = await here.zhao.call(messageApi.list, { body: { customerId } })
  expect(items.filter(({ senderKind }) => senderKind === 'system').map(({ content }) => content.text)).toContainEqual(
    expect.stringContaining('AI'),
  )
  expect(await charges()).toEqual([-1])

  await here.write('小满', '衣柜多少钱')
  await runJudgements()
  expect(await ownTags(customerId)).toEqual(['想量房', '问价'])
  expect(await charges()).toEqual([-1])
  expect(await here.db.sql.select().from(tagCheck)).toEqual([])
})

test('what is judged after the session ended is charged to that session', async () => {
  const { id: tagId } = await make('问价', '客户询问价格')
  const endsBeforeJudged = async () => {
    const customerId = await here.write('小满', '衣柜多少钱')
    await here.zhao.call(customerApi.archive, { body: { customerId, archive: true } })
    await runJudgements()
    return customerId
  }

  const customerId = await endsBeforeJudged()
  await here.zhao.call(customerApi.unbindTags, { body: { customerId, tagIds: [tagId] } })
  await endsBeforeJudged()

  const rows = await here.db.sql.select().from(pointLedger).where(eq(pointLedger.item, 'judgement'))
  expect(rows.map(({ delta }) => delta)).toEqual([-1, -1])
  expect(new Set(rows.map(({ sessionId }) => sessionId)).size).toBe(2)
})

test('a burst is judged once, after its last message', async () => {
  await make('问价', '客户询问价格')
  const customerId = await here.write('小满', '你好')
  here.clock.advance(15_000)
  await here.write('小满', '衣柜多少钱')
  here.clock.advance(15_000)
  await here.reception.work.tagJudgements.run()
  expect(await ownTags(customerId)).toEqual([])

  await runJudgements()
  expect(await ownTags(customerId)).toEqual(['问价'])
})

test('two nodes bind and charge once', async () => {
  await make('问价', '客户询问价格')
  const customerId = await here.write('小满', '衣柜多少钱')

  await Promise.all([runJudgements(), runJudgements()])

  expect(await ownTags(customerId)).toEqual(['问价'])
  expect(await charges()).toEqual([-1])
})

test('without points nothing is judged', async () => {
  await make('问价', '客户询问价格')
  const customerId = await here.write('小满', '衣柜多少钱')
  await here.db.sql.update(pointAccount).set({ orderPoints: 0, bonusOrderPoints: 0, bonusHumanPoints: 0 })

  await runJudgements()

  expect(await ownTags(customerId)).toEqual([])
  expect(await here.db.sql.select().from(tagCheck)).toEqual([])
})

test('a tag of the AI says whom it fits, and no other tag does', async () => {
  const { zhao } = here
  const refused = (body: object) => zhao.refused(tagApi.create, { body: { name: '问价', ...body } })
  expect(await refused({ kind: 'ai' })).toMatchObject({ data: { fields: { aiPrompt: '请输入 AI 判断' } } })
  expect(await refused({ kind: 'manual', aiPrompt: '询问价格' })).toMatchObject({ code: 40001 })

  const tag = await make('问价', '客户询问价格')
  expect(tag).toMatchObject({ kind: 'ai', aiPrompt: '客户询问价格', rule: null })
  const { id, name, version } = tag
  const manual = await zhao.call(tagApi.update, { body: { id, name, version, kind: 'manual' } })
  expect(manual).toMatchObject({ kind: 'manual', aiPrompt: '' })
})
