import { readFile } from 'node:fs/promises'
import {
  type CandidateId,
  type CustomerId,
  KNOWLEDGE_MAX,
  knowledgeApi,
  type KnowledgeId,
  type MessageId,
  type MissId,
} from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { attachmentKey, attachmentPath } from '../../chat/attachment/index.ts'
import { attachment, knowledge, pointOrder } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { aiWorld } from '../../testing/ai-world.ts'
import { storePicture } from '../../testing/stored-picture.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'
import { mineCandidates, recordMiss } from './index.ts'
import { ascending, knowledgeWorld } from './testing/knowledge-world.ts'
import { fileOf } from '../../testing/sample-files.ts'

const rowOf = (relationId: string, id: KnowledgeId, version: number, change: object) => ({
  body: { relationId, id, version, ...change } as never,
})

test('a question is there and found at once, in every way it is asked, and open lists hear of it', async () => {
  const { zhao, wei, relationId, addPair, list, find } = await knowledgeWorld()
  const screen = await wei.connect()

  const entry = await addPair('衣柜多少钱一平', '柜体 680 元一平，含五金。', ['定制衣柜怎么收费', '衣柜多少钱一平'])

  expect(entry).toMatchObject({
    relationId,
    type: 'qa',
    title: '衣柜多少钱一平',
    similar: ['定制衣柜怎么收费'],
    origin: '手动添加',
    status: 'active',
    pieces: 1,
    hits: 0,
    enabled: true,
    updatedBy: zhao.id,
    updatedByName: '赵知远',
    version: 1,
  })
  expect(await list()).toEqual([entry])
  expect(await find('衣柜多少钱一平')).toEqual(['衣柜多少钱一平'])
  expect(await find('定制衣柜怎么收费')).toEqual(['衣柜多少钱一平'])
  await screen.roundTrip()
  expect(screen.take('message').map((frame) => frame.content.type)).toEqual(['knowledge_change'])
})

test('what is switched off is not counted among what the AI may answer from, whatever the list shows', async () => {
  const { zhao, relationId, addPair, save } = await knowledgeWorld()
  const { id } = await addPair('门店地址在哪里', '杭州中心广场三楼。')
  await addPair('门店几点营业', '每天十点到九点。')
  await save('doc', { title: '手册', text: '柜体质保五年。' })
  const counts = async (filter: object = {}) => {
    const { total, inUse } = await zhao.call(knowledgeApi.page, { body: { relationId, ...filter } })
    return { total, inUse }
  }

  expect(await counts()).toEqual({ total: 3, inUse: 2 })
  await zhao.call(knowledgeApi.update, { body: { relationId, id, version: 1, enabled: false } })
  expect(await counts()).toEqual({ total: 3, inUse: 1 })
  expect(await counts({ type: 'doc' })).toEqual({ total: 1, inUse: 1 })
})

test('the hit test tells the pieces with their scores, the best first', async () => {
  const { zhao, relationId, addPair } = await knowledgeWorld()
  await addPair('门店地址在哪里', '杭州中心广场三楼。')
  await addPair('门店几点营业', '每天十点到九点。')

  const pieces = await zhao.call(knowledgeApi.hitTest, { body: { relationId, question: '门店地址在哪里' } })

  expect(pieces[0]).toMatchObject({ title: '门店地址在哪里', piece: '杭州中心广场三楼。', type: 'qa' })
  expect(pieces.map(({ score }) => score)).toEqual(pieces.map(({ score }) => score).toSorted((a, b) => b - a))
})

test('a changed question is found by its new words only, and a disabled one not at all', async () => {
  const { zhao, relationId, addPair, find } = await knowledgeWorld()
  const { id } = await addPair('可以上门量尺吗', '可以，免费上门。')

  const changed = await zhao.call(knowledgeApi.update, rowOf(relationId, id, 1, { question: '五金质保几年' }))
  expect(changed).toMatchObject({ title: '五金质保几年', answer: '可以，免费上门。', version: 2 })
  expect([await find('上门量尺'), await find('五金质保几年')]).toEqual([[], ['五金质保几年']])

  await zhao.call(knowledgeApi.update, rowOf(relationId, id, 2, { enabled: false }))
  expect(await find('五金质保几年')).toEqual([])
})

