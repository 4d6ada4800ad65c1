import { readFile } from 'node:fs/promises'
import { AiDraft, type RelationId } from '@ruwu/contract'
import { DEFAULT_AI_DRAFT } from '@ruwu/domain'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aiAgent } from '../../db/schema/index.ts'
import { openAccount } from '../../testing/platform.ts'
import { world } from '../../testing/world.ts'

const MIGRATION = new URL('../../db/migrations/0022_one_request.sql', import.meta.url)

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
  const statements = (await readFile(MIGRATION, 'utf8')).split('--> statement-breakpoint')
  const update = statements.find((each) => each.includes('UPDATE "ai_agent" SET'))!
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
