import {
  type ConditionItem,
  FLOW_LIMITS,
  flowApi,
  type FlowGraph,
  type FlowNode,
  messageApi,
  tagApi,
} from '@ruwu/contract'
import { expect, test } from 'vitest'
import { flow } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { storePicture } from '../../testing/stored-picture.ts'
import { absentForRival, answerForRival } from '../../testing/tenant-isolation.ts'
import { end, flowWorld, graphOf, place, send, start, wait } from './testing/flow-world.ts'

const hello = (text = '您好'): FlowGraph =>
  graphOf([start(), send('a', text), end], ['start', 'next', 'a'], ['a', 'next', 'end'])

test('a flow is made, saved, published, rolled back, disabled and removed, and each leaves its entry', async () => {
  const { zhao, db, save, publish } = await flowWorld()
  const made = await zhao.call(flowApi.create, { body: { name: '引导' } })
  expect(made).toMatchObject({ status: 'draft', publishedVersion: null, problems: [{ level: 'error' }] })

  const first = await publish(await save(made, hello('一')))
  expect(first).toMatchObject({ status: 'published', publishedVersion: 1, hasChanges: false, problems: [] })
  const second = await publish(await save(first, hello('二')))
  const back = await zhao.call(flowApi.rollback, {
    body: { id: made.id, version: 1, draftVersion: second.version },
  })
  expect(back).toMatchObject({ publishedVersion: 3, hasChanges: false, graph: hello('一') })
  expect(back.version).toBeGreaterThan(second.version)
  const { items } = await zhao.call(flowApi.listVersions, { body: { id: made.id } })
  expect(items.map(({ version, note, isCurrent }) => ({ version, note, isCurrent }))).toEqual([
    { version: 3, note: '回滚到版本 1', isCurrent: true },
    { version: 2, note: '', isCurrent: false },
    { version: 1, note: '', isCurrent: false },
  ])
  expect((await zhao.call(flowApi.detail, { query: { id: made.id, version: 2 } })).graph).toEqual(hello('二'))

  expect(await zhao.call(flowApi.disable, { body: { id: made.id } })).toMatchObject({ status: 'disabled' })
  expect(await zhao.call(flowApi.choices, { body: {} })).toEqual([])
  const copy = await zhao.call(flowApi.copy, { body: { id: made.id } })
  expect(copy).toMatchObject({ name: '引导 副本', status: 'draft', graph: hello('一') })
  await zhao.call(flowApi.remove, { query: { id: made.id } })
  expect((await zhao.call(flowApi.list, {})).map(({ id }) => id)).toEqual([copy.id])
  for (const endpoint of [
    flowApi.create,
    flowApi.publish,
    flowApi.rollback,
    flowApi.disable,
    flowApi.copy,
    flowApi.remove,
  ])
    expect(await auditEntries(db, endpoint)).not.toEqual([])
})

// R143
test('of two tabs the second is told and nothing is overwritten, when saving and when publishing', async () => {
  const { zhao, save, publish } = await flowWorld()
  const draft = await save(await zhao.call(flowApi.create, { body: { name: '引导' } }), hello('一'))
  const saved = await save(draft, hello('二'))

  const stale = { id: draft.id, graph: hello('三'), accountIds: [], version: draft.version }
  expect(await zhao.refused(flowApi.save, { body: stale })).toMatchObject({ code: 40902 })
  expect(
    await zhao.refused(flowApi.publish, { body: { id: draft.id, note: '', version: draft.version } }),
  ).toMatchObject({ code: 40902 })
  expect(await zhao.call(flowApi.detail, { query: { id: draft.id } })).toMatchObject({
    graph: hello('二'),
    publishedVersion: null,
  })

  const rollback = { id: draft.id, version: 1, draftVersion: draft.version }
  await publish(saved)
  expect(await zhao.refused(flowApi.rollback, { body: rollback })).toMatchObject({ code: 40902 })

  const results = await Promise.allSettled([save(saved, hello('四')), save(saved, hello('五')), publish(saved)])
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(2)
})

test('a bad graph is refused, errors stop publishing and nothing changes', async () => {
  const { zhao, save } = await flowWorld()
  const draft = await save(
    await zhao.call(flowApi.create, { body: { name: '引导' } }),
    graphOf([start(), send('a', ''), end], ['start', 'next', 'a'], ['a', 'next', 'end']),
  )

  expect(
    await zhao.refused(flowApi.publish, { body: { id: draft.id, note: '', version: draft.version } }),
  ).toMatchObject({
    code: 42200,
    data: { problems: [{ nodeId: 'a', level: 'error', msg: '请填写要发送的内容' }] },
  })
  const lost = { ...hello(), edges: [{ from: 'start', exit: 'next', to: 'nowhere' }] }
  expect(
    await zhao.refused(flowApi.save, { body: { id: draft.id, graph: lost, accountIds: [], version: draft.version } }),
  ).toMatchObject({
    code: 40001,
  })
  expect(await zhao.call(flowApi.detail, { query: { id: draft.id } })).toMatchObject({
    status: 'draft',
    version: draft.version,
  })
})

