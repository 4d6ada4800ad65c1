import { readFile } from 'node:fs/promises'
import { knowledgeApi, pointsApi } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { attachment, knowledge, knowledgePiece, pointAccount, pointLedger } from '../../../db/schema/index.ts'
import { createLog } from '../../../platform/log.ts'
import { chargeLearning } from '../../points/index.ts'
import { FILES_PER_HOUR } from '../knowledge-files.ts'
import { knowledgeWorld, type KnowledgeWorld } from '../testing/knowledge-world.ts'
import { docxOf, fileOf, pdfOf, xlsxOf, zipOf } from '../../../testing/sample-files.ts'
import { UnreadableError } from '../../../platform/reading/unreadable.ts'
import { LEARN_LEASE_MS, LearningWorker, type LearningDeps } from './learning-worker.ts'

/** A learner of the test's own: what it reads, and how, is the test's. */
const learner = ({ db, clock }: KnowledgeWorld, own: Partial<LearningDeps> = {}) =>
  new LearningWorker({
    db,
    clock,
    log: createLog('silent'),
    charge: chargeLearning,
    readBytes: async () => Buffer.from('正文。'),
    fetchPage: async () => ({ title: '', text: '' }),
    ...own,
  })

const consumed = async ({ db }: KnowledgeWorld) =>
  (await db.sql.select().from(pointLedger).where(eq(pointLedger.type, 'consume'))).reduce(
    (sum, row) => sum - row.delta,
    0,
  )

test('a document is learned from its file, step by step, found by what it says, and paid for', async () => {
  const here = await knowledgeWorld()
  const { zhao, wei, relationId, upload, save, list, learn, find } = here
  const file = await upload(docxOf(['# 售后政策', '定制类商品签收后七天内可以申请返修。']), '手册.docx')
  const screen = await wei.connect()

  const saved = await save('doc', { file })
  expect(saved).toMatchObject({ title: '手册.docx', origin: '手册.docx', status: 'learning', progress: 0, pieces: 0 })
  expect(await find('签收后可以申请返修吗')).toEqual([])
  await learn()

  const [entry] = await list()
  expect(entry).toMatchObject({ status: 'active', progress: 100, error: '', pieces: 1, version: 1 })
  expect(await find('签收后可以申请返修吗')).toEqual(['手册.docx'])
  const detail = await zhao.call(knowledgeApi.detail, { query: { relationId, id: saved.id } })
  expect(detail).toMatchObject({ text: '# 售后政策\n定制类商品签收后七天内可以申请返修。', fileName: '手册.docx' })
  expect(await consumed(here)).toBe(1)
  const bill = async () => (await zhao.call(pointsApi.pageBills, { body: { item: 'knowledge' } })).items
  expect(await bill()).toMatchObject([{ reason: '手册.docx' }])
  await screen.roundTrip()
  const told = screen.take('message').map((frame) => frame.content.type)
  expect(told.filter((type) => type === 'knowledge_change')).toHaveLength(4)

  // The ledger is kept for ever, what was learned is not.
  await zhao.call(knowledgeApi.remove, { query: { relationId, id: saved.id } })
  expect(await bill()).toMatchObject([{ item: 'knowledge', reason: '' }])
})

test.each([
  ['a PDF', pdfOf(['售后电话请拨打门店前台的座机']), '门店前台的座机'],
  ['a text', '售后请联系门店前台的座机。', '门店前台的座机'],
  ['a page', '<!doctype html><title>x</title><p>售后请联系门店前台的座机。', '门店前台的座机'],
])('%s is learned too', async (_what, bytes, asked) => {
  const { upload, save, learn, find } = await knowledgeWorld()

  await save('doc', { title: '资料', file: await upload(bytes, 'a.bin') })
  await learn()

  expect(await find(asked)).toEqual(['资料'])
})

test('a table of goods costs nothing and is found by each of its rows', async () => {
  const here = await knowledgeWorld()
  const { save, learn, list, find, upload } = here
  const sheet = await xlsxOf([
    ['名称', '价格'],
    ['北欧风衣柜', 680],
    ['轻奢橱柜', 880],
  ])

  await save('goods', { title: '价目', file: await upload(sheet, '价目.xlsx') })
  await save('goods', { title: '粘贴的', text: '阳台柜，520\n书柜，460' })
  await learn()

  expect((await list()).map(({ status, pieces }) => [status, pieces])).toEqual([
    ['active', 2],
    ['active', 2],
  ])
  expect((await find('北欧风衣柜价格'))[0]).toBe('价目')
  expect((await find('阳台柜多少钱'))[0]).toBe('粘贴的')
  expect(await consumed(here)).toBe(0)
})

