import {
  bannedWordApi,
  customerSettingApi,
  flowApi,
  type FlowGraph,
  type FlowNode,
  tagApi,
  type TagId,
} from '@ruwu/contract'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { automationLog, customerTag, tag } from '../../db/schema/index.ts'
import { end, flowWorld, graphOf, place, send, start } from './testing/flow-world.ts'

const tagging = (...add: TagId[]): FlowNode => ({ id: 'tag', ...place, type: 'tag', data: { add, remove: [] } })
const through = (node: FlowNode): FlowGraph =>
  graphOf(
    [start(), node, send('s', '好的'), end],
    ['start', 'next', node.id],
    [node.id, 'next', 's'],
    ['s', 'next', 'end'],
  )

type Flows = Awaited<ReturnType<typeof flowWorld>>

const newTag = ({ zhao }: Flows, name = '到店客户') =>
  zhao.call(tagApi.create, { body: { name, color: 'blue', kind: 'manual' } })

const logOf = async ({ db }: Flows, id: string) =>
  (
    await db.sql
      .select()
      .from(automationLog)
      .where(eq(automationLog.customerId, id as never))
      .orderBy(asc(automationLog.step))
  ).map(({ output, result, reason }) => ({ text: output?.text, result, reason }))

/** Publishing a flow with this node. */
async function publishing(here: Flows, node: FlowNode) {
  const { id, version } = await here.save(
    await here.zhao.call(flowApi.create, { body: { name: '引导' } }),
    through(node),
  )
  return here.zhao.refused(flowApi.publish, { body: { id, note: '', version } })
}

// R143
test('actions of a flow are those of rules and are in 运行日志; one that cannot be done does not stop it', async () => {
  const here = await flowWorld()
  const { id: tagId } = await newTag(here)
  const assign: FlowNode = { id: 'to', ...place, type: 'assign', data: { to: 'familiar', agentIds: [] } }
  await here.flowOf(
    graphOf(
      [start(), tagging(tagId), assign, send('s', '好的'), end],
      ['start', 'next', 'tag'],
      ['tag', 'next', 'to'],
      ['to', 'next', 's'],
      ['s', 'next', 'end'],
    ),
  )

  const first = await here.talk('小满', '你好')
  // Not by the page, which refuses it.
  await here.db.sql.delete(customerTag).where(eq(customerTag.tagId, tagId))
  await here.db.sql.delete(tag).where(eq(tag.id, tagId))
  const second = await here.talk('小雨', '你好')

  const unassigned = { text: '分配给原客服', result: 'skipped', reason: '没有可接待的客服' }
  expect(await logOf(here, first)).toEqual([
    { text: '打标签 1 个', result: 'done', reason: '' },
    unassigned,
    expect.objectContaining({ result: 'sent' }),
  ])
  expect(await logOf(here, second)).toEqual([
    { text: '打标签 1 个', result: 'failed', reason: '所选标签不存在或已删除' },
    unassigned,
    expect.objectContaining({ result: 'sent' }),
  ])
  expect(await here.saidTo(second)).toEqual(['好的'])
})

test('a flow is not published with what a rule could not be saved with', async () => {
  const here = await flowWorld()
  const rules = { options: [], required: false, inList: false, sensitive: false, aiFill: false, enabled: true }
  const area = await here.zhao.call(customerSettingApi.createField, {
    body: { ...rules, name: '面积', type: 'number' },
  })
  const system = (await here.zhao.call(tagApi.list, { body: {} })).find(({ kind }) => kind === 'system')!
  const field = (value: string): FlowNode => ({ id: 'f', ...place, type: 'field', data: { field: area.id, value } })

  expect(await publishing(here, field('很大'))).toMatchObject({
    data: { problems: [{ nodeId: 'f', level: 'error' }] },
  })
  expect(await publishing(here, tagging(system.id))).toMatchObject({
    data: { problems: [{ nodeId: 'tag', level: 'error', msg: '系统标签由系统自动维护' }] },
  })
  await here.flowOf(through(field('60')))
})

test('own 违禁词 are among the warnings', async () => {
  const here = await flowWorld()
  await here.zhao.call(bannedWordApi.create, { body: { word: '秒杀价' } })

  const { problems } = await here.flowOf(through(send('a', '今天秒杀价')))

  expect(problems).toEqual([
    expect.objectContaining({ nodeId: 'a', level: 'warn', msg: expect.stringContaining('秒杀价') }),
  ])
})

test('a tag of a flow is neither deleted nor merged, draft or published; enabling looks again', async () => {
  const here = await flowWorld()
  const [used, other] = [await newTag(here), await newTag(here, '老客户')]
  const flow = await here.flowOf(through(tagging(used.id)))
  await here.save(flow, through(send('a', '您好')))

  const usedBy = ['工作流「引导」']
  expect(await here.zhao.refused(tagApi.remove, { query: { id: used.id } })).toMatchObject({
    code: 40903,
    data: { usedBy },
  })
  const merge = { fromId: used.id, toId: other.id }
  expect(await here.zhao.refused(tagApi.merge, { body: merge })).toMatchObject({
    code: 40903,
    msg: '标签正在使用中，请先改用目标标签：工作流「引导」',
  })
  const { failed } = await here.zhao.call(tagApi.batch, { body: { ids: [used.id], action: 'delete' } })
  expect(failed).toMatchObject([{ name: '到店客户' }])

  await here.zhao.call(flowApi.disable, { body: { id: flow.id } })
  await here.db.sql.delete(tag).where(eq(tag.id, used.id))
  expect(await here.zhao.refused(flowApi.disable, { body: { id: flow.id, disabled: false } })).toMatchObject({
    data: { problems: [{ nodeId: 'tag', msg: '所选标签不存在或已删除' }] },
  })
})