const withPicture = (id: string, imageUrl: string): FlowNode => ({
  id,
  ...place,
  type: 'send',
  data: { variants: [], imageUrl, materialId: null },
})

test('a picture is read when the flow is saved: what the guard would stop is a warning of its node', async () => {
  const { zhao, db, clock, save, publish } = await flowWorld()
  const picture = async (codes: string[] | null) =>
    storePicture(db, { entId: zhao.entId, uploaderId: zhao.id, codes }, clock.now())
  const graph = graphOf(
    [
      start(),
      withPicture('good', await picture([])),
      withPicture('code', await picture(['weixin://dl/x'])),
      withPicture('broken', await picture(null)),
      end,
    ],
    ['start', 'next', 'good'],
    ['good', 'next', 'code'],
    ['code', 'next', 'broken'],
    ['broken', 'next', 'end'],
  )
  const problems = [
    { nodeId: 'code', level: 'warn', msg: '图片含二维码：平台规定联系方式只能通过卡片发送' },
    { nodeId: 'broken', level: 'warn', msg: '图片无法检查是否含二维码，请换成 jpg 或 png 图片' },
  ]

  const saved = await save(await zhao.call(flowApi.create, { body: { name: '引导' } }), graph)
  expect(saved.problems).toEqual(problems)
  expect((await publish(saved)).problems).toEqual(problems)
})

test('an enterprise has at most 50 flows, also when two are made at once', async () => {
  const { zhao, db, clock } = await flowWorld()
  const now = clock.now()
  await db.sql.insert(flow).values(
    Array.from({ length: FLOW_LIMITS.flows - 1 }, () => ({
      entId: zhao.entId,
      id: newId<never>(now),
      name: '旧的',
      graph: hello(),
      updatedBy: zhao.id,
      createdAt: now,
      updatedAt: now,
    })),
  )

  const made = await Promise.allSettled([1, 2].map((no) => zhao.call(flowApi.create, { body: { name: `新${no}` } })))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await zhao.refused(flowApi.create, { body: { name: '又一个' } })).toMatchObject({ msg: '最多 50 个工作流' })
})

test('published flows have at most 100 regular expressions in sum, also when two are published at once', async () => {
  const { zhao, save, publish } = await flowWorld()
  const words = Array.from({ length: 20 }, (_, no) => `^词${no}$`)
  const withPatterns = async (name: string, patterns: number) =>
    save(await zhao.call(flowApi.create, { body: { name } }), {
      ...hello(),
      nodes: [start({ type: 'keyword', match: 'regex', words: words.slice(0, patterns) }), ...hello().nodes.slice(1)],
    })
  for (const name of ['一', '二', '三', '四']) await publish(await withPatterns(name, 20))
  const [fifth, sixth] = [await withPatterns('五', 20), await withPatterns('六', 1)]

  const both = await Promise.allSettled([publish(fifth), publish(sixth)])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)

  const late = await withPatterns('七', 20)
  expect(await zhao.refused(flowApi.publish, { body: { id: late.id, note: '', version: late.version } })).toMatchObject(
    {
      msg: '所有工作流的正则最多 100 条',
    },
  )
})

test('试运行 plays the draft without a customer', async () => {
  const { zhao } = await flowWorld()
  const { id } = await zhao.call(flowApi.create, { body: { name: '预约', templateId: 'booking' } })

  const begun = await zhao.call(flowApi.runTest, { body: { id } })
  expect(begun).toMatchObject({ nodeId: 'time', done: false, messages: [{ from: 'flow', nodeId: 'time' }] })
  const asked = await zhao.call(flowApi.runTest, { body: { id, runId: begun.runId, text: '周末' } })
  expect(asked).toMatchObject({ nodeId: 'phone' })
  const done = await zhao.call(flowApi.runTest, { body: { id, runId: asked.runId, text: '13800138000' } })
  expect(done).toMatchObject({ done: true, nodeId: null })
  const over = await zhao.call(flowApi.runTest, { body: { id, runId: asked.runId, skip: true } })
  expect(over.messages.at(-1)).toMatchObject({ from: 'note', text: '流程结束' })
  expect(await zhao.refused(flowApi.runTest, { body: { id, runId: done.runId, text: '你好' } })).toMatchObject({
    msg: '试运行已结束，请重新开始',
  })
})

const branch = (id: string, item: ConditionItem) => ({
  id,
  name: id,
  conditions: { op: 'all' as const, items: [item] },
})

