import { type AgentId, type CertificationId, CERTIFY_STATUSES, type EntId, SUBJECT_TYPES } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { check, foreignKey, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { agent } from './agent.ts'
import { at, idOf, oneOf } from './columns.ts'

const SUBMITTED_STATUSES = CERTIFY_STATUSES.filter((status) => status !== 'none')

/** What an enterprise has submitted for 认证; a further one only after a rejection. */
export const certification = pgTable(
  'certification',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<CertificationId>('id').notNull(),
    status: text('status', { enum: SUBMITTED_STATUSES as ['pending', 'passed', 'rejected'] }).notNull(),
    subjectType: text('subject_type', { enum: SUBJECT_TYPES }).notNull(),
    subjectName: text('subject_name').notNull(),
    creditCode: text('credit_code').notNull(),
    legalPerson: text('legal_person').notNull(),
    licenseUrl: text('license_url').notNull(),
    contactName: text('contact_name').notNull(),
    contactTelephone: text('contact_telephone').notNull(),
    letterUrl: text('letter_url').notNull().default(''),
    reason: text('reason').notNull().default(''),
    submittedBy: idOf<AgentId>('submitted_by').notNull(),
    submittedAt: at('submitted_at').notNull(),
    reviewedAt: at('reviewed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('certification_open')
      .on(t.entId)
      .where(sql`status <> 'rejected'`),
    // One subject is certified for one enterprise.
    uniqueIndex('certification_subject')
      .on(t.creditCode)
      .where(sql`status = 'passed'`),
    foreignKey({
      name: 'certification_agent_fk',
      columns: [t.entId, t.submittedBy],
      foreignColumns: [agent.entId, agent.id],
    }),
    check('certification_status', sql`${t.status} in (${oneOf(SUBMITTED_STATUSES)})`),
    check('certification_subject_type', sql`${t.subjectType} in (${oneOf(SUBJECT_TYPES)})`),
    check('certification_reviewed', sql`(${t.status} = 'pending') = (${t.reviewedAt} is null)`),
  ],
)
