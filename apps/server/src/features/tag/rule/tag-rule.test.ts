import { customerApi, type CustomerId, tagApi, type TagRule } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { customer, tagCheck } from '../../../db/schema/index.ts'
import { absentForRival } from '../../../testing/tenant-isolation.ts'
import { openWorkbench, type WorkbenchWorld, workbenchWorld } from '../../../testing/workbench-world.ts'

const MINUTE_MS = 60_000

let here: WorkbenchWorld

beforeEach(async () => {
  here = await workbenchWorld()
})

const asks = (...words: string[]): TagRule => ({
  op: 'all',
  conditions: [{ type: 'keyword', words, match: 'any' }],
  action: 'bind',
})
const silence = (minutes: number): TagRule => ({
  op: 'all',
  conditions: [{ type: 'silence', minutes }],
  action: 'bind',
})
const make = (name: string, rule: TagRule) => here.zhao.call(tagApi.create, { body: { name, kind: 'auto', rule } })

/** Until no check is due. */
async function runRules() {
  while (await here.reception.work.tagRules.run()) {
    // More customers.
  }
}

async function ownTags(customerId: CustomerId): Promise<string[]> {
  const tags = new Map((await here.zhao.call(tagApi.list, { body: {} })).map((tag) => [tag.id, tag]))
  const { tagIds } = await here.zhao.call(customerApi.detail, { query: { customerId } })
  return tagIds.flatMap((id) => (tags.get(id)?.kind === 'system' ? [] : [tags.get(id)?.name ?? '?']))
}

describe('a rule', () => {
  test('tags the customer who says one of its words, on every open screen, and not again after an agent took it away', async () => {
    const tag = await make('问价', asks('多少钱', '报价'))
    const customerId = await here.write('小满', '衣柜多少钱')
    const other = await here.write('小陈', '在吗')
    const screen = await openWorkbench(here.wei, customerId)

    await runRules()

    expect(await ownTags(customerId)).toEqual(['问价'])
    expect(await ownTags(other)).toEqual([])
    expect(await screen.events()).toContainEqual(
      expect.objectContaining({ type: 'cus_tags_bind', tagIds: [tag.id], operatorId: null }),
    )
    await screen.agrees()
    await here.lin.call(customerApi.unbindTags, { body: { customerId, tagIds: [tag.id] } })
    await here.write('小满', '好的')
    await runRules()
    expect(await ownTags(customerId)).toEqual([])
    expect(await here.db.sql.select().from(tagCheck)).toEqual([])
  })

  test('waits for silence, which a new message begins again', async () => {
    await make('沉默', silence(30))
    const customerId = await here.write('小满', '在吗')
    here.clock.advance(29 * MINUTE_MS)
    await here.write('小满', '还在吗')
    here.clock.advance(2 * MINUTE_MS)
    await runRules()
    expect(await ownTags(customerId)).toEqual([])

    here.clock.advance(28 * MINUTE_MS)
    await runRules()
    expect(await ownTags(customerId)).toEqual(['沉默'])
  })

  test('that waits for silence is not applied again by the longer silence of another', async () => {
    const short = await make('半小时', silence(30))
    await make('一小时', silence(60))
    const customerId = await here.write('小满', '在吗')
    here.clock.advance(31 * MINUTE_MS)
    await runRules()
    expect(await ownTags(customerId)).toEqual(['半小时'])
    await here.lin.call(customerApi.unbindTags, { body: { customerId, tagIds: [short.id] } })

    here.clock.advance(30 * MINUTE_MS)
    await runRules()

    expect(await ownTags(customerId)).toEqual(['一小时'])
  })

  test('can take a tag away, and knows a contact', async () => {
    const rule: TagRule = { op: 'any', conditions: [{ type: 'lead' }], action: 'unbind' }
    const tag = await make('待留资', rule)
    const customerId = await here.write('小满', '在吗')
    await here.lin.call(customerApi.bindTags, { body: { customerId, tagIds: [tag.id] } })

    await here.write('小满', '13800001234')
    await runRules()

    expect(await ownTags(customerId)).toEqual([])
  })

  test('two nodes at once tag once', async () => {
    await make('问价', asks('多少钱'))
    const customerId = await here.write('小满', '衣柜多少钱')
    const screen = await openWorkbench(here.wei, customerId)

    await Promise.all([runRules(), runRules()])

    expect((await screen.events()).filter(({ type }) => type === 'cus_tags_bind')).toHaveLength(1)
  })

  test('needs conditions, and accounts of the own enterprise', async () => {
    const body = { name: '问价', kind: 'auto' as const, rule: null }
    expect(await here.zhao.refused(tagApi.create, { body })).toMatchObject({ data: { fields: { rule: '请设置规则' } } })
    const rule: TagRule = {
      op: 'all',
      conditions: [{ type: 'account', relationIds: [here.account.id] }],
      action: 'bind',
    }

    expect(await make('本店', rule)).toMatchObject({ kind: 'auto', rule })
    expect(await absentForRival(here.rival, tagApi.tryRule, { body: { rule } })).toMatchObject({ code: 40401 })
    expect(await here.rival.refused(tagApi.create, { body: { name: '别店', kind: 'auto', rule } })).toMatchObject({
      code: 40401,
    })
  })
})