test('rows that were learned as 名称：…；价格：… are learned again as sentences, without a charge', async () => {
  const here = await knowledgeWorld()
  const { save, learn, list, db } = here
  await save('goods', { title: '价目', text: '阳台柜，520\n书柜，460' })
  await save('doc', { title: '手册', text: '| 名称 | 价格 |\n| - | - |\n| 衣柜 | 680 |' })
  await save('doc', { title: '须知', text: '提示：营业时间：九点；周末不休。' })
  await learn()
  const [paid, texts] = [await consumed(here), () => db.sql.select({ text: knowledgePiece.text }).from(knowledgePiece)]
  const before = await texts()
  await db.pool.query(
    `update knowledge_piece set text = '名称：' || words[1] || '；价格：1' where words[2] like words[1] || '%'`,
  )
  const migration = await readFile(new URL('../../../db/migrations/0025_offered_choices.sql', import.meta.url), 'utf8')
  await db.pool.query(migration.split('--> statement-breakpoint').at(-1) ?? '')

  const states = Object.fromEntries((await list()).map(({ title, status }) => [title, status]))
  expect(states).toEqual({ 价目: 'learning', 手册: 'learning', 须知: 'active' })
  await learn()
  expect((await texts()).map(({ text }) => text).toSorted()).toEqual(before.map(({ text }) => text).toSorted())
  expect(before).toContainEqual({ text: '阳台柜，价格 520 元。' })
  expect(await consumed(here)).toBe(paid)
})

test('a picture is found by what a person says of it', async () => {
  const { save, learn, find } = await knowledgeWorld()

  await save('image', { title: '三房户型图', answer: '建筑面积 118 平，南北通透，主卧带飘窗。' })
  await learn()

  expect(await find('三房户型图')).toEqual(['三房户型图'])
})

test('a page is called by its own title where nobody gave it one; a pasted text stands for a page that will not open', async () => {
  const here = await knowledgeWorld()
  const { save, list, zhao, relationId } = here
  const asked: string[] = []
  const fetchPage = async (url: string) => {
    asked.push(url)
    return { title: '售后说明', text: '七天内可以申请返修。' }
  }
  await save('web', { url: 'https://example.com/a' })
  await save('web', { url: 'https://example.com/b', title: '我们的说明' })
  const pasted = await save('web', { url: 'https://example.com/c', title: '打不开的', text: '粘贴的正文。' })

  while (await learner(here, { fetchPage }).run());

  const titles = (await list()).map(({ title }) => title).toSorted()
  expect(titles).toEqual(['售后说明', '我们的说明', '打不开的'].toSorted())
  // All were saved at one instant: which comes first is chance.
  expect(asked.toSorted()).toEqual(['https://example.com/a', 'https://example.com/b'])
  expect((await zhao.call(knowledgeApi.detail, { query: { relationId, id: pasted.id } })).text).toBe('粘贴的正文。')
})

test('unchanged text is not paid for again; changed text is learned anew and paid for', async () => {
  const here = await knowledgeWorld()
  const { zhao, relationId, save, learn, find } = here
  const { id } = await save('doc', { title: '手册', text: '柜体质保五年。'.repeat(200) })
  await learn()
  expect(await consumed(here)).toBe(2)

  expect(await zhao.call(knowledgeApi.relearn, { body: { relationId, id } })).toMatchObject({ status: 'learning' })
  await learn()
  expect(await consumed(here)).toBe(2)

  const change = { relationId, id, version: 2, text: '五金件质保两年。' }
  expect(await zhao.call(knowledgeApi.update, { body: change })).toMatchObject({ status: 'learning', version: 3 })
  await learn()
  expect(await consumed(here)).toBe(3)
  expect(await find('五金件质保')).toEqual(['手册'])

  const renamed = { relationId, id, version: 3, title: '新手册' }
  expect(await zhao.call(knowledgeApi.update, { body: renamed })).toMatchObject({ status: 'active', title: '新手册' })
})

