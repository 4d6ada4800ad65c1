import { AiDraft, aiAgentApi, type KnowledgeId, type RelationId } from '@ruwu/contract'
import type { Engine, EngineInput, EngineResult } from '../engine/index.ts'
import { putPieces } from '../engine/retrieval/index.ts'
import { knowledge } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import { openAccount } from './platform.ts'
import type { Person } from './person.ts'
import { world, type WorldOptions } from './world.ts'

export type AiAgentWorld = Awaited<ReturnType<typeof aiAgentWorld>>

/** A world with an account, a sub-account, and a scripted engine. */
export async function aiAgentWorld(options: WorldOptions = {}) {
  const engine = new TestEngine()
  const here = await world({ engine, ...options })
  const { db, clock, zhao } = here
  const account = await openAccount(here, { entId: zhao.entId })
  const staff = await openAccount(here, {
    entId: zhao.entId,
    accountType: 'KOS',
    parentId: account.id,
    name: '云杉家居小店',
  })

  /** Inserts a learned knowledge entry. */
  const teach = async (relationId: RelationId, question: string, answer: string): Promise<KnowledgeId> => {
    const now = clock.now()
    const library = { entId: zhao.entId, relationId }
    const id = newId<KnowledgeId>(now)
    const at = { createdAt: now, updatedAt: now }
    const entry = { type: 'qa' as const, title: question, question, answer, origin: '手动添加' }
    await db.sql.insert(knowledge).values({ ...library, id, ...entry, status: 'active', pieces: 1, ...at })
    await putPieces(db.sql, { ...library, knowledgeId: id }, [{ heading: question, text: answer, words: [question] }])
    return id
  }

  const detail = (person: Person = zhao, relationId: RelationId = account.id) =>
    person.call(aiAgentApi.detail, { query: { relationId } })

  const save = async (change: object, relationId: RelationId = account.id) => {
    const { draft, version } = await detail(zhao, relationId)
    const changed = AiDraft.parse({ ...draft, ...change })
    return zhao.call(aiAgentApi.save, { body: { relationId, draft: changed, version } })
  }

  const publish = (how: { note?: string; force?: boolean } = {}, relationId: RelationId = account.id) =>
    zhao.call(aiAgentApi.publish, { body: { relationId, ...how } })

  return { ...here, engine, account, staff, teach, detail, save, publish }
}

type Decide = (input: EngineInput) => Promise<EngineResult>

/** Answers with the first found piece, streamed by character; hands over when nothing is found. Tests may replace `answer`. */
export class TestEngine implements Engine {
  readonly asked: EngineInput[] = []
  answer: Decide = async (input) => {
    const question = questionOf(input)
    const found = await input.search(question)
    const text = found[0]?.answer
    for (let end = 1; end <= (text ?? '').length; end += 1) input.onText?.((text ?? '').slice(0, end))
    return text === undefined ? handsOver(input) : says(input, [text])
  }

  async decide(input: EngineInput): Promise<EngineResult> {
    this.asked.push(input)
    return this.answer(input)
  }
}

export const questionOf = ({ turns }: EngineInput): string => turns.at(-1)?.text ?? ''

export const says = (input: EngineInput, texts: string[]): EngineResult => ({
  decision: { kind: 'answer', texts, ask: null, materialId: null, tagIds: [], isMiss: false },
  question: questionOf(input),
  knowledge: [],
  used: [],
  findings: [],
  isHit: true,
  hasSeenPictures: false,
  memory: { ...input.memory, answers: input.memory.answers + 1 },
  generator: 'builtin',
  model: '',
  tokensIn: 0,
  tokensOut: 0,
})

export const handsOver = (input: EngineInput): EngineResult => ({
  ...says(input, []),
  decision: { kind: 'handoff', reason: 'unknown', detail: '没有找到' },
  isHit: false,
})
