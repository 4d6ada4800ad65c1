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
import type { AiTurn, ContactRequest, TextRules } from '@ruwu/domain'
import type { BeginModelUse } from './model/models.ts'

export type Turn = AiTurn

/** A piece of knowledge that was found, with its full text. */
export type Found = KnowledgePiece & {
  /** The answer of a Q&A, or the text under its headings. The checker allows no fact beyond it. */
  answer: string
  /** Number of the piece; a sentence of 业务介绍 has a negative one. */
  no: number
  /** What it is about, as it is offered to a customer: the question, the last heading, or the first sentence. Longer ones follow, which tell it from others of that name. */
  labels: readonly string[]
}

/** A piece that was offered to the customer under `label`. */
export type PieceRef = { knowledgeId: KnowledgeId; no: number; label: string }

/** An image in the form the model API takes. */
export type Picture = { bytes: Uint8Array; mediaType: string }

export type Search = (question: string) => Promise<Found[]>

/** What the pieces are now; those of entries that are gone or disabled are left out. */
export type ReadPieces = (refs: readonly PieceRef[]) => Promise<Found[]>

/** The AI's state for this customer, within the session. */
export type Memory = {
  /** How often each field was asked for, by its key. */
  asked: Record<string, number>
  collected: Record<string, string>
  /** Consecutive turns that found nothing. */
  misses: number
  answers: number
  isGoalReached: boolean
  /** What our last answer asked to choose from, and the question that the chosen piece answers. */
  offer: { question: string; choices: PieceRef[] } | null
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
    /** Known values of the fields to collect, by their key. */
    known: Record<string, string>
    /** A text of this session may be a WeChat id and has not been confirmed. */
    hasDoubtfulWechat?: boolean
  }
  /** The account's guard settings; left out: the defaults of a new account. */
  guard?: Pick<TextRules, 'settings' | 'words'> | undefined
  /** Names of the enterprise's custom fields, by their id. */
  fieldNames: Record<string, string>
  /** In order, since the last session boundary. The customer's turns after our last one are what is answered. */
  turns: readonly Turn[]
  /** Summary of the conversation before `turns`. */
  summary: string
  memory: Memory
  /** The newest request for the contact; left out: none so far. */
  contactRequest?: ContactRequest | undefined
  now: Date
  timeZone: string
  search: Search
  readPieces: ReadPieces
  /** Images among the messages to answer, as far as a model can read them. */
  readPictures?: (() => Promise<Picture[]>) | undefined
  /** Called with the whole text so far while it streams, for previews only: unchecked, so it must never be sent. */
  onText?: ((text: string) => void) | undefined
  signal: AbortSignal
  begin?: BeginModelUse | undefined
}

export type EngineResult = {
  /** A handoff with the reason `goal` sends the card and sets the tags of `config.goal.onReached` first. */
  decision: AiDecision
  /** The unanswered customer messages as one question. */
  question: string
  knowledge: KnowledgePiece[]
  /** The pieces the texts were made from; for a model, which cites none, every piece it was given above the hit score. */
  used: KnowledgeId[]
  findings: CheckFinding[]
  /** A piece reached the score that is good enough to answer from. */
  isHit: boolean
  /** The model that decided was given the customer's images. */
  hasSeenPictures: boolean
  memory: Memory
  generator: AiGenerator
  model: string
  tokensIn: number
  tokensOut: number
}

/** Turns a conversation into one decision. */
export type Engine = { decide(input: EngineInput): Promise<EngineResult> }
