import { aiAgentApi, channelApi, ERRORS, type RelationId, type TagId } from '@ruwu/contract'
import { DEFAULT_AI_DRAFT, PUBLISH_PROBLEMS } from '@ruwu/domain'
import { and, asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aiAgent, aiAgentVersion, tag } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { type AiAgentWorld, aiAgentWorld, says } from '../../testing/ai-agent-world.ts'
import { findHostingAi } from './ai-agent.repo.ts'

const named = (name: string) => ({ role: { ...DEFAULT_AI_DRAFT.role, name } })

const addTest = ({ zhao, account }: AiAgentWorld, question: string, ...points: string[]) =>
  zhao.call(aiAgentApi.saveTest, { body: { relationId: account.id, question, points } })

const versions = async ({ zhao, account }: AiAgentWorld, page = {}) =>
  zhao.call(aiAgentApi.listVersions, { body: { relationId: account.id, ...page } })

const hosting = ({ db }: AiAgentWorld, { entId, id }: AiAgentWorld['account']) => findHostingAi(db.sql, entId, id)

test('a published draft answers from then on, with its time of return, and open pages hear of it', async () => {
  const here = await aiAgentWorld()
  const { account, staff, teach, save, publish, detail, db, wei } = here
  await teach(account.id, '地址', '在西湖区')
  await save({ ...named('小云'), handoff: { ...DEFAULT_AI_DRAFT.handoff, returnAfter: '60' } })
  const screen = await wei.connect()

  expect(await publish({ note: '第一版' })).toEqual({ version: 1, failures: [] })

  expect(await detail()).toMatchObject({ status: 'published', publishedVersion: 1, isChanged: false })
  expect(await hosting(here, account)).toMatchObject({ version: 1, config: { role: { name: '小云' } } })
  const [row] = await db.sql.select().from(aiAgent).where(eq(aiAgent.relationId, account.id))
  expect(row).toMatchObject({ publishedVersion: 1, returnAfter: '60' })
  await screen.roundTrip()
  const heard = screen.take('message').map(({ content }) => [content.type, JSON.parse(content.text).relationId])
  expect(heard).toEqual([
    ['ai_agent_change', account.id],
    ['ai_agent_change', staff.id],
    ['channel_account_change', account.id],
  ])
})

test('a draft that a colleague changed meanwhile is not published unseen', async () => {
  const { account, teach, save, publish, detail, zhao } = await aiAgentWorld()
  await teach(account.id, '地址', '在西湖区')
  await save(named('小云'))
  const { version: draftVersion } = await detail()
  await save(named('小雨'))

  const body = { relationId: account.id, note: '', draftVersion }
  expect(await zhao.refused(aiAgentApi.publish, { body })).toMatchObject({ code: ERRORS.stale.code })

  expect(await detail()).toMatchObject({ status: 'draft', publishedVersion: null })
  expect(await publish()).toMatchObject({ version: 1 })
})

test('the channel pages show which AI answers and that nothing is left to do', async () => {
  const { account, staff, teach, save, publish, zhao } = await aiAgentWorld()
  const listed = async () => {
    const [main] = await zhao.call(channelApi.list, { body: { source: 'douyin' } })
    return [main?.aiAgentName, main?.kosAccount[0]?.aiAgentName]
  }
  const isDone = async (relationId: RelationId, accountType: 'CORP' | 'KOS') => {
    const { checklist } = await zhao.call(channelApi.detail, { query: { relationId, accountType } })
    return ['knowledge', 'publish'].map((key) => checklist.find((item) => item.key === key)?.done)
  }
  expect(await listed()).toEqual([null, null])
  expect(await isDone(account.id, 'CORP')).toEqual([false, false])

  await teach(account.id, '地址', '在西湖区')
  await save(named('小云'))
  await publish()

  expect(await listed()).toEqual(['小云 v1', '小云 v1'])
  expect(await isDone(account.id, 'CORP')).toEqual([true, true])
  expect(await isDone(staff.id, 'KOS')).toEqual([true, true])
})

test('without knowledge, or with nothing that hands over, nothing is published', async () => {
  const here = await aiAgentWorld()
  const { account, teach, save, zhao } = here
  const refused = async () => (await zhao.refused(aiAgentApi.publish, { body: { relationId: account.id } })).msg
  expect(await refused()).toBe(PUBLISH_PROBLEMS.noKnowledge)

  await teach(account.id, '地址', '在西湖区')
  const { keywords, misses, maxRounds } = DEFAULT_AI_DRAFT.handoff
  const off = { enabled: false }
  await save({
    handoff: {
      ...DEFAULT_AI_DRAFT.handoff,
      keywords: { ...keywords, ...off },
      misses: { ...misses, ...off },
      maxRounds: { ...maxRounds, ...off },
      negative: off,
    },
  })

  expect(await refused()).toBe(PUBLISH_PROBLEMS.noTrigger)
  expect(await hosting(here, account)).toBeUndefined()
})

