import { SCORE_HIT } from '@ruwu/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { figuresBySet, figuresOf, isDense, shortOf } from '../../testing/eval-figures.ts'
import { type FreshDatabase, freshDatabase } from '../../testing/fresh-database.ts'
import { fillLibrary, openLibrary } from '../../testing/library.ts'
import { manyPairs } from '../../testing/many-pairs.ts'
import { plansOf } from '../../testing/plans.ts'
import { EVAL_RUNS, evaluateRuns } from '../../testing/retrieval-eval.ts'
import { dropPieces, putPieces, searchKnowledge } from './index.ts'
import type { OwnLibrary } from './pieces.repo.ts'

/** Shares of a part of the questions may be this much below those of all. */
const SAMPLING = 0.03

const now = new Date('2026-11-02T09:00:00+08:00')

let fresh: FreshDatabase
let db: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  db = openDatabase({ url: fresh.url, clock: { now: () => now } })
})
afterAll(async () => {
  await db.close()
  await fresh.drop()
})

const pair = (question: string, answer: string, ...similar: string[]) => ({ question, similar, answer })
const part = (heading: string, text: string) => ({ heading, text, words: [`${heading}\n${text}`] })
const titles = async (library: OwnLibrary, question: string) =>
  (await searchKnowledge(db.sql, library, question)).map(({ title }) => title)

test('paraphrases find their entry, and what is not known is not answered, whether tuned on or not', async () => {
  // A part of the questions; `npm run eval` asks all.
  const outcomes = await evaluateRuns(db.sql, EVAL_RUNS, { most: 90 })

  expect(figuresBySet(outcomes).map(({ set }) => set)).toEqual([
    'tuned',
    'held',
    'fresh-seen',
    'fresh-blind',
    'others-seen',
    'others-blind',
    'dense-seen',
    'dense-blind',
  ])
  const [dense = [], others = []] = [true, false].map((is) => outcomes.filter(({ set }) => isDense(set) === is))
  expect([figuresOf('dense', dense), figuresOf('others', others)].flatMap((each) => shortOf(each, SAMPLING))).toEqual(
    [],
  )
}, 240_000)

test('one account finds nothing of another, and nothing that is dropped', async () => {
  const [mine, theirs] = [await openLibrary(db.sql, now), await openLibrary(db.sql, now)]
  const [known] = await fillLibrary(db.sql, mine, [pair('衣柜多少钱', '599 元起')], now)
  await fillLibrary(db.sql, theirs, [pair('橱柜多少钱', '1280 元起')], now)

  expect(await titles(mine, '衣柜什么价')).toEqual(['衣柜多少钱'])
  expect(await titles(theirs, '衣柜什么价')).not.toContain('衣柜多少钱')
  if (known) await dropPieces(db.sql, { ...mine, knowledgeId: known })
  expect(await titles(mine, '衣柜什么价')).toEqual([])
})

test('disabled entries are not found; entries being learned again are found with their old pieces', async () => {
  const library = await openLibrary(db.sql, now)
  const [off, learning, failed] = await fillLibrary(
    db.sql,
    library,
    [pair('可以停车吗', '可以'), pair('停车要钱吗', '免费'), pair('停车场在哪', '地下')],
    now,
  )
  await db.pool.query('update knowledge set enabled = false where id = $1', [off])
  await db.pool.query(`update knowledge set status = 'learning' where id = $1`, [learning])
  await db.pool.query(`update knowledge set status = 'failed' where id = $1`, [failed])

  expect(await titles(library, '停车场在哪里')).toEqual(['停车场在哪', '停车要钱吗'])
})

test('pieces put again take the place of those before; of a document the best piece is found, once', async () => {
  const library = await openLibrary(db.sql, now)
  const [knowledgeId] = await fillLibrary(db.sql, library, [pair('收费', '见价目表')], now)
  if (!knowledgeId) throw new Error('nothing was filled')
  const care =
    '板材每月用干布擦拭一次，避免阳光直射和重物撞击。台面不要直接放热锅。五金每半年上油。遇到潮湿天气请开窗。'
  const pay =
    '签约时付三成定金，安装前付六成，验收合格后付清尾款。支持刷卡、微信和装修贷。尾款逾期不收利息，但不再安排保养。'

  await putPieces(db.sql, { ...library, knowledgeId }, [part('日常保养', care), part('付款', pay)])
  const found = await searchKnowledge(db.sql, library, '定金要付多少')

  expect(found.map(({ answer }) => answer)).toEqual([pay])
  expect(found[0]?.score).toBeGreaterThanOrEqual(SCORE_HIT)
})

