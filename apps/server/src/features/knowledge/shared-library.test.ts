import { aiAgentApi, channelApi, KNOWLEDGE_MAX, knowledgeApi, type LibraryName } from '@ruwu/contract'
import { and, count, eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { knowledge, knowledgeHit, knowledgePiece, knowledgeTerm, pointDay, pointLedger } from '../../db/schema/index.ts'
import { aiWorld, MERGE_MS } from '../../testing/ai-world.ts'
import { openAccount } from '../../testing/platform.ts'
import { fileOf, xlsxOf } from '../../testing/sample-files.ts'
import { ascending, knowledgeWorld } from './testing/knowledge-world.ts'

/** Two accounts of an enterprise, on different platforms. */
async function sharedWorld() {
  const here = await knowledgeWorld()
  const { zhao, relationId: first, db } = here
  const second = await here.bindRedbook(zhao)
  const share = (question: string, answer: string) => here.save('qa', { question, answer, library: 'shared' })
  const add = (relationId: typeof first, question: string, answer: string) =>
    here.save('qa', { question, answer }, zhao, relationId)
  const found = async (relationId: typeof first, question: string) =>
    (await zhao.call(knowledgeApi.hitTest, { body: { relationId, question } })).map(({ piece }) => piece)
  const move = (relationId: typeof first, id: Parameters<typeof body>[1], library: LibraryName) =>
    zhao.request(knowledgeApi.move, body(relationId, id, library))
  const listed = async (relationId: typeof first, library: LibraryName) =>
    (await zhao.call(knowledgeApi.page, { body: { relationId, library } })).items.map(({ title }) => title)
  const useShared = (relationId: typeof first, enabled: boolean) =>
    zhao.call(knowledgeApi.useShared, { body: { relationId, enabled } })
  /** Pieces and terms per library. */
  const indexed = async () => {
    const pieces = await db.sql.select({ id: knowledgePiece.libraryId }).from(knowledgePiece)
    const [terms] = await db.sql
      .select({ n: count() })
      .from(knowledgeTerm)
      .innerJoin(
        knowledgePiece,
        and(eq(knowledgePiece.libraryId, knowledgeTerm.libraryId), eq(knowledgePiece.no, knowledgeTerm.no)),
      )
    const [all] = await db.sql.select({ n: count() }).from(knowledgeTerm)
    return { libraries: pieces.map(({ id }) => id), termsFit: terms?.n === all?.n && (all?.n ?? 0) > 0 }
  }
  return { ...here, first, second, share, add, found, move, listed, useShared, indexed }
}

const body = (
  relationId: Awaited<ReturnType<typeof knowledgeWorld>>['relationId'],
  id: (typeof knowledge.$inferSelect)['id'],
  library: LibraryName,
) => ({ body: { relationId, id, library } })

test('shared knowledge answers for every account, unless an account switches it off', async () => {
  const { zhao, first, second, share, found, listed, useShared } = await sharedWorld()

  expect(await share('门店几点营业', '每天十点到九点。')).toMatchObject({ library: 'shared', relationId: first })

  expect(await found(first, '门店几点营业')).toEqual(['每天十点到九点。'])
  expect(await found(second, '几点营业')).toEqual(['每天十点到九点。'])
  expect([await listed(second, 'own'), await listed(second, 'shared')]).toEqual([[], ['门店几点营业']])

  await useShared(second, false)
  await useShared(second, false)

  expect([await found(first, '门店几点营业'), await found(second, '门店几点营业')]).toEqual([['每天十点到九点。'], []])
  const page = async (relationId: typeof first) => {
    const { inUse, usesShared } = await zhao.call(knowledgeApi.page, { body: { relationId } })
    return { inUse, usesShared }
  }
  expect([await page(first), await page(second)]).toEqual([
    { inUse: 1, usesShared: true },
    { inUse: 0, usesShared: false },
  ])
  const { items } = await zhao.call(channelApi.eventList, { body: { relationId: second, kind: 'setting' } })
  expect(items.map(({ text }) => text)).toEqual(['关闭了企业知识库'])
})

test('an account’s own answer to the same question replaces the shared one', async () => {
  const { first, second, share, add, found } = await sharedWorld()
  await share('门店几点营业', '每天十点到九点。')
  await share('门店地址在哪里', '杭州中心广场三楼。')
  await add(second, '门店几点营业？', '每天十一点到八点。')

  expect(await found(second, '门店几点营业')).toEqual(['每天十一点到八点。', expect.any(String)])
  expect((await found(first, '门店几点营业'))[0]).toBe('每天十点到九点。')
  expect((await found(second, '门店地址在哪里'))[0]).toBe('杭州中心广场三楼。')
})

test('a question is once in each library', async () => {
  const { zhao, first, second, share, add } = await sharedWorld()
  await share('在哪', '杭州。')
  await add(first, '在哪', '宁波。')
  await add(second, '在哪', '苏州。')

  const again = {
    body: { relationId: second, library: 'shared' as const, type: 'qa' as const, question: '在哪', answer: '甲' },
  }
  expect(await zhao.refused(knowledgeApi.save, again)).toMatchObject({ code: 42200, msg: '该问题已在知识库中' })
})

test('an entry that is moved keeps its id, hits and pieces; moved again there, nothing happens', async () => {
  const here = await sharedWorld()
  const { zhao, wei, first, second, add, found, listed, move, indexed, db } = here
  const { id } = await add(first, '门店几点营业', '每天十点到九点。')
  await db.sql.update(knowledge).set({ hits: 3, lastHitAt: here.clock.now() }).where(eq(knowledge.id, id))
  const screen = await wei.connect()

  const moved = await move(first, id, 'shared')
  expect(moved.data).toMatchObject({ id, library: 'shared', hits: 3, version: 2 })
  expect((await move(first, id, 'shared')).data).toMatchObject({ id, library: 'shared', version: 2 })

  await screen.roundTrip()
  const heard = screen.take('message').map(({ content }) => [content.type, JSON.parse(content.text).relationId])
  expect(heard).toEqual([
    ['knowledge_change', first],
    ['knowledge_change', null],
  ])
  expect(await indexed()).toEqual({ libraries: [zhao.entId], termsFit: true })
  expect([await listed(first, 'own'), await listed(second, 'shared')]).toEqual([[], ['门店几点营业']])
  expect(await found(second, '门店几点营业')).toEqual(['每天十点到九点。'])

  expect((await move(second, id, 'own')).data).toMatchObject({ id, library: 'own', relationId: second, hits: 3 })
  expect(await indexed()).toEqual({ libraries: [second], termsFit: true })
  expect([await found(first, '门店几点营业'), await found(second, '门店几点营业')]).toEqual([[], ['每天十点到九点。']])
  expect(await move(first, id, 'shared')).toMatchObject({ code: 40401 })
})

test('a move is refused where the question exists or the library is full', async () => {
  const { first, share, add, move, fill, save } = await sharedWorld()
  const shared = await share('在哪', '杭州。')
  const own = await add(first, '在哪', '宁波。')

  expect(await move(first, own.id, 'shared')).toMatchObject({ code: 42200, msg: '「企业共享」中已有该问题' })
  expect(await move(first, shared.id, 'own')).toMatchObject({ code: 42200, msg: '「本账号」中已有该问题' })

  const doc = await save('doc', { title: '手册', text: '正文。', library: 'shared' })
  await fill(KNOWLEDGE_MAX - 1)
  expect(await move(first, doc.id, 'own')).toMatchObject({ code: 42200, msg: '知识库已满（最多 10000 条）' })
})

test('two accounts take a shared entry at once: one gets it', async () => {
  const { zhao, first, second, share, move, indexed } = await sharedWorld()
  const { id } = await share('在哪', '杭州。')

  const answers = await Promise.all([first, second, first, second].map((relationId) => move(relationId, id, 'own')))

  expect(answers.map(({ code }) => code).toSorted(ascending)).toEqual([1, 1, 40401, 40401])
  const [owner] = (await indexed()).libraries
  expect([first, second]).toContain(owner)
  expect(owner).not.toBe(zhao.entId)
})

test('moved while a sheet with its question is imported, the entry stays whole in one library', async () => {
  const { zhao, first, share, move, listed, indexed } = await sharedWorld()
  const { id } = await share('在哪', '杭州。')
  const rows = [
    ['问题', '相似问', '答案'],
    ['在哪', null, '宁波。'],
    ['几点开门', null, '十点。'],
  ]
  const file = fileOf(await xlsxOf(rows), '问答.xlsx')

  const [moved, imported] = await Promise.all([
    move(first, id, 'own'),
    zhao.request(knowledgeApi.import, {
      body: { relationId: first, library: 'shared', onDuplicate: 'overwrite' },
      file,
    }),
  ])

  expect([moved.code, imported.code]).toEqual([1, 1])
  expect(await listed(first, 'own')).toEqual(['在哪'])
  expect((await indexed()).termsFit).toBe(true)
})

test('a document moved while it is learned is learned in its new library, and no account is charged for shared ones', async () => {
  const { zhao, first, second, save, move, learn, found, indexed, db } = await sharedWorld()
  const { id } = await save('doc', { title: '手册', text: '# 质保\n柜体质保五年。' })
  await move(first, id, 'shared')

  await learn()

  expect(await found(second, '柜体质保几年')).toHaveLength(1)
  expect(await indexed()).toEqual({ libraries: [zhao.entId], termsFit: true })
  const [charged] = await db.sql.select().from(pointLedger).where(eq(pointLedger.item, 'knowledge'))
  expect(charged).toMatchObject({ relationId: null, delta: -1 })
  expect(await db.sql.select().from(pointDay).where(isNotNull(pointDay.relationId))).toEqual([])
})

test('a stale edit of a moved entry is refused', async () => {
  const { zhao, first, share, move } = await sharedWorld()
  const { id, version } = await share('在哪', '杭州。')
  await move(first, id, 'own')

  const late = { body: { relationId: first, id, version, answer: '宁波。' } }
  expect(await zhao.refused(knowledgeApi.update, late)).toMatchObject({ code: 40902 })
})

test('shared knowledge names the accounts that use it', async () => {
  const { zhao, first, second, share, useShared } = await sharedWorld()
  const { id } = await share('在哪', '杭州。')
  const users = async () =>
    (await zhao.call(knowledgeApi.whereUsed, { query: { relationId: first, id } })).accounts.map((it) => it.relationId)

  expect(new Set(await users())).toEqual(new Set([first, second]))
  await useShared(first, false)
  expect(await users()).toEqual([second])
})

test('shared knowledge alone is enough to publish; switched off it is not', async () => {
  const { zhao, second, share, useShared } = await sharedWorld()
  await share('在哪', '杭州。')
  const publish = () => zhao.request(aiAgentApi.publish, { body: { relationId: second } })

  await useShared(second, false)
  expect(await publish()).toMatchObject({ code: 42200 })
  await useShared(second, true)
  expect((await publish()).data).toMatchObject({ version: 1 })
})

test('an entry that is being learned is not copied, so it is not charged twice, and this is said', async () => {
  const { zhao, first, second, save, listed } = await sharedWorld()
  await save('doc', { title: '手册', text: '# 质保\n柜体质保五年。' })

  const body = { fromRelationId: first, toRelationIds: [second], parts: ['knowledge' as const], dryRun: false }
  const { lacks } = await zhao.call(channelApi.copyConfig, { body })

  expect(lacks).toMatchObject([{ texts: ['知识库：1 条正在学习，学完后可再复制'] }])
  expect(await listed(second, 'own')).toEqual([])
})

test('own knowledge is copied to an account of another platform, once, with what was learned and without a charge', async () => {
  const { zhao, first, second, share, add, save, learn, found, listed, db } = await sharedWorld()
  await share('在哪', '杭州。')
  await add(first, '门店几点营业', '每天十点到九点。')
  await save('doc', { title: '手册', text: '# 质保\n柜体质保五年。' })
  await learn()
  await add(second, '门店几点营业', '每天十一点到八点。')
  const copy = (dryRun = false) =>
    zhao.call(channelApi.copyConfig, {
      body: { fromRelationId: first, toRelationIds: [second], parts: ['knowledge'], dryRun },
    })
  const lacks = (n: number) => [
    { id: second, name: expect.any(String), texts: [`知识库：已有 ${n} 条同名知识，不重复复制`] },
  ]

  expect(await copy(true)).toEqual({ success: 1, failed: [], lacks: lacks(1) })
  expect(await listed(second, 'own')).toEqual(['门店几点营业'])
  const answers = await Promise.all([copy(), copy()])
  expect(answers.map((answer) => answer.lacks)).toEqual(expect.arrayContaining([lacks(1), lacks(2)]))

  expect(new Set(await listed(second, 'own'))).toEqual(new Set(['手册', '门店几点营业']))
  expect((await found(second, '门店几点营业'))[0]).toBe('每天十一点到八点。')
  expect((await found(second, '柜体质保几年'))[0]).toEqual(expect.stringContaining('柜体质保五年'))
  await learn()
  expect(await db.sql.select().from(pointLedger).where(eq(pointLedger.item, 'knowledge'))).toHaveLength(1)
  expect(await db.sql.select().from(knowledgeHit)).toEqual([])
})

test('a sub-account that its main account’s AI answers for has a switch of its own', async () => {
  const here = await aiWorld({ engine: undefined as never })
  const { zhao, account, platform, clock } = here
  const staff = await openAccount(here, { entId: account.entId, accountType: 'KOS', parentId: account.id })
  const shared = {
    type: 'qa' as const,
    library: 'shared' as const,
    question: '门店几点营业',
    answer: '每天十点到九点。',
  }
  await zhao.call(knowledgeApi.save, { body: { relationId: account.id, ...shared } })
  const answerTo = async (to: typeof staff, name: string) => {
    await platform.tell(platform.text(to, name, '门店几点营业'))
    await platform.settle()
    clock.advance(MERGE_MS)
    await here.answer()
    return (await here.wordsOf((await here.rowOf(name)).id)).at(-1)
  }

  expect(await answerTo(staff, '小舟')).toContain('每天十点到九点')
  await zhao.call(knowledgeApi.useShared, { body: { relationId: staff.id, enabled: false } })

  expect(await answerTo(staff, '小船')).not.toContain('每天十点到九点')
  expect(await answerTo(account, '小帆')).toContain('每天十点到九点')
})
