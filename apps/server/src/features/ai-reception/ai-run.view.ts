import type { AiDecision, AiRun } from '@ruwu/contract'
import { maskContacts } from '@ruwu/domain'
import { toPiece } from '../../engine/index.ts'
import type { RunRow } from './run.repo.ts'

export const toAiRun = (row: RunRow, hitFrom: number | null): AiRun => ({
  id: row.id,
  customerId: row.customerId,
  relationId: row.relationId,
  state: row.state,
  agentVersion: row.agentVersion,
  generator: row.generator,
  model: row.model,
  question: row.question,
  knowledge: row.knowledge.map(toPiece),
  hitFrom,
  decision: row.decision,
  findings: row.findings,
  detail: row.detail,
  tokensIn: row.tokensIn,
  tokensOut: row.tokensOut,
  points: row.points,
  startedAt: row.startedAt.toISOString(),
  durationMs: row.durationMs,
})

/** Masks contacts for callers without customer:viewSensitive. Knowledge pieces are the enterprise's own text and stay. */
export const maskAiRun = (run: AiRun): AiRun => ({
  ...run,
  question: maskContacts(run.question),
  detail: maskContacts(run.detail),
  findings: run.findings.map((finding) => ({ ...finding, text: maskContacts(finding.text) })),
  decision: run.decision && maskDecision(run.decision),
})

const maskDecision = (decision: AiDecision): AiDecision =>
  decision.kind === 'answer'
    ? { ...decision, texts: decision.texts.map((text) => maskContacts(text)) }
    : { ...decision, detail: maskContacts(decision.detail) }
