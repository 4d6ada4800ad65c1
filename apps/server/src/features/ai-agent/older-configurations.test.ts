import { readFile } from 'node:fs/promises'
import { AiDraft, channelApi, type RelationId } from '@ruwu/contract'
import { DEFAULT_AI_DRAFT } from '@ruwu/domain'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aiAgent, aiAgentVersion } from '../../db/schema/index.ts'
import { aiWorld } from '../../testing/ai-world.ts'
import { openAccount } from '../../testing/platform.ts'
import { world } from '../../testing/world.ts'

const OFFERED = '0025_offered_choices'

/** The statements of a migration that contain this. */
async function statementsOf(name: string, part: string): Promise<string[]> {
  const file = new URL(`../../db/migrations/${name}.sql`, import.meta.url)
  const statements = (await readFile(file, 'utf8')).split('--> statement-breakpoint')
  return statements.filter((each) => each.includes(part))
}

/** As three settings decided what happens without an answer. */
const older = (unknown: string, misses: object, lowScore: object) => {
  const { hitScore: _hitScore, ...advanced } = DEFAULT_AI_DRAFT.advanced
  const { askEvery: _askEvery, ...goal } = DEFAULT_AI_DRAFT.goal
  const { script, handoff, role } = DEFAULT_AI_DRAFT
  return { role, goal, advanced, script: { ...script, unknown }, handoff: { ...handoff, misses, lowScore } }
}

const ON = { enabled: true, n: 3 }
const OFF = { enabled: false, n: 3 }

test('an older configuration does what its three settings did together', async () => {
  const { db, clock, zhao } = await world()
  const { id: relationId } = await openAccount({ db, clock }, { entId: zhao.entId })
  const [update = ''] = await statementsOf('0022_one_request', 'UPDATE "ai_agent" SET')
  const become = async (config: object, id: RelationId = relationId) => {
    await db.sql
      .insert(aiAgent)
      .values({ entId: zhao.entId, relationId: id, draft: config as AiDraft, updatedAt: clock.now() })
      .onConflictDoUpdate({ target: [aiAgent.entId, aiAgent.relationId], set: { draft: config as AiDraft } })
    await db.sql.execute(sql.raw(update))
    const [row] = await db.sql.select().from(aiAgent).where(eq(aiAgent.relationId, id))
    expect(AiDraft.parse(row?.draft)).toEqual(row?.draft)
    return [row?.draft?.handoff.misses, row?.draft?.advanced.hitScore, row?.draft?.goal.askEvery]
  }

  expect(await become(older('handoff', ON, { enabled: true, score: 0.6 }))).toEqual([{ enabled: true, n: 1 }, 0.6, 5])
  expect(await become(older('handoff', OFF, { enabled: false, score: 0.6 }))).toEqual([
    { enabled: true, n: 1 },
    0.35,
    5,
  ])
  expect(await become(older('honest', ON, { enabled: true, score: 0.6 }))).toEqual([{ enabled: true, n: 1 }, 0.6, 5])
  expect(await become(older('honest', ON, { enabled: false, score: 0.6 }))).toEqual([ON, 0.35, 5])
  expect(await become(older('honest', OFF, { enabled: false, score: 0.6 }))).toEqual([OFF, 0.35, 5])
})

test('采用线 of an older scale begins again with the default, and the account’s history says so', async () => {
  const { zhao, account, publish, db } = await aiWorld({ config: { advanced: { hitScore: 0.6 } } })
  const reset = async () => {
    for (const part of ['INTO "channel_history"', 'UPDATE "ai_agent'])
      for (const statement of await statementsOf(OFFERED, part)) await db.sql.execute(sql.raw(statement))
  }
  const history = async () =>
    (await zhao.call(channelApi.eventList, { body: { relationId: account.id, kind: 'setting' } })).items
  await reset()

  const [row] = await db.sql.select().from(aiAgent)
  const [version] = await db.sql.select().from(aiAgentVersion)
  expect([row?.draft?.advanced.hitScore, version?.config.advanced.hitScore]).toEqual([0.35, 0.35])
  expect(await history()).toMatchObject([{ text: expect.stringContaining('原来设置的 0.6 已恢复为默认的 0.35') }])

  await publish({})
  await reset()
  expect(await history()).toHaveLength(1)
})