test('a document that is learned anew is found meanwhile as it was, also where it fails, and then as it is', async () => {
  const here = await knowledgeWorld()
  const { zhao, relationId, save, list, find } = here
  const page = { title: '', text: '定制类商品签收后七天内可以申请返修。' }
  const fetchPage = async () => page
  const { id } = await save('web', { url: 'https://example.com/a', title: '售后' })
  await learner(here, { fetchPage }).run()
  const inUse = async () => (await zhao.call(knowledgeApi.page, { body: { relationId } })).inUse
  const relearn = () => zhao.call(knowledgeApi.relearn, { body: { relationId, id } })

  await relearn()
  expect([await find('签收后可以申请返修吗'), await inUse()]).toEqual([['售后'], 1])
  await learner(here, { fetchPage: () => Promise.reject(new UnreadableError('网页打开超时')) }).run()
  expect((await list())[0]).toMatchObject({ status: 'failed', pieces: 1 })
  expect([await find('签收后可以申请返修吗'), await inUse()]).toEqual([['售后'], 1])

  page.text = '五金件质保两年。'
  await relearn()
  await learner(here, { fetchPage }).run()
  const hits = await zhao.call(knowledgeApi.hitTest, {
    body: { relationId, question: '五金件质保两年，签收后可以返修吗' },
  })
  expect(hits.map(({ piece }) => piece)).toEqual(['五金件质保两年。'])
})

test('without points nothing is learned, and with points it is, when asked for again', async () => {
  const here = await knowledgeWorld()
  const { zhao, relationId, db, save, learn, list } = here
  await db.sql.update(pointAccount).set({ bonusHumanPoints: 0 })
  const { id } = await save('doc', { title: '手册', text: '正文。' })
  await learn()
  expect((await list())[0]).toMatchObject({ status: 'failed', error: '积分不足，充值后请重新学习', pieces: 0 })

  await db.sql.update(pointAccount).set({ bonusHumanPoints: 1000 })
  await zhao.call(knowledgeApi.relearn, { body: { relationId, id } })
  await learn()
  expect((await list())[0]).toMatchObject({ status: 'active', error: '' })
})

test.each([
  ['a broken PDF', Buffer.from('%PDF-1.7 nothing'), 'PDF 已损坏，无法打开'],
  ['a scan without text', pdfOf([]), '没有读到文字；扫描件或图片请先转换为文字'],
  ['a bomb that lies', zipOf({ 'word/document.xml': Buffer.alloc(70_000_000) }, 10), '文件展开后过大，无法读取'],
  ['too much text', '字'.repeat(200_001), '文字过多（最多 200000 字），请拆分后再学习'],
])('%s fails with a reason and costs nothing', async (_what, bytes, error) => {
  const here = await knowledgeWorld()
  const { upload, save, learn, list } = here

  await save('doc', { file: await upload(bytes, 'a.bin') })
  await learn()

  expect((await list())[0]).toMatchObject({ status: 'failed', error, progress: 0 })
  expect(await consumed(here)).toBe(0)
})

test('what is no document is refused when it is uploaded, and so is what is too large', async () => {
  const { zhao, relationId } = await knowledgeWorld()
  const problemOf = async (bytes: Buffer) =>
    (await zhao.refused(knowledgeApi.upload, { body: { relationId }, file: fileOf(bytes, 'a.docx') })).data

  expect(await problemOf(Buffer.from('89504e470d0a1a0a', 'hex'))).toEqual({
    fields: { file: '文件内容不是有效的 docx，请重新导出后上传' },
  })
  expect(await problemOf(zipOf({ 'a.txt': 'x' }))).toMatchObject({ fields: {} })
  expect(await problemOf(Buffer.alloc(10 * 1024 * 1024 + 1, 'x'))).toEqual({ fields: { file: '文件不能超过 10 MB' } })
})

test('files come so many an hour and enterprise; an hour later all is well', async () => {
  const { zhao, relationId, db, clock, upload } = await knowledgeWorld()
  await upload('正文。', 'a.txt')
  await db.pool.query(`update throttle set count = $1 where key like 'knowledge-file:%'`, [FILES_PER_HOUR.most])

  const refusal = await zhao.refused(knowledgeApi.upload, { body: { relationId }, file: fileOf('正文。', 'a.txt') })
  expect(refusal).toMatchObject({ code: 42901, data: { retryAfter: 3600 } })

  clock.advance(FILES_PER_HOUR.windowMs)
  expect(await upload('正文。', 'a.txt')).toMatch(/^[\w-]{32}$/)
})

