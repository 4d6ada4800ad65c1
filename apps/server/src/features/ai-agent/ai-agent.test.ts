import {
  aiAgentApi,
  AiDraft,
  type AiTestId,
  ERRORS,
  type FieldId,
  materialApi,
  type MaterialId,
  type TagId,
} from '@ruwu/contract'
import { DEFAULT_AI_DRAFT } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { customer } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { aiAgentWorld } from '../../testing/ai-agent-world.ts'
import { materialWorld } from '../../testing/material-world.ts'
import { openAccount, Platform } from '../../testing/platform.ts'
import { findHostingAi } from './ai-agent.repo.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'

test('an AI without a draft has the default config', async () => {
  const { detail, account } = await aiAgentWorld()

  expect(await detail()).toEqual({
    relationId: account.id,
    draft: DEFAULT_AI_DRAFT,
    published: null,
    publishedVersion: null,
    publishedAt: null,
    status: 'draft',
    isChanged: true,
    inheritedFrom: null,
    version: 1,
    updatedBy: null,
    updatedAt: null,
  })
})

test('a saved draft is what the next one reads, and open pages hear of it', async () => {
  const { detail, save, wei, zhao, account } = await aiAgentWorld()
  const screen = await wei.connect()

  const saved = await save({ role: { ...DEFAULT_AI_DRAFT.role, name: '小云' } })

  expect(saved).toMatchObject({ draft: { role: { name: '小云' } }, version: 2, updatedBy: zhao.id, status: 'draft' })
  expect(await detail()).toEqual(saved)
  const told = await screen.next((frame) => frame.type === 'message')
  expect(told).toMatchObject({ content: { type: 'ai_agent_change' } })
  expect(JSON.stringify(told)).toContain(account.id)
})

test('a stale save is refused with the editor’s name and changes nothing', async () => {
  const { detail, save, zhao, account } = await aiAgentWorld()
  const { draft, version } = await detail()
  await save({ role: { ...DEFAULT_AI_DRAFT.role, name: '小云' } })

  const refused = await zhao.refused(aiAgentApi.save, { body: { relationId: account.id, draft, version } })

  expect(refused).toMatchObject({ code: ERRORS.stale.code, msg: `内容已被 ${zhao.name} 更新，请刷新后重试` })
  expect(await detail()).toMatchObject({ draft: { role: { name: '小云' } }, version: 2 })
})

test.each([
  ['card', { goal: { onReached: { materialId: newId<MaterialId>(new Date(0)), handoff: false, tagIds: [] } } }],
  ['tag', { goal: { onReached: { materialId: null, handoff: false, tagIds: [newId<TagId>(new Date(0))] } } }],
  ['field', { goal: { fields: [{ key: newId<FieldId>(new Date(0)), isMust: true }] } }],
  ['contradiction', { script: { mustSay: ['全网最低价'], forbidden: ['最低价'] } }],
])('a draft with a wrong %s is refused', async (_what, change) => {
  const { zhao, account, detail } = await aiAgentWorld()
  const body = { relationId: account.id, draft: AiDraft.parse(change), version: 1 }

  const refused = await zhao.refused(aiAgentApi.save, { body })

  expect(refused.code).toBe(ERRORS.validation.code)
  expect(await detail()).toMatchObject({ version: 1, draft: DEFAULT_AI_DRAFT })
})

test('a sub-account has its main account’s AI until one is published for itself', async () => {
  const { account, staff, detail, save, publish, teach, db } = await aiAgentWorld()
  await teach(account.id, '地址', '在西湖区')
  await save({ role: { ...DEFAULT_AI_DRAFT.role, name: '总店' } })
  await publish()

  const inherited = await detail(undefined, staff.id)
  expect(inherited).toMatchObject({
    draft: { role: { name: '总店' } },
    published: null,
    status: 'draft',
    inheritedFrom: { relationId: account.id, name: '云杉家居', version: 1 },
  })
  expect(await findHostingAi(db.sql, staff.entId, staff.id)).toMatchObject({ hostId: account.id, version: 1 })

  await teach(staff.id, '地址', '在滨江区')
  await save({ role: { ...DEFAULT_AI_DRAFT.role, name: '小店' } }, staff.id)
  await publish({}, staff.id)

  expect(await detail(undefined, staff.id)).toMatchObject({ status: 'published', inheritedFrom: null })
  expect(await findHostingAi(db.sql, staff.entId, staff.id)).toMatchObject({
    hostId: staff.id,
    config: { role: { name: '小店' } },
  })
  expect(await findHostingAi(db.sql, account.entId, account.id)).toMatchObject({ config: { role: { name: '总店' } } })
})

