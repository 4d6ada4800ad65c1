import type { AiDecision, AiGenerator, CheckFinding, KnowledgePiece, PreviewFrame } from '@ruwu/contract'

export type Rating = 'good' | 'bad' | 'none'

/** How a turn ended. */
export type TurnEnd =
  | { kind: 'done'; durationMs: number; points: number; generator: AiGenerator }
  | { kind: 'failed'; problem: string }

/** One question and its answer. */
export type Turn = {
  /** Local key; the server's turn id arrives with the response. */
  key: string
  turnId: string | undefined
  question: string
  phase: 'thinking' | 'answering'
  pieces: KnowledgePiece[]
  /** The AI's messages. */
  texts: string[]
  decision: AiDecision | undefined
  findings: CheckFinding[]
  rating: Rating
  /** Undefined while running. */
  end: TurnEnd | undefined
}

type Turns = {
  list: Turn[]
  /** Frames that arrived before the response with the turn id; applied when it is known. */
  early: PreviewFrame[]
}

export const NO_TURNS: Turns = { list: [], early: [] }

export const runningTurn = ({ list }: Turns) => list.find((turn) => !turn.end)

const newTurn = (key: string, question: string): Turn => ({
  key,
  turnId: undefined,
  question,
  phase: 'thinking',
  pieces: [],
  texts: [],
  decision: undefined,
  findings: [],
  rating: 'none',
  end: undefined,
})

const change = (turns: Turns, key: string, to: (turn: Turn) => Turn): Turns => ({
  ...turns,
  list: turns.list.map((turn) => (turn.key === key ? to(turn) : turn)),
})

export const withQuestion = ({ list }: Turns, key: string, question: string): Turns => ({
  list: [...list, newTurn(key, question)],
  early: [],
})

export const withoutTurn = (turns: Turns, key: string): Turns => ({
  ...turns,
  list: turns.list.filter((turn) => turn.key !== key),
})

/** The server's turn id is known: early frames of that turn are applied, the others dropped. */
export function withTurnId(turns: Turns, key: string, turnId: string): Turns {
  const early = turns.early.filter((frame) => frame.turnId === turnId)
  return { ...change(turns, key, (turn) => early.reduce(advance, { ...turn, turnId })), early: [] }
}

export const withFailure = (turns: Turns, key: string, problem: string): Turns =>
  change(turns, key, (turn) => (turn.end ? turn : { ...turn, end: { kind: 'failed', problem } }))

export const withRating = (turns: Turns, key: string, rating: Rating): Turns =>
  change(turns, key, (turn) => ({ ...turn, rating }))

export function withFrame(turns: Turns, frame: PreviewFrame): Turns {
  const turn = turns.list.find((it) => it.turnId === frame.turnId)
  if (turn) return change(turns, turn.key, (it) => advance(it, frame))
  const isNameless = turns.list.some((it) => it.turnId === undefined && !it.end)
  return isNameless ? { ...turns, early: [...turns.early, frame] } : turns
}

/** A turn that has ended ignores later frames. */
function advance(turn: Turn, frame: PreviewFrame): Turn {
  if (turn.end) return turn
  switch (frame.type) {
    case 'preview':
      return { ...turn, phase: frame.state }
    case 'preview_knowledge':
      return { ...turn, pieces: frame.pieces }
    case 'preview_message':
      return { ...turn, texts: withText(turn.texts, frame) }
    case 'preview_event':
      return { ...turn, decision: frame.decision, findings: frame.findings, texts: finalTexts(turn, frame.decision) }
    case 'preview_done':
      return { ...turn, end: endOf(frame) }
  }
}

function withText(
  texts: readonly string[],
  { index, text, isWhole }: Extract<PreviewFrame, { type: 'preview_message' }>,
): string[] {
  const next = Array.from({ length: Math.max(texts.length, index + 1) }, (_, at) => texts[at] ?? '')
  next[index] = isWhole ? text : `${next[index]}${text}`
  return next
}

/** Streamed text is provisional; the texts of the decision replace it. */
function finalTexts({ texts }: Turn, decision: AiDecision): string[] {
  if (decision.kind === 'answer') return decision.texts
  return decision.kind === 'silent' ? [] : texts
}

const endOf = ({ durationMs, points, generator, error }: Extract<PreviewFrame, { type: 'preview_done' }>): TurnEnd =>
  error === null ? { kind: 'done', durationMs, points, generator } : { kind: 'failed', problem: error }
