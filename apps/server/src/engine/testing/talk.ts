import type { AiDraft, EntId, KnowledgeId } from '@ruwu/contract'
import { DEFAULT_AI_DRAFT } from '@ruwu/domain'
import { fakeClock } from '@ruwu/testkit'
import { createEngine, type Engine, type EngineInput, type Found, type Turn } from '../index.ts'
import { createModelCaller, type ModelCaller, type Models } from '../model/index.ts'
import type { Clock } from '../../platform/clock.ts'

const START = '2026-03-16T02:00:00.000Z'

type Knowledge = { title: string; answer: string; words: readonly string[]; score?: number; labels?: string[] }

/** Knowledge of a piano school; a question finds an entry when it contains one of its words. */
export const SCHOOL: readonly Knowledge[] = [
  { title: '试听课多少钱？', answer: '试听课99元一节，一节45分钟。报名后可以抵扣学费。', words: ['试听', '体验课'] },
  {
    title: '学费多少钱？',
    answer: '钢琴课一对一，24节课4800元，48节课8800元。',
    words: ['学费', '多少钱', '价格', '收费'],
  },
  {
    title: '几点上课？',
    answer: '周一至周日10:00到21:00都可以约课，您提前一天预约就行。',
    words: ['几点', '上课时间', '营业'],
  },
  { title: '在哪里？', answer: '我们在人民路88号3楼，地铁2号线A口出来走5分钟。', words: ['在哪', '地址', '怎么走'] },
]

/** Likelihoods: what is found besides is less likely. */
export const foundIn = (knowledge: readonly Knowledge[], question: string): Found[] =>
  knowledge
    .flatMap((entry, no) => (entry.words.some((word) => question.includes(word)) ? [pieceOf(entry, no)] : []))
    .map((piece, index) => ({ ...piece, score: knowledge[piece.no]?.score ?? (index === 0 ? 0.8 : 0.1) }))

const pieceOf = ({ title, answer, labels = [title] }: Knowledge, no: number): Found => ({
  knowledgeId: `k${no}` as KnowledgeId,
  no,
  type: 'qa',
  title,
  piece: answer,
  score: 1,
  answer,
  labels,
})

type Change = { [K in keyof AiDraft]?: Partial<AiDraft[K]> }

export const draftWith = (change: Change = {}): AiDraft => ({
  role: { ...DEFAULT_AI_DRAFT.role, ...change.role },
  goal: { ...DEFAULT_AI_DRAFT.goal, ...change.goal },
  script: { ...DEFAULT_AI_DRAFT.script, ...change.script },
  handoff: { ...DEFAULT_AI_DRAFT.handoff, ...change.handoff },
  advanced: { ...DEFAULT_AI_DRAFT.advanced, ...change.advanced },
})

export type Talk = Partial<Omit<EngineInput, 'config' | 'turns' | 'memory'>> & {
  config?: Change
  memory?: Partial<EngineInput['memory']>
  /** `他: …` is the customer, `我: …` the AI; a picture is [图]. */
  said: readonly string[]
  knowledge?: readonly Knowledge[]
}

/** Engine input from a conversation written line by line. */
export function inputOf({ said, config, memory, knowledge = SCHOOL, ...rest }: Talk): EngineInput {
  return {
    entId: '0198a0b0c0d07000800000000000000a' as EntId,
    config: draftWith(config),
    account: {
      name: '小音符钢琴',
      source: 'redbook',
      profile: { brand: '小音符', industry: '教育', city: '上海', address: '人民路88号3楼', hours: '10:00-21:00' },
    },
    customer: { name: '小鱼', hasLead: false, known: {} },
    fieldNames: {},
    turns: said.map(toTurn),
    summary: '',
    memory: { asked: {}, collected: {}, misses: 0, answers: 0, isGoalReached: false, offer: null, ...memory },
    now: new Date(START),
    timeZone: 'Asia/Shanghai',
    search: async (question) => foundIn(knowledge, question),
    readPieces: async (refs) => refs.flatMap(({ no }) => (knowledge[no] ? [pieceOf(knowledge[no], no)] : [])),
    signal: new AbortController().signal,
    ...rest,
  }
}

function toTurn(line: string, index: number): Turn {
  const [, who = '', text = ''] = /^(他|我|人): ?([^]*)$/.exec(line) ?? []
  const hasImage = text.includes('[图]')
  return {
    who: who === '他' ? 'customer' : who === '我' ? 'ai' : 'human',
    text: text.replace('[图]', ''),
    hasImage,
    at: new Date(Date.parse(START) + index * 1000),
  }
}

export const NO_MODELS: Models = { forEnterprise: async () => undefined, onFailure: async () => {} }

export const callerOf = (models: Models, clock: Clock = fakeClock(START)): ModelCaller =>
  createModelCaller({ models, clock, log: { warn: () => {} } })

export const engineWith = (models: Models = NO_MODELS, clock = fakeClock(START)): Engine =>
  createEngine(callerOf(models, clock))