test('a stale save is refused with the editor’s name, also with concurrent saves', async () => {
  const { zhao, relationId, addPair } = await knowledgeWorld()
  const { id } = await addPair('在哪', '杭州。')

  const answers = await Promise.all(
    ['宁波。', '苏州。'].map((answer) => zhao.request(knowledgeApi.update, rowOf(relationId, id, 1, { answer }))),
  )

  expect(answers.map(({ code }) => code).toSorted(ascending)).toEqual([1, 40902])
  expect(answers.find(({ code }) => code !== 1)?.msg).toBe('内容已被 赵知远 更新，请刷新后重试')
})

test('the same question is there once: saved twice, renamed to it, or both at once', async () => {
  const { zhao, relationId, addPair, list } = await knowledgeWorld()
  await addPair('在哪', '杭州。')
  const other = await addPair('几点开门', '十点。')
  const taken = { code: 42200, msg: '该问题已在知识库中' }

  const again = { body: { relationId, type: 'qa' as const, question: ' 在哪 ', answer: '宁波。' } }
  expect(await zhao.refused(knowledgeApi.save, again)).toMatchObject(taken)
  const renamed = rowOf(relationId, other.id, 1, { question: '在哪' })
  expect(await zhao.refused(knowledgeApi.update, renamed)).toMatchObject(taken)
  const race = { body: { relationId, type: 'qa' as const, question: '停车吗', answer: '免费。' } }
  const answers = await Promise.all([1, 2, 3].map(() => zhao.request(knowledgeApi.save, race)))
  expect(answers.map(({ code }) => code).toSorted(ascending)).toEqual([1, 42200, 42200])
  expect(await list()).toHaveLength(3)
})

test.each([
  ['qa', { answer: '答' }, { question: '请输入问题' }],
  ['qa', { question: '问' }, { answer: '请输入答案' }],
  ['qa', { question: '问'.repeat(201), answer: '答' }, { question: '问题最多 200 个字' }],
  ['qa', { question: '问', answer: '答'.repeat(1001) }, { answer: '答案最多 1000 个字' }],
  [
    'qa',
    { question: '问', answer: '答', similar: Array.from({ length: 11 }, (_, n) => `${n}`) },
    { similar: '相似问最多 10 个' },
  ],
  ['doc', { title: '手册' }, { file: '请上传文件或粘贴正文' }],
  ['doc', { file: 'nobody-has-this-one' }, { file: '文件不存在或已删除' }],
  ['goods', {}, { file: '请上传表格或粘贴内容' }],
  ['web', { url: 'http://example.com' }, { url: '请输入以 https:// 开头的公开网址' }],
  ['web', { url: 'https://10.0.0.1/' }, { url: '请输入以 https:// 开头的公开网址' }],
  ['image', { answer: '一张户型图' }, { title: '请输入标题' }],
  ['image', { title: '户型图' }, { answer: '请描述图片内容' }],
] as const)('%s with %j is refused: %j', async (type, fields, problem) => {
  const { zhao, relationId, list } = await knowledgeWorld()

  const refusal = await zhao.refused(knowledgeApi.save, { body: { relationId, type, ...fields } })

  expect(refusal).toMatchObject({ code: 40001, data: { fields: problem } })
  expect(await list()).toEqual([])
})

test('the list is filtered by type, state and words, and a page beyond the end is the last one', async () => {
  const { zhao, relationId, addPair, save, list } = await knowledgeWorld()
  await addPair('在哪', '杭州 100% 真实', ['地址'])
  await save('doc', { title: '手册', text: '正文。' })
  const titles = async (filter: object) => (await list(filter)).map(({ title }) => title)

  expect(await titles({ type: 'doc' })).toEqual(['手册'])
  expect(await titles({ status: 'learning' })).toEqual(['手册'])
  expect(await titles({ keyword: '地址' })).toEqual(['在哪'])
  expect(await titles({ keyword: '0%' })).toEqual(['在哪'])
  expect(await titles({ keyword: '_' })).toEqual([])
  const { page, total } = await zhao.call(knowledgeApi.page, { body: { relationId, page: 9 } })
  expect([page, total]).toEqual([1, 2])
})

test('a full library takes no more, of any kind', async () => {
  const { zhao, relationId, fill } = await knowledgeWorld()
  await fill(KNOWLEDGE_MAX)
  const full = { code: 42200, msg: '知识库已满（最多 10000 条）' }

  for (const body of [
    { relationId, type: 'qa' as const, question: '在哪', answer: '杭州。' },
    { relationId, type: 'doc' as const, text: '正文。' },
  ])
    expect(await zhao.refused(knowledgeApi.save, { body })).toMatchObject(full)
})