test('试运行 judges conditions by a new customer and by what was typed last', async () => {
  const { zhao, save } = await flowWorld()
  const draft = await save(
    await zhao.call(flowApi.create, { body: { name: '判断' } }),
    graphOf(
      [
        start(),
        wait('w', 5),
        wait('w2', 5),
        {
          id: 'if',
          ...place,
          type: 'condition',
          data: {
            branches: [
              branch('lead', { type: 'lead', value: true }),
              branch('price', { type: 'text', match: 'contains', words: ['价格'] }),
            ],
          },
        },
        send('a', '报价'),
        end,
      ],
      ['start', 'next', 'w'],
      ['w', 'reply', 'w2'],
      ['w', 'timeout', 'end'],
      ['w2', 'timeout', 'if'],
      ['w2', 'reply', 'end'],
      ['if', 'lead', 'end'],
      ['if', 'price', 'a'],
      ['if', 'else', 'end'],
      ['a', 'next', 'end'],
    ),
  )
  const { id } = draft
  const begun = await zhao.call(flowApi.runTest, { body: { id } })
  const asked = await zhao.call(flowApi.runTest, { body: { id, runId: begun.runId, text: '问下价格' } })
  const done = await zhao.call(flowApi.runTest, { body: { id, runId: asked.runId, skip: true } })

  expect(done.messages.map(({ text }) => text)).toEqual(['报价', '流程结束'])
})

const choose = (id: string, item: ConditionItem): FlowNode => ({
  id,
  ...place,
  type: 'condition',
  data: { branches: [branch(`${id}-yes`, item)] },
})

test('试运行 is begun by a message, at a time and on a platform, and what the flow does counts', async () => {
  const { zhao, save } = await flowWorld()
  const tag = await zhao.call(tagApi.create, { body: { name: '夜间', color: 'blue', kind: 'manual' } })
  const { id } = await save(
    await zhao.call(flowApi.create, { body: { name: '判断' } }),
    graphOf(
      [
        start({ type: 'keyword', match: 'contains', words: ['价格'] }),
        { id: 'tag', ...place, type: 'tag', data: { add: [tag.id], remove: [] } },
        choose('night', { type: 'time', days: [], from: 22 * 60, to: 8 * 60 }),
        choose('douyin', { type: 'source', values: ['douyin'] }),
        choose('tagged', { type: 'tag', match: 'any', tagIds: [tag.id] }),
        { id: 'ai', ...place, type: 'ai', data: { instruction: '报价', maxAnswers: 1 } },
        wait('w', 5),
        send('day', '白天'),
        end,
      ],
      ['start', 'next', 'tag'],
      ['tag', 'next', 'night'],
      ['night', 'night-yes', 'douyin'],
      ['night', 'else', 'day'],
      ['douyin', 'douyin-yes', 'tagged'],
      ['douyin', 'else', 'day'],
      ['tagged', 'tagged-yes', 'ai'],
      ['tagged', 'else', 'day'],
      ['ai', 'next', 'w'],
      ['w', 'reply', 'end'],
      ['w', 'timeout', 'end'],
      ['day', 'next', 'end'],
    ),
  )
  const begin = async (text: string, asked: { source?: 'douyin'; at?: string } = {}) => {
    const answer = await zhao.call(flowApi.runTest, { body: { id, text, ...asked } })
    return { ...answer, texts: answer.messages.map((each) => each.text) }
  }
  const night = { at: '2026-03-16T15:00:00.000Z' }

  expect((await begin('你好')).texts).toEqual(['这句话不含关键词，不会开始该流程'])
  expect((await begin('价格，转人工')).texts).toEqual(['转人工，流程结束'])
  expect((await begin('价格', { at: '2026-03-16T04:00:00.000Z' })).texts).toContain('白天')
  expect((await begin('价格', night)).texts).toContain('白天')
  const asked = await begin('价格', { ...night, source: 'douyin' })
  // The message that began it is answered by the AI.
  expect(asked.texts.at(-1)).toBe('AI 回答客户')
  expect(asked.nodeId).toBe('w')
})

test('another enterprise’s flows look absent', async () => {
  const here = await flowWorld()
  const { rival } = here
  const made = await here.flowOf(hello())
  const customerId = await here.write('小满', '你好')
  const { id, version } = made

  expect(await answerForRival(rival, flowApi.choices, { body: { relationId: here.account.id } })).toEqual([])
  expect(await rival.call(flowApi.list, {})).toEqual([])
  await absentForRival(rival, flowApi.detail, { query: { id } })
  await absentForRival(rival, flowApi.running, { query: { customerId } })
  const { items } = await here.zhao.call(messageApi.list, { body: { customerId } })
  await absentForRival(rival, flowApi.origin, { query: { messageId: items[0]!.id } })
  await absentForRival(rival, flowApi.copy, { body: { id } })
  await absentForRival(rival, flowApi.save, { body: { id, graph: hello(), accountIds: [], version } })
  await absentForRival(rival, flowApi.publish, { body: { id, note: '', version } })
  await absentForRival(rival, flowApi.disable, { body: { id } })
  await absentForRival(rival, flowApi.remove, { query: { id } })
  await absentForRival(rival, flowApi.listVersions, { body: { id } })
  await absentForRival(rival, flowApi.rollback, { body: { id, version: 1, draftVersion: version } })
  await absentForRival(rival, flowApi.runTest, { body: { id } })
})
