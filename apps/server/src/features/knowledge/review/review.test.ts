import { type CandidateId, type CustomerId, knowledgeApi, type MessageId, type MissId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { mineCandidates, recordMiss, saveAnswer } from '../index.ts'
import { ascending, type KnowledgeWorld, knowledgeWorld } from '../testing/knowledge-world.ts'
import { isWorthKeeping } from './question-like.ts'

const at = ({ zhao, relationId, clock }: KnowledgeWorld, customerId = newId<CustomerId>(clock.now())) => ({
  entId: zhao.entId,
  relationId,
  customerId,
  messageId: newId<MessageId>(clock.now()),
})

const mine = (here: KnowledgeWorld, question: string, answer: string, customerId?: CustomerId) =>
  mineCandidates(here.db.sql, { ...at(here, customerId), question, answer }, here.clock.now())

const miss = (here: KnowledgeWorld, question: string, customerId?: CustomerId) =>
  recordMiss(here.db.sql, { ...at(here, customerId), question }, here.clock.now())

const candidates = async (
  { zhao, relationId }: KnowledgeWorld,
  status: 'pending' | 'accepted' | 'rejected' = 'pending',
) => (await zhao.call(knowledgeApi.pageCandidates, { body: { relationId, status } })).items

const misses = async ({ zhao, relationId }: KnowledgeWorld, status: 'open' | 'answered' | 'ignored' = 'open') =>
  (await zhao.call(knowledgeApi.pageMisses, { body: { relationId, status } })).items

test.each([
  ['可以上门量尺吗', '可以的，免费上门', true],
  ['多少钱一平', '680 元一平起', true],
  ['好的谢谢', '不客气，祝您愉快', false],
  ['在吗', '您好，在的呢亲', false],
  ['可以上门量尺吗', '可以', false],
  ['可以加微信吗', '可以的，我的微信是 muzuo2026', false],
  ['我的电话 13812345678 可以联系吗', '好的，稍后联系您', false],
  ['问吗'.repeat(101), '这个问题太长了', false],
  ['可以转人工吗', '您好，我是木作的客服小林', false],
  ['人工？', '您好，我是木作的客服小林', false],
  ['有人工客服吗，想问价格', '您好，680 元一平起', false],
  ['能找个人工吗', '您好，请问有什么可以帮您', false],
  ['多少钱一平', '好的，马上为您转接设计师', false],
  ['人工费怎么算', '安装人工费每平 60 元', true],
  ['是人工智能锁吗', '是的，支持指纹和密码', true],
  ['打 138****5678 可以找到你们吗', '可以的，随时联系', false],
  ['加我 v x：lin_2026 发报价可以吗', '好的，稍后发给您', false],
  ['一三八一二三四五六七八 是我号码可以回电吗', '好的，稍后联系您', false],
  ['我的订单 202603160001 到哪了', '已经在路上了，明天送达', false],
  ['资料能发邮箱吗', '已发到 lin@qq.com 请查收', false],
])('%s — %s is worth keeping: %s', (question, answer, expected) => {
  expect(isWorthKeeping(question, answer)).toBe(expected)
})

test('what people answered is counted by question, the most asked first, with the newest answer', async () => {
  const here = await knowledgeWorld()
  await mine(here, '可以分期付款吗', '可以的，支持三期免息')
  await mine(here, '你们几点下班？', '每天晚上九点下班')
  await mine(here, '您好，你们几点下班', '现在改成晚上十点下班')

  expect((await candidates(here)).map(({ question, answer, times }) => [question, answer, times])).toEqual([
    ['你们几点下班？', '现在改成晚上十点下班', 2],
    ['可以分期付款吗', '可以的，支持三期免息', 1],
  ])
})

test('what the library says already is no candidate', async () => {
  const here = await knowledgeWorld()
  await here.addPair('可以分期付款吗', '可以的，三期免息。')

  expect(await mine(here, '可以分期付款吗？', '支持三期的')).toBe(false)
  expect(await candidates(here)).toEqual([])
})

test('an accepted one becomes knowledge as it was edited, is found by both ways of asking, and is not asked about again', async () => {
  const here = await knowledgeWorld()
  const { zhao, wei, relationId, list, find } = here
  await mine(here, '那个分期的能弄不，怎么搞', '可以的，支持三期免息')
  const id = (await candidates(here))[0]?.id as CandidateId
  const screen = await wei.connect()

  const body = { relationId, id, action: 'accept' as const, question: '可以分期付款吗', answer: '支持三期免息。' }
  expect(await zhao.call(knowledgeApi.reviewCandidate, { body })).toMatchObject({ status: 'accepted' })

  expect(await list()).toMatchObject([
    {
      question: '可以分期付款吗',
      similar: ['那个分期的能弄不，怎么搞'],
      answer: '支持三期免息。',
      origin: '人工回复',
      status: 'active',
    },
  ])
  expect(await find('可以分期付款吗')).toEqual(['可以分期付款吗'])
  expect([(await candidates(here)).length, (await candidates(here, 'accepted')).length]).toEqual([0, 1])
  await screen.roundTrip()
  expect(screen.take('message').map((frame) => frame.content.type)).toEqual(['knowledge_change'])
  await mine(here, '那个分期的能弄不，怎么搞', '可以的，改成六期了')
  expect(await candidates(here)).toEqual([])
})

test('of two concurrent reviews one wins and the other is refused', async () => {
  const here = await knowledgeWorld()
  const { zhao, relationId, list } = here
  await mine(here, '可以分期付款吗', '可以的，支持三期免息')
  const id = (await candidates(here))[0]?.id as CandidateId
  const judge = (action: 'accept' | 'reject') =>
    zhao.request(knowledgeApi.reviewCandidate, { body: { relationId, id, action } })

  const answers = await Promise.all([judge('accept'), judge('accept'), judge('reject')])

  expect(answers.map(({ code }) => code).toSorted(ascending)).toEqual([1, 40902, 40902])
  expect(answers.find(({ code }) => code !== 1)?.msg).toBe('该问题已被处理，请刷新后查看')
  const isAccepted = (await candidates(here, 'accepted')).length === 1
  expect(await list()).toHaveLength(isAccepted ? 1 : 0)
})

test('a rejected one leaves no trace in the library, and one whose question is known is refused', async () => {
  const here = await knowledgeWorld()
  const { zhao, relationId, list, addPair } = here
  await mine(here, '可以分期付款吗', '可以的，支持三期免息')
  await mine(here, '你们几点下班', '每天晚上九点下班')
  const all = await candidates(here)
  const idOf = (question: string) => all.find((each) => each.question === question)?.id as CandidateId
  const judge = (question: string, action: 'accept' | 'reject') =>
    zhao.request(knowledgeApi.reviewCandidate, { body: { relationId, id: idOf(question), action } })

  await judge('你们几点下班', 'reject')
  expect(await list()).toEqual([])

  await addPair('可以分期付款吗', '已经写好了。')
  expect(await judge('可以分期付款吗', 'accept')).toMatchObject({ code: 42200, msg: '该问题已在知识库中' })
  expect(await candidates(here)).toHaveLength(1)
})

test('questions nothing was found for are counted with their last customer, each message once', async () => {
  const here = await knowledgeWorld()
  const { relationId, addCustomer, db, clock } = here
  const customerId = await addCustomer(relationId, { name: '小鱼干' })
  await miss(here, '支持以旧换新吗')
  const missed = { ...at(here, customerId), question: '请问支持以旧换新吗？' }

  await recordMiss(db.sql, missed, clock.now())
  await recordMiss(db.sql, missed, clock.now())

  expect(await misses(here)).toMatchObject([
    {
      question: '支持以旧换新吗',
      times: 2,
      customerId,
      customerName: '小鱼干',
      messageId: missed.messageId,
      status: 'open',
    },
  ])
})

test('the asker is included only for callers who may see the customer', async () => {
  const here = await knowledgeWorld()
  const { relationId, addCustomer, wei, hire } = here
  const customerId = await addCustomer(relationId, { name: '小鱼干', agentId: wei.id })
  await miss(here, '支持以旧换新吗', customerId)
  await mine(here, '可以分期付款吗', '可以的，支持三期免息', customerId)
  const keeper = await (await hire('知识管理', ['channelAccount:viewPage'])).signIn()

  const missed = await keeper.call(knowledgeApi.pageMisses, { body: { relationId } })
  const answered = await keeper.call(knowledgeApi.pageCandidates, { body: { relationId } })

  const nobody = { customerId: null, messageId: null }
  expect(missed.items).toMatchObject([{ question: '支持以旧换新吗', customerName: '', ...nobody }])
  expect(answered.items).toMatchObject([{ question: '可以分期付款吗', ...nobody }])
  expect(await misses(here)).toMatchObject([{ customerId, customerName: '小鱼干' }])
  expect(await candidates(here)).toMatchObject([{ customerId }])
})

test('a contact in a question nothing was found for is hidden', async () => {
  const here = await knowledgeWorld()

  await miss(here, '我电话13812345678，能上门量尺吗')

  expect(await misses(here)).toMatchObject([{ question: '我电话138****5678，能上门量尺吗' }])
})

test('an answered miss is knowledge, and open again when it is missed again; an ignored one stays so', async () => {
  const here = await knowledgeWorld()
  const { zhao, relationId, list } = here
  await miss(here, '支持以旧换新吗')
  await miss(here, '今天天气如何')
  const all = await misses(here)
  const idOf = (question: string) => all.find((each) => each.question === question)?.id as MissId
  const settle = (question: string, action: 'answer' | 'ignore', answer = '') =>
    zhao.request(knowledgeApi.settleMiss, { body: { relationId, id: idOf(question), action, answer } })

  expect(await settle('支持以旧换新吗', 'answer')).toMatchObject({
    code: 40001,
    data: { fields: { answer: '请输入答案' } },
  })
  const both = await Promise.all([1, 2].map(() => settle('支持以旧换新吗', 'answer', '支持，旧柜抵 500 元。')))
  expect(both.map(({ code }) => code).toSorted(ascending)).toEqual([1, 40902])
  await settle('今天天气如何', 'ignore')

  expect(await list()).toMatchObject([
    { question: '支持以旧换新吗', answer: '支持，旧柜抵 500 元。', origin: '手动添加' },
  ])
  expect([(await misses(here)).length, (await misses(here, 'answered')).length]).toEqual([0, 1])
  await miss(here, '支持以旧换新吗')
  await miss(here, '今天天气如何')
  expect((await misses(here)).map(({ question }) => question)).toEqual(['支持以旧换新吗'])
  expect(await misses(here, 'ignored')).toHaveLength(1)
})

test.each(['answer', 'accept'] as const)(
  'to %s a question that is switched off in the library gives it the new words and switches it on',
  async (how) => {
    const here = await knowledgeWorld()
    const { zhao, relationId, addPair, list, find } = here
    const { id } = await addPair('支持以旧换新吗', '不支持。', ['旧柜能抵钱吗'])
    await zhao.call(knowledgeApi.update, { body: { relationId, id, version: 1, enabled: false } })
    const words = { question: '支持以旧换新吗', answer: '支持，旧柜抵 500 元。' }

    if (how === 'answer') {
      await miss(here, '以旧换新有吗')
      const missId = (await misses(here))[0]?.id as MissId
      await zhao.call(knowledgeApi.settleMiss, { body: { relationId, id: missId, action: how, ...words } })
    } else {
      await mine(here, '以旧换新有吗', '支持的，旧柜抵 500 元')
      const candidateId = (await candidates(here))[0]?.id as CandidateId
      await zhao.call(knowledgeApi.reviewCandidate, { body: { relationId, id: candidateId, action: how, ...words } })
    }

    const similar = ['以旧换新有吗', '旧柜能抵钱吗']
    expect(await list()).toMatchObject([{ id, ...words, similar, enabled: true, version: 3 }])
    expect(await find('支持以旧换新吗')).toEqual(['支持以旧换新吗'])
  },
)

test('a corrected answer is kept: a new question is added, a known one gets the new words', async () => {
  const here = await knowledgeWorld()
  const { zhao, relationId, db, clock, list, find } = here
  const keep = (answer: string) =>
    db.transaction((tx) =>
      saveAnswer(
        tx,
        { entId: zhao.entId, relationId, agentId: zhao.id },
        { question: '几年质保', answer },
        clock.now(),
      ),
    )

  const first = await keep('五年。')
  const second = await keep('柜体五年，五金两年。')

  expect(second).toBe(first)
  expect(await list()).toMatchObject([{ id: first, answer: '柜体五年，五金两年。', origin: '人工回复', version: 2 }])
  expect(await find('几年质保')).toEqual(['几年质保'])
})

test('missed questions are ordered by how often or when they were asked', async () => {
  const here = await knowledgeWorld()
  for (const question of ['能开发票吗', '能开发票吗', '有展厅吗']) {
    here.clock.advance(1_000)
    await miss(here, question)
  }
  const asked = async (field: 'times' | 'lastAt', order: 'asc' | 'desc') => {
    const body = { relationId: here.relationId, sort: { field, order } }
    return (await here.zhao.call(knowledgeApi.pageMisses, { body })).items.map(({ question }) => question)
  }

  expect(await asked('times', 'asc')).toEqual(['有展厅吗', '能开发票吗'])
  expect(await asked('lastAt', 'desc')).toEqual(['有展厅吗', '能开发票吗'])
  expect(await asked('lastAt', 'asc')).toEqual(['能开发票吗', '有展厅吗'])
})