test('a removed entry is neither listed nor found, and removing it again says so', async () => {
  const { zhao, relationId, addPair, list, find, db } = await knowledgeWorld()
  const { id } = await addPair('在哪', '杭州。')

  await zhao.call(knowledgeApi.remove, { query: { relationId, id } })

  expect([await list(), await find('在哪')]).toEqual([[], []])
  expect(await db.sql.select().from(knowledge).where(eq(knowledge.id, id))).toEqual([])
  const absent = { code: 40401, msg: '知识不存在或已删除' }
  expect(await zhao.refused(knowledgeApi.remove, { query: { relationId, id } })).toMatchObject(absent)
})

test('only a file that was uploaded for knowledge is an entry’s file: no receipt is deleted with an entry', async () => {
  const { zhao, relationId, save, upload, db, clock } = await knowledgeWorld()
  const receipt = await storePicture(db, { entId: zhao.entId, uploaderId: zhao.id }, clock.now())
  const body = { relationId, type: 'doc' as const, file: attachmentKey(receipt) ?? '' }
  const keys = async () => (await db.sql.select({ key: attachment.key }).from(attachment)).map(({ key }) => key)

  expect(await zhao.refused(knowledgeApi.save, { body })).toMatchObject({
    code: 40001,
    data: { fields: { file: '文件不存在或已删除' } },
  })
  const { id, version } = await save('doc', { file: await upload('正文。', 'a.txt') })
  expect(await zhao.refused(knowledgeApi.update, rowOf(relationId, id, version, { file: body.file }))).toMatchObject({
    code: 40001,
  })
  // An entry of an earlier version could have it.
  await db.sql.update(knowledge).set({ fileKey: body.file }).where(eq(knowledge.id, id))
  await zhao.call(knowledgeApi.remove, { query: { relationId, id } })

  expect(await keys()).toContain(body.file)
})

test('files of entries that were there before are theirs, but for one that is a receipt', async () => {
  const { zhao, save, upload, db, clock } = await knowledgeWorld()
  const [own, receipt] = [await upload('正文。', 'a.txt'), await upload('回单。', 'b.txt')]
  for (const file of [own, receipt]) await save('doc', { file })
  await db.sql.update(attachment).set({ isForKnowledge: false })
  const now = clock.now()
  const sold = { packageName: '进阶', points: 1, bonusPoints: 0, amount: 1, createdAt: now, expireAt: now }
  const order = { ...sold, entId: zhao.entId, orderNo: '202603160000000001', agentId: zhao.id }
  await db.sql.insert(pointOrder).values({ ...order, proofUrl: attachmentPath(receipt) })

  const migration = await readFile(new URL('../../db/migrations/0097_knowledge_files.sql', import.meta.url), 'utf8')
  await db.pool.query(migration.split('--> statement-breakpoint').at(-1) ?? '')

  const rows = await db.sql.select().from(attachment)
  expect(rows.filter(({ isForKnowledge }) => isForKnowledge).map(({ key }) => key)).toEqual([own])
})