test('an entry is taken over after its lease expired, and the old worker’s result is discarded', async () => {
  const here = await knowledgeWorld()
  const { clock, save, list } = here
  await save('doc', { title: '手册', text: '正文。' })
  const { promise: reading, resolve: begin } = Promise.withResolvers<void>()
  const { promise: asleep, resolve: wakeUp } = Promise.withResolvers<void>()
  const slow = learner(here, {
    charge: async () => {
      throw new Error('a learner that was taken over paid')
    },
  })
  const readBytes = async () => {
    begin()
    await asleep
    return Buffer.from('旧的。')
  }
  const dying = learner(here, { readBytes })
  await here.db.sql.update(knowledge).set({ isPasted: false, fileKey: 'x' })
  const end = dying.run()
  // Not only claimed: the update that follows locks the row, and a locked row is not claimed.
  await reading

  expect(await slow.run()).toBe(false)
  clock.advance(LEARN_LEASE_MS)
  expect(await learner(here).run()).toBe(true)
  wakeUp()
  await end

  expect((await list())[0]).toMatchObject({ status: 'active', pieces: 1 })
  const [row] = await here.db.sql.select().from(knowledge)
  expect(row?.body).toBe('正文。')
  expect(await consumed(here)).toBe(1)
})

test('an entry that is changed while it is learned is learned again, as it is now', async () => {
  const here = await knowledgeWorld()
  const { zhao, relationId, save, list } = here
  const { id } = await save('web', { url: 'https://example.com/a', title: '说明' })
  const fetchPage = async (url: string) => {
    if (url.endsWith('/a'))
      await zhao.call(knowledgeApi.update, { body: { relationId, id, version: 1, url: 'https://example.com/b' } })
    return { title: '', text: `来自 ${url} 的正文。` }
  }

  const worker = learner(here, { fetchPage })
  expect([await worker.run(), await worker.run(), await worker.run()]).toEqual([true, true, false])

  expect((await list())[0]).toMatchObject({ status: 'active', version: 2, origin: 'https://example.com/b' })
  const [row] = await here.db.sql.select().from(knowledge)
  expect(row?.body).toBe('来自 https://example.com/b 的正文。')
  expect(await consumed(here)).toBe(1)
})

test('one enterprise’s many entries do not keep another’s waiting', async () => {
  const { save, rival, rivalsAccount, list, reception } = await knowledgeWorld()
  for (let no = 0; no < 5; no += 1) await save('doc', { title: `第${no}篇`, text: '正文。' })
  await save('doc', { title: '别家的', text: '正文。' }, rival, rivalsAccount)

  await reception.ai.work.learning.run()
  await reception.ai.work.learning.run()

  const { items } = await rival.call(knowledgeApi.page, { body: { relationId: rivalsAccount } })
  expect(items).toMatchObject([{ title: '别家的', status: 'active' }])
  expect(await list({ status: 'active' })).toHaveLength(1)
})

test('several learners share the work: every entry is learned once and paid for once', async () => {
  const here = await knowledgeWorld()
  const { save, list } = here
  for (let n = 0; n < 6; n += 1) await save('doc', { title: `${n}`, text: `第${n}份正文。` })

  const workers = [1, 2, 3].map(() => learner(here))
  await Promise.all(
    workers.map(async (worker) => {
      while (await worker.run());
    }),
  )

  expect((await list()).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'active'))
  expect(await consumed(here)).toBe(6)
})

test.each([
  ['an error nobody expected', new Error('ECONNRESET 10.0.0.3'), '学习失败，请稍后重新学习'],
  ['a page that did not open', new UnreadableError('网页打开超时'), '网页打开超时'],
])('%s is told in words for people', async (_what, error, told) => {
  const here = await knowledgeWorld()
  await here.save('web', { url: 'https://example.com/a' })

  await learner(here, { fetchPage: () => Promise.reject(error) }).run()

  expect((await here.list())[0]).toMatchObject({ status: 'failed', error: told })
})

test('questions are not relearned, and what is being learned waits for its end', async () => {
  const { zhao, relationId, addPair, save } = await knowledgeWorld()
  const pair = await addPair('在哪', '杭州。')
  const doc = await save('doc', { text: '正文。' })

  expect(await zhao.refused(knowledgeApi.relearn, { body: { relationId, id: pair.id } })).toMatchObject({
    msg: '问答保存后立即生效，无需重新学习',
  })
  expect(await zhao.refused(knowledgeApi.relearn, { body: { relationId, id: doc.id } })).toMatchObject({
    msg: '正在学习，请稍候',
  })
})

test('a file goes with the last entry that was learned from it', async () => {
  const { zhao, relationId, db, save, upload } = await knowledgeWorld()
  const file = await upload('正文。', 'a.txt')
  const [one, two] = [await save('doc', { file }), await save('doc', { file })]
  const files = () => db.sql.select({ key: attachment.key }).from(attachment)

  await zhao.call(knowledgeApi.remove, { query: { relationId, id: one.id } })
  expect(await files()).toEqual([{ key: file }])
  await zhao.call(knowledgeApi.remove, { query: { relationId, id: two.id } })
  expect(await files()).toEqual([])
})