test('an account without any published AI has none that answers', async () => {
  const { account, staff, save, db } = await aiAgentWorld()
  await save({ role: { ...DEFAULT_AI_DRAFT.role, name: '小云' } })

  expect(await findHostingAi(db.sql, account.entId, account.id)).toBeUndefined()
  expect(await findHostingAi(db.sql, staff.entId, staff.id)).toBeUndefined()
})

test('customers of a sub-account are received by its main account’s AI', async () => {
  const here = await aiAgentWorld()
  const { account, staff, teach, publish, db } = here
  const platform = new Platform(here)
  const comes = async (name: string) => {
    await platform.tell(platform.text(staff, name, '在吗'))
    await platform.settle()
    const [row] = await db.sql.select().from(customer).where(eq(customer.platformUserId, name))
    return row
  }
  expect(await comes('早来的')).toMatchObject({ receptionType: 'manual', aiOffReason: 'error' })

  await teach(account.id, '地址', '在西湖区')
  await publish()

  expect(await comes('后来的')).toMatchObject({ receptionType: 'ai_agent', relationId: staff.id })
})

test('a card that is sent when the goal is reached can not be deleted', async () => {
  const { zhao, bindDouyin, addCard } = await materialWorld()
  const relationId = await bindDouyin(zhao)
  const card = await addCard(relationId)
  const remove = { query: { id: card } }
  const onReached = { materialId: card, handoff: false, tagIds: [] }
  const draft = AiDraft.parse({ goal: { onReached } })

  const { version } = await zhao.call(aiAgentApi.save, { body: { relationId, draft, version: 1 } })
  const refused = await zhao.refused(materialApi.remove, remove)
  expect(refused).toMatchObject({ code: ERRORS.inUse.code, data: { usedBy: ['AI 智能体「抖音号 dy-1」'] } })

  await zhao.call(aiAgentApi.save, { body: { relationId, draft: DEFAULT_AI_DRAFT, version } })
  expect((await zhao.request(materialApi.remove, remove)).code).not.toBe(ERRORS.inUse.code)
})

test('another enterprise’s account looks absent', async () => {
  const here = await aiAgentWorld()
  const foreign = await openAccount(here, { entId: here.rival.entId })
  const query = { relationId: foreign.id }
  const calls = [
    absentForRival(here.zhao, aiAgentApi.detail, { query }),
    absentForRival(here.zhao, aiAgentApi.save, { body: { ...query, draft: DEFAULT_AI_DRAFT, version: 1 } }),
    absentForRival(here.zhao, aiAgentApi.publish, { body: query }),
    absentForRival(here.zhao, aiAgentApi.rollback, { body: { ...query, version: 1 } }),
    absentForRival(here.zhao, aiAgentApi.listVersions, { body: query }),
    absentForRival(here.zhao, aiAgentApi.listTests, { body: query }),
    absentForRival(here.zhao, aiAgentApi.saveTest, { body: { ...query, question: '在吗', points: ['在'] } }),
    absentForRival(here.zhao, aiAgentApi.removeTest, { query: { ...query, id: newId<AiTestId>(new Date(0)) } }),
    absentForRival(here.zhao, aiAgentApi.runTests, { body: query }),
    absentForRival(here.zhao, aiAgentApi.statistics, { query }),
  ]

  for (const refused of await Promise.all(calls)) expect(refused.code).toBe(ERRORS.notFound.code)
})