test('another thing of the same kind is no answer', async () => {
  const library = await openLibrary(db.sql, now)
  await fillLibrary(db.sql, library, [pair('橱柜多少钱一米', '1280 元每延米起', '定制橱柜价格')], now)

  const [closet] = await searchKnowledge(db.sql, library, '衣柜多少钱一米')
  const [cabinet] = await searchKnowledge(db.sql, library, '厨房柜子什么价')

  expect(closet?.score).toBeLessThan(SCORE_HIT)
  expect(cabinet?.score).toBeGreaterThan(0.6)
})

test.each([
  ['你们做硬装施工吗', '我们不做硬装施工。'],
  ['你们做窗帘吗', '禾木是一家软装公司，做窗帘和家具。'],
])('%s is answered by a sentence of 业务介绍', async (question, sentence) => {
  const library = await openLibrary(db.sql, now)
  await fillLibrary(db.sql, library, [pair('施工工期多久', '四十五天'), pair('安装要多久', '两天')], now)

  const intro = '禾木是一家软装公司，做窗帘和家具。我们不做硬装施工。门店在杭州。'
  const [best] = await searchKnowledge(db.sql, library, question, { intro })

  expect(best).toMatchObject({ type: 'intro', title: '业务介绍', answer: sentence })
  expect(best?.score).toBeGreaterThanOrEqual(SCORE_HIT)
})

test('negation, numbers and question words tell near entries apart', async () => {
  const library = await openLibrary(db.sql, now)
  const questions = [
    '可以贷款',
    '为什么不可以贷款',
    '2000 一天多少利息',
    '4000 一天多少利息',
    '什么时候扣款',
    '怎么没有扣款',
  ]
  await fillLibrary(
    db.sql,
    library,
    questions.map((question, index) => pair(question, `答案 ${index}`)),
    now,
  )

  const first = await Promise.all(
    ['我可以贷款吗', '为啥不可以贷款', '4000 块一天的利息是多少', '时间到了怎么还没有扣款', '几时扣款'].map(
      async (question) => (await titles(library, question))[0],
    ),
  )

  expect(first).toEqual(['可以贷款', '为什么不可以贷款', '4000 一天多少利息', '怎么没有扣款', '什么时候扣款'])
})

test('entries with the same answer are one: whichever is meant, it is the answer', async () => {
  const library = await openLibrary(db.sql, now)
  const same = [pair('周末开门吗', '每天 10 点到 21 点。'), pair('周日开门吗', '每天10点到21点')]
  await fillLibrary(db.sql, library, [...same, pair('周末有课吗', '有的。')], now)

  const found = await searchKnowledge(db.sql, library, '周六日开门吗')

  expect(found.filter(({ answer }) => answer.startsWith('每天'))).toHaveLength(1)
  expect(found[0]?.score).toBeGreaterThan(0.6)
})

test.each(['热马吉疼不疼', '熱瑪吉痛嗎', '请问一下热玛吉会很痛吗[微笑]'])('%s finds 做热玛吉疼吗', async (question) => {
  const library = await openLibrary(db.sql, now)
  await fillLibrary(db.sql, library, [pair('做热玛吉疼吗', '敷麻药'), pair('双眼皮多少钱', '3980 元')], now)

  expect((await titles(library, question))[0]).toBe('做热玛吉疼吗')
})

test('a library is searched by its indexes as soon as it is filled', async () => {
  const library = await openLibrary(db.sql, now)
  await db.transaction(({ sql }) => fillLibrary(sql, library, manyPairs(2_000), now))

  const plans = await plansOf(db, () => searchKnowledge(db.sql, library, '红枫客厅衣柜啥价'))

  expect(plans).toHaveLength(4)
  expect(plans.join('\n')).not.toMatch(/Seq Scan on knowledge/)
}, 60_000)