describe('a dry run', () => {
  test('says who would be tagged and changes nothing', async () => {
    const asked = await here.write('小满', '在吗', '衣柜多少钱')
    await here.write('小陈', '在吗')

    const trial = await here.zhao.call(tagApi.tryRule, { body: { rule: asks('多少钱') } })

    expect(trial).toMatchObject({ matched: 1, checked: 2, isCut: false })
    expect(trial.samples).toMatchObject([{ customerId: asked, text: '衣柜多少钱' }])
    expect(await ownTags(asked)).toEqual([])
  })

  test('leaves out customers whose data was erased', async () => {
    const id = await here.write('小满', '衣柜多少钱')
    const erased = { erasedAt: here.clock.now(), archive: true, agentId: null, sessionId: null }
    await here.db.sql.update(customer).set(erased).where(eq(customer.id, id))

    const trial = await here.zhao.call(tagApi.tryRule, { body: { rule: asks('多少钱') } })

    expect(trial).toMatchObject({ matched: 0, checked: 0, samples: [] })
  })

  test('looks at seven days and at the customers the agent may see', async () => {
    await here.write('小满', '衣柜多少钱')
    const editor = await (await here.hire('管标签', ['tag:viewPage', 'tag:settingsEdit'])).signIn()
    const body = { rule: asks('多少钱') }
    const customerId = (await here.rowOf('小满')).id
    await here.wei.call(customerApi.receive, { body: { customerId } })

    expect(await editor.call(tagApi.tryRule, { body })).toMatchObject({ matched: 0, checked: 0 })
    here.clock.advance(8 * 24 * 60 * MINUTE_MS)
    const zhao = await here.zhao.signIn()
    expect(await zhao.call(tagApi.tryRule, { body })).toMatchObject({ matched: 0, checked: 0 })
  })
})

const systemTags = async (customerId: CustomerId) => {
  const tags = await here.zhao.call(tagApi.list, { body: {} })
  const { tagIds } = await here.zhao.call(customerApi.detail, { query: { customerId } })
  return tags.flatMap(({ id, name }) => (tagIds.includes(id) && name.endsWith('意向') ? [name] : []))
}

describe('高意向 and 无意向', () => {
  test('follow what the customer says', async () => {
    const customerId = await here.write('小满', '你好')
    expect(await systemTags(customerId)).toEqual([])

    await here.write('小满', '我想预约量房')
    expect(await systemTags(customerId)).toEqual(['高意向'])
    await here.write('小满', '不需要了，谢谢')
    expect(await systemTags(customerId)).toEqual(['无意向'])
    await here.write('小满', '衣柜多少钱')
    expect(await systemTags(customerId)).toEqual([])
    await here.write('小满', '13800001234')
    expect(await systemTags(customerId)).toEqual(['高意向'])
  })
})
