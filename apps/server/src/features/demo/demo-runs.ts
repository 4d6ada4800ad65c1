import type { AiRunId, EntId, KnowledgePiece } from '@ruwu/contract'
import { gramsOf } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import { newId } from '../../platform/ids.ts'
import { saveFeedback } from '../../thread/index.ts'
import { insertPastRuns } from '../ai-reception/index.ts'
import { recordMiss } from '../knowledge/index.ts'
import { chargeAnswer } from '../points/index.ts'
import { type Entry, hasRuns, listPastAnswers, listQuestions, type PastAnswer } from './demo.repo.ts'
import { seededRandom } from './talks/seeded-random.ts'
import { UNKNOWN_REPLY } from './talks/slots.ts'

const SEED = 20_262
/** Share of an entry's answer that the AI's text repeats when it was made from it. */
const REPEATED = 0.4
const RATED = 0.16
const LIKED = 0.85
const TAKES_MS = 1_400

/** Gives the AI's past answers their runs, charges, missed questions and some ratings, once. */
export async function seedDemoRuns(db: Database, ofEnterprise: EntId): Promise<void> {
  if (await hasRuns(db.sql, ofEnterprise)) return
  const answers = await listPastAnswers(db.sql, ofEnterprise)
  const questions = await listQuestions(db.sql, ofEnterprise)
  const entries = questions.map((entry) => ({ entry, grams: gramsOf(entry.answer) }))
  const chance = seededRandom(SEED)
  await db.transaction(async (tx) => {
    const runs = []
    for (const answer of answers) {
      const points = await chargeAnswer(tx, { ...answer, hasImage: false }, answer.at)
      runs.push({ ...runOf(answer, entries), points })
      if (answer.text === UNKNOWN_REPLY)
        await recordMiss(tx.sql, { ...answer, relationId: answer.hostId, messageId: answer.askedId }, answer.at)
      if (!answer.agentId || chance.next() >= RATED) continue
      const rating = chance.next() < LIKED ? ('good' as const) : ('bad' as const)
      const { entId, messageId, agentId } = answer
      await saveFeedback(tx.sql, { entId, messageId, agentId, rating, at: answer.at })
    }
    await insertPastRuns(tx.sql, runs)
  })
}

type Source = { entry: Entry; grams: string[] }

function runOf(answer: PastAnswer, entries: readonly Source[]) {
  const { text, at, question, ...columns } = answer
  const used = findSource(text, entries)
  return {
    ...columns,
    id: newId<AiRunId>(at),
    epoch: 0,
    state: 'sent' as const,
    agentVersion: 1,
    generator: 'builtin' as const,
    question,
    knowledge: used ? [used] : [],
    decision: { kind: 'answer' as const, texts: [text], ask: null, materialId: null, tagIds: [], isMiss: !used },
    isHit: used !== undefined,
    startedAt: new Date(at.getTime() - TAKES_MS),
    durationMs: TAKES_MS,
  }
}

/** The entry whose answer the text repeats most. */
function findSource(text: string, entries: readonly Source[]): KnowledgePiece | undefined {
  const said = new Set(gramsOf(text))
  const ranked = entries
    .map(({ entry, grams }) => ({
      entry,
      share: grams.filter((gram) => said.has(gram)).length / Math.max(grams.length, 1),
    }))
    .toSorted((one, other) => other.share - one.share)
  const [best] = ranked
  if (!best || best.share < REPEATED) return undefined
  const { id, question, answer } = best.entry
  return { knowledgeId: id, type: 'qa', title: question, piece: answer, score: best.share, isUsed: true }
}
