import type { CertificationId } from '@ruwu/contract'
import { CERTIFY_STATUS_LABELS, CERTIFY_TEXTS, reviewedText } from '@ruwu/domain'
import { notifyAgents } from '../../customer/notify-agents.ts'
import type { Database } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import { StartError } from '../../platform/start-error.ts'
import { listHolders } from '../agent/index.ts'
import { markCertified } from '../enterprise/index.ts'
import { type CertificationRow, decide } from './certify.repo.ts'

type Verdict = { status: 'passed' | 'rejected'; reason: string }

/** The reviewer's decision: limits, the entry of the log and the administrators' notice in one transaction. */
export async function review(
  db: Database,
  id: CertificationId,
  verdict: Verdict,
  now: Date,
): Promise<CertificationRow | undefined> {
  const { status, reason } = verdict
  return db
    .transaction(async (tx) => {
      const row = await decide(tx.sql, id, verdict, now)
      if (!row) return undefined
      const { entId, subjectName } = row
      if (status === 'passed') await markCertified(tx.sql, entId, now)
      const after = { status: CERTIFY_STATUS_LABELS[status], reason }
      const entry = { action: 'certify.review', object: id, name: subjectName, after } as const
      await writeAudit(tx.sql, { entId, agentId: null, ip: '' }, entry, now)
      const base = { at: now.toISOString(), operatorId: null }
      tx.emit(entId, { type: 'ent_certify_change', status, ...base })
      const level = status === 'passed' ? 'info' : 'warn'
      const to = await listHolders(tx.sql, entId, 'enterprise:settingsEdit')
      const text = reviewedText(status, reason)
      await notifyAgents(tx, { entId }, { hintType: 'certify_reviewed', text, level, to, subjectId: id }, now)
      return row
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'certification_subject') ? new StartError(CERTIFY_TEXTS.taken) : error
    })
}
