import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { BY_FLOW } from '../../db/schema/index.ts'
import type { AiAgentKey } from './ai-agent.repo.ts'

/** Half-open interval [start, end). */
type Span = { start: Date; end: Date }

/** A valid contact; a copied WeChat id of ours does not count. */
const IS_CONTACT = sql`l.kind <> 'wechat_copy' and l.state = 'valid' and l.status <> 'invalid'`

type SessionFigures = {
  sessions: number
  alone: number
  handedOver: number
  customers: number
  withLead: number
}

/**
 * Sessions started in the span in which the AI answered, and of these those without an agent's message; those that it handed over, also
 * without an answer. Of the customers it answered, those whose first valid contact is in the span.
 */
export async function readSessions(
  db: Queryable,
  { entId, relationId }: AiAgentKey,
  { start, end }: Span,
): Promise<SessionFigures> {
  const leftContact = (when: SQL) => sql`exists (select 1 from lead l
    where l.ent_id = ${entId} and l.customer_id = people.customer_id and ${IS_CONTACT} and ${when})`
  // `offset 0`: looked up per session. PostgreSQL before 18 would hash the whole table.
  const { rows } = await db.execute<SessionFigures>(sql`
    with held as (
      select s.customer_id, s.ai_messages > 0 as answered, s.human_messages = 0 as alone, exists (
          select 1 from ai_handoff h
          where h.ent_id = s.ent_id and h.customer_id = s.customer_id and h.session_id = s.id and h.at >= ${start}
            and h.reason <> ${BY_FLOW}
          offset 0
        ) as handed_over
      from session s
      where s.ent_id = ${entId} and s.relation_id = ${relationId} and s.start_at >= ${start} and s.start_at < ${end}
    ), people as (
      select distinct customer_id from held where answered
    )
    select count(*) filter (where answered)::int as sessions, count(*) filter (where answered and alone)::int as alone,
      count(*) filter (where handed_over)::int as "handedOver", (select count(*)::int from people) as customers,
      (select count(*)::int from people where ${leftContact(sql`l.created_at >= ${start} and l.created_at < ${end}`)}
        and not ${leftContact(sql`l.created_at < ${start}`)}) as "withLead"
    from held`)
  return first(rows)
}

type AnswerFigures = { answers: number; hits: number; good: number; bad: number }

/** Answers in the span, knowledge hits and ratings. */
export async function readAnswers(
  db: Queryable,
  { entId, relationId }: AiAgentKey,
  { start, end }: Span,
): Promise<AnswerFigures> {
  const { rows } = await db.execute<AnswerFigures>(sql`
    with sent as (
      select id, is_hit from ai_run
      where ent_id = ${entId} and relation_id = ${relationId} and started_at >= ${start} and started_at < ${end}
        and state = 'sent'
    ), rated as (
      select m.rating from sent join ai_run_message m on m.ent_id = ${entId} and m.run_id = sent.id
    )
    select count(*)::int as answers, count(*) filter (where is_hit)::int as hits,
      (select count(*)::int from rated where rating = 'good') as good,
      (select count(*)::int from rated where rating = 'bad') as bad
    from sent`)
  return first(rows)
}

/** Net points spent and new leads in the span; a duplicate of another customer's contact does not count. */
export async function readCosts(
  db: Queryable,
  { entId, relationId }: AiAgentKey,
  { start, end }: Span,
): Promise<{ points: number; leads: number }> {
  const { rows } = await db.execute<{ points: number; leads: number }>(sql`select
    (select coalesce(-sum(delta), 0)::int from point_ledger
      where ent_id = ${entId} and relation_id = ${relationId} and at >= ${start} and at < ${end}
        and type in ('consume', 'refund')) as points,
    (select count(*)::int from lead l
      where l.ent_id = ${entId} and l.relation_id = ${relationId} and l.created_at >= ${start} and l.created_at < ${end}
        and ${IS_CONTACT} and l.dup_of is null) as leads`)
  return first(rows)
}

function first<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('figures without a row')
  return row
}
