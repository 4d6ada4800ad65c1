import type {
  AiDecision,
  AiDraft,
  AiGenerator,
  CheckFinding,
  EntId,
  KnowledgeId,
  KnowledgePiece,
  Source,
} from '@ruwu/contract'
import type { AiTurn, TextRules } from '@ruwu/domain'

export type Turn = AiTurn

/** A piece of knowledge that was found, with all of what it says. */
export type Found = KnowledgePiece & {
  /** The answer of a question, or the text under its headings: what may be said, and all that may be said. */
  answer: string
}

/** A picture as a model takes it. */
export type Picture = { bytes: Uint8Array; mediaType: string }

export type Search = (question: string) => Promise<Found[]>

/** What the AI remembers of this customer; counted within the session. */
export type Memory = {
  asked: Record<string, number>
  collected: Record<string, string>
  /** Turns in a row that found nothing. */
  misses: number
  answers: number
  isGoalReached: boolean
}

export type EngineInput = {
  entId: EntId
  config: AiDraft
  account: {
    name: string
    source: Source
    profile: { brand: string; industry: string; city: string; address: string; hours: string }
  }
  customer: {
    name: string
    hasLead: boolean
    /** Values of the fields to collect that are known already, by their key. */
    known: Record<string, string>
    /** They sent letters in this session that may be a WeChat id, and nobody has said whether they are. */
    hasDoubtfulWechat?: boolean
  }
  /** What the platform and the account let through; left out: as every account begins. */
  guard?: Pick<TextRules, 'settings' | 'words'> | undefined
  /** Names of the enterprise's own fields, by their id. */
  fieldNames: Record<string, string>
  /** Since the last boundary, in their order; the customer's words after the last of ours are what is answered. */
  turns: readonly Turn[]
  /** What came before. */
  summary: string
  memory: Memory
  now: Date
  timeZone: string
  search: Search
  /** The pictures among the words to answer, as far as they can be shown to a model. */
  readPictures?: (() => Promise<Picture[]>) | undefined
  /** All words so far, as they come, for whoever looks on. Never what is sent: that is decided when all of them are there. */
  onText?: ((text: string) => void) | undefined
  signal: AbortSignal
}

export type EngineResult = {
  /** Handed over with the reason `goal`: the card and the tags of `config.goal.onReached` come before it. */
  decision: AiDecision
  /** The customer's words as one question. */
  question: string
  knowledge: KnowledgePiece[]
  /** What the words were made from; of a model, which does not tell, everything good enough that it was given. */
  used: KnowledgeId[]
  findings: CheckFinding[]
  /** Something found was good enough to answer from. */
  isHit: boolean
  /** The decision was made by somebody who saw the customer's pictures. */
  hasSeenPictures: boolean
  memory: Memory
  generator: AiGenerator
  model: string
  tokensIn: number
  tokensOut: number
}

/** Turns a conversation into one decision. */
export type Engine = { decide(input: EngineInput): Promise<EngineResult> }