test('accounts, entries and files of another enterprise look absent', async () => {
  const here = await knowledgeWorld()
  const { rival, relationId, rivalsAccount, addPair, upload } = here
  const { id } = await addPair('在哪', '杭州。')
  const file = await upload('正文。', 'a.txt')
  const noAccount = { code: 40401, msg: '账号不存在或已删除' }
  const noEntry = { code: 40401, msg: '知识不存在或已删除' }
  const nobodys = 'f'.repeat(32)

  const body = { relationId }
  const picked = fileOf('x', 'a.txt')
  expect(await absentForRival(rival, knowledgeApi.page, { body })).toMatchObject(noAccount)
  expect(await absentForRival(rival, knowledgeApi.upload, { body, file: picked })).toMatchObject(noAccount)
  expect(await absentForRival(rival, knowledgeApi.import, { body, file: picked })).toMatchObject(noAccount)
  expect(await absentForRival(rival, knowledgeApi.hitTest, { body: { relationId, question: '在哪' } })).toMatchObject(
    noAccount,
  )
  expect(await absentForRival(rival, knowledgeApi.pageCandidates, { body })).toMatchObject(noAccount)
  expect(await absentForRival(rival, knowledgeApi.pageMisses, { body })).toMatchObject(noAccount)
  const off = { body: { relationId, enabled: false } }
  expect(await absentForRival(rival, knowledgeApi.useShared, off)).toMatchObject(noAccount)
  const save = { body: { relationId, type: 'qa' as const, question: '问', answer: '答' } }
  expect(await absentForRival(rival, knowledgeApi.save, save)).toMatchObject(noAccount)
  const stolen = { body: { relationId: rivalsAccount, type: 'doc' as const, file } }
  expect(await absentForRival(rival, knowledgeApi.save, stolen, '文件不存在或已删除')).toMatchObject({
    data: { fields: { file: '文件不存在或已删除' } },
  })
  for (const libraryId of [relationId, rivalsAccount]) {
    const absent = libraryId === relationId ? noAccount : noEntry
    expect(await absentForRival(rival, knowledgeApi.detail, { query: { relationId: libraryId, id } })).toMatchObject(
      absent,
    )
    expect(await absentForRival(rival, knowledgeApi.update, rowOf(libraryId, id, 1, { answer: '我的' }))).toMatchObject(
      absent,
    )
    expect(await absentForRival(rival, knowledgeApi.relearn, { body: { relationId: libraryId, id } })).toMatchObject(
      absent,
    )
    expect(await absentForRival(rival, knowledgeApi.remove, { query: { relationId: libraryId, id } })).toMatchObject(
      absent,
    )
    const moved = { body: { relationId: libraryId, id, library: 'shared' as const } }
    expect((await absentForRival(rival, knowledgeApi.move, moved)).code).toBe(40401)
    const candidate = { relationId: libraryId, id: nobodys as CandidateId, action: 'reject' as const }
    expect((await absentForRival(rival, knowledgeApi.reviewCandidate, { body: candidate })).code).toBe(40401)
    const miss = { relationId: libraryId, id: nobodys as MissId, action: 'ignore' as const }
    expect((await absentForRival(rival, knowledgeApi.settleMiss, { body: miss })).code).toBe(40401)
  }
})

test('every change is told to open consoles, once, and only to the enterprise’s own', async () => {
  const here = await knowledgeWorld()
  const { zhao, wei, rival, relationId, addPair, save, learn, db, clock } = here
  const { id } = await addPair('在哪', '杭州。')
  const doc = await save('doc', { text: '正文。' })
  await learn()
  const asked = { entId: zhao.entId, relationId, customerId: newId<CustomerId>(clock.now()) }
  const messageId = newId<MessageId>(clock.now())
  await mineCandidates(db.sql, { ...asked, messageId, question: '可以分期吗', answer: '可以的，三期免息' }, clock.now())
  await recordMiss(db.sql, { ...asked, messageId, question: '可以以旧换新吗' }, clock.now())
  const [candidate] = (await zhao.call(knowledgeApi.pageCandidates, { body: { relationId } })).items
  const [miss] = (await zhao.call(knowledgeApi.pageMisses, { body: { relationId } })).items
  const [screen, elsewhere] = [await wei.connect(), await rival.connect()]

  const writes = [
    () => zhao.call(knowledgeApi.update, rowOf(relationId, id, 1, { answer: '宁波。' })),
    () => zhao.call(knowledgeApi.relearn, { body: { relationId, id: doc.id } }),
    () => zhao.call(knowledgeApi.remove, { query: { relationId, id } }),
    () => zhao.call(knowledgeApi.reviewCandidate, { body: { relationId, id: candidate!.id, action: 'reject' } }),
    () => zhao.call(knowledgeApi.settleMiss, { body: { relationId, id: miss!.id, action: 'ignore' } }),
  ]
  for (const write of writes) {
    await write()
    await screen.roundTrip()
    expect(screen.take('message').map((frame) => frame.content.type)).toEqual(['knowledge_change'])
  }
  await elsewhere.roundTrip()
  expect(elsewhere.take('message')).toEqual([])
})

test('命中测试 searches 业务介绍 too, as the engine does', async () => {
  const { zhao, account } = await aiWorld({ config: { role: { business: '禾木做软装。我们不做硬装施工。' } } })

  const body = { relationId: account.id, question: '你们做硬装施工吗' }
  expect(await zhao.call(knowledgeApi.hitTest, { body })).toMatchObject([
    { type: 'intro', piece: '我们不做硬装施工。' },
  ])
})