test('failing test questions prevent publishing unless forced with a note', async () => {
  const here = await aiAgentWorld()
  const { account, teach, publish, zhao } = here
  await teach(account.id, '你们的地址在哪里', '我们在西湖区文三路')
  const bad = await addTest(here, '你们的地址在哪里', '滨江区')
  await addTest(here, '地址在哪里', '西湖区')

  const failures = [{ testId: bad.id, question: '你们的地址在哪里', missing: ['滨江区'] }]
  expect(await publish()).toEqual({ version: null, failures })
  expect(await hosting(here, account)).toBeUndefined()

  const body = { relationId: account.id, force: true }
  expect(await zhao.refused(aiAgentApi.publish, { body })).toMatchObject({ code: ERRORS.validation.code })

  expect(await publish({ force: true, note: '新店还没开业' })).toEqual({ version: 1, failures })
  expect((await versions(here)).items[0]).toMatchObject({ note: '新店还没开业' })
})

test('a draft that is changed while its questions are asked is not published', async () => {
  const here = await aiAgentWorld()
  const { account, teach, save, engine, zhao } = here
  await teach(account.id, '地址', '在西湖区')
  await addTest(here, '地址', '西湖区')
  engine.answer = async (input) => {
    await save(named('小云'))
    return says(input, ['在西湖区'])
  }

  const refused = await zhao.refused(aiAgentApi.publish, { body: { relationId: account.id } })

  expect(refused.code).toBe(ERRORS.stale.code)
  expect(await hosting(here, account)).toBeUndefined()
})

test('concurrent publishes get consecutive versions', async () => {
  const here = await aiAgentWorld()
  const { account, teach, publish, db } = here
  await teach(account.id, '地址', '在西湖区')

  const published = await Promise.all(Array.from({ length: 6 }, () => publish()))

  expect(new Set(published.map(({ version }) => version))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
  const rows = await db.sql
    .select({ version: aiAgentVersion.version })
    .from(aiAgentVersion)
    .where(and(eq(aiAgentVersion.entId, account.entId), eq(aiAgentVersion.relationId, account.id)))
    .orderBy(asc(aiAgentVersion.version))
  expect(rows.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6])
  expect(await hosting(here, account)).toMatchObject({ version: 6 })
})

test('an old version comes back as a new one, and the draft stays', async () => {
  const here = await aiAgentWorld()
  const { account, teach, save, publish, detail, zhao } = here
  const rollback = { body: { relationId: account.id, version: 1 } }
  await teach(account.id, '地址', '在西湖区')
  await save(named('小云'))
  await publish()
  await save(named('大云'))
  await publish()

  expect(await zhao.call(aiAgentApi.rollback, rollback)).toEqual({ version: 3 })

  expect(await hosting(here, account)).toMatchObject({ version: 3, config: { role: { name: '小云' } } })
  expect(await detail()).toMatchObject({ draft: { role: { name: '大云' } }, isChanged: true, publishedVersion: 3 })
  const again = await zhao.refused(aiAgentApi.rollback, { body: { relationId: account.id, version: 3 } })
  expect(again).toMatchObject({ code: ERRORS.refused.code, msg: 'v3 正在使用中' })
  const absent = await zhao.refused(aiAgentApi.rollback, { body: { relationId: account.id, version: 9 } })
  expect(absent.code).toBe(ERRORS.notFound.code)
})

const reached = (tagIds: TagId[]) => ({
  goal: { ...DEFAULT_AI_DRAFT.goal, onReached: { materialId: null, handoff: true, tagIds } },
})

test('a rollback leaves out references deleted since', async () => {
  const here = await aiAgentWorld()
  const { account, teach, save, publish, zhao, db, clock } = here
  const id = newId<TagId>(clock.now())
  const at = { createdAt: clock.now(), updatedAt: clock.now() }
  await db.sql
    .insert(tag)
    .values({ entId: account.entId, id, name: '看过样板间', color: 'blue', kind: 'manual', ...at })
  await teach(account.id, '地址', '在西湖区')
  await save(reached([id]))
  await publish()
  await save(reached([]))
  await publish()
  await db.sql.delete(tag).where(eq(tag.id, id))

  await zhao.call(aiAgentApi.rollback, { body: { relationId: account.id, version: 1 } })

  expect(await hosting(here, account)).toMatchObject({ version: 3, config: reached([]) })
})

test('each version tells what is different in it, the newest first', async () => {
  const here = await aiAgentWorld()
  const { account, teach, save, publish, zhao } = here
  await teach(account.id, '地址', '在西湖区')
  await publish()
  await save(named('小云'))
  await publish({ note: '改名' })

  const { items, total } = await versions(here)

  expect(total).toBe(2)
  expect(items[0]).toMatchObject({
    version: 2,
    note: '改名',
    agentId: zhao.id,
    agentName: zhao.name,
    diff: [{ path: '角色 · 名称', before: 'AI 助手', after: '小云' }],
  })
  expect(items[1]).toMatchObject({ version: 1 })
})

test('a configuration copied into another account’s draft is not used for answers there', async () => {
  const here = await aiAgentWorld()
  const { account, staff, teach, save, publish, detail, zhao } = here
  await teach(account.id, '地址', '在西湖区')
  await save(named('小云'))
  await publish()
  await save(named('大云'))

  const body = { fromRelationId: account.id, toRelationIds: [staff.id], parts: ['aiAgent' as const] }
  expect(await zhao.call(channelApi.copyConfig, { body })).toEqual({ success: 1, failed: [], lacks: [] })

  expect(await detail(undefined, staff.id)).toMatchObject({ draft: { role: { name: '大云' } }, status: 'draft' })
  expect(await hosting(here, staff)).toMatchObject({ hostId: account.id, config: { role: { name: '小云' } } })
})
