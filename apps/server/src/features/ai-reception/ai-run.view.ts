import type { AiDecision, AiRun } from '@ruwu/contract'
import { type ContactMask, maskContacts } from '@ruwu/domain'
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

/** The run for callers who must not see everything. Knowledge pieces are the enterprise's own text and stay. */
export const maskAiRun = (run: AiRun, mask: ContactMask): AiRun => ({
  ...run,
  question: maskContacts(run.question, mask),
  detail: maskContacts(run.detail, mask),
  findings: run.findings.map((finding) => ({ ...finding, text: maskContacts(finding.text, mask) })),
  decision: run.decision && maskDecision(run.decision, mask),
})

const maskDecision = (decision: AiDecision, mask: ContactMask): AiDecision =>
  decision.kind === 'answer'
    ? { ...decision, texts: decision.texts.map((text) => maskContacts(text, mask)) }
    : { ...decision, detail: maskContacts(decision.detail, mask) }
