import { RECEPTION_TYPES, type ReceptionType, type RelationId } from '@ruwu/contract'
import type { CustomerCount, SumName, WorkingPeriods } from '@ruwu/domain'
import { type SQL, sql } from 'drizzle-orm'
import { BY_FLOW } from '../../db/schema/index.ts'

/** A bit per reception type, so that a filter is one operation. */
export const receptionBits = (types: readonly ReceptionType[]): number =>
  types.reduce((bits, type) => bits | (1 << RECEPTION_TYPES.indexOf(type)), 0)

/**
 * Facts of one kind: their table, what they count and under which dimensions. Figures, rollups and the lists behind figures are all made
 * of these rows.
 */
export type FactFamily = {
  table: string
  alias: string
  /** Further tables of a row. */
  joins: SQL
  where: SQL
  at: SQL
  /** Unique within the family. */
  key: SQL
  customerId: SQL
  sessionId: SQL
  relationId: SQL
  /** Senders. */
  agentIds: SQL
  receptions: SQL
  byAd: SQL
  contentId: SQL
  adId: SQL
  adName: SQL
  sums: Partial<Record<SumName, SQL>>
  /** Whether the row's customer counts. */
  flags: Partial<Record<CustomerCount, SQL>>
}

export const FACT_FAMILIES = [
  'session',
  'firstHuman',
  'turn',
  'activity',
  'lead',
  'copy',
  'card',
  'cardSubmit',
  'followUp',
  'points',
  'run',
  'rating',
  'suggestion',
  'reply',
  'ownerTo',
  'ownerFrom',
] as const
export type FactFamilyName = (typeof FACT_FAMILIES)[number]

const one = sql`1`
const yes = sql`true`
const when = (condition: SQL): SQL => sql`(${condition})::int`
const NO_AGENTS = sql`'{}'::uuid[]`
const only = (agentId: SQL): SQL => sql`case when ${agentId} is null then ${NO_AGENTS} else array[${agentId}] end`
const NO_ACCOUNT = sql`'00000000-0000-0000-0000-000000000000'::uuid`

const bitsOf = (has: (type: SQL) => SQL): SQL =>
  sql.join(
    RECEPTION_TYPES.map(
      (type, bit) => sql`(coalesce(${has(sql.raw(`'${type}'`))}, false)::int << ${sql.raw(String(bit))})`,
    ),
    sql` + `,
  )

const originOf = (entry: SQL) => ({
  byAd: sql`(${entry} -> 'ad') is not null`,
  contentId: sql`coalesce(${entry} ->> 'postId', '')`,
  adId: sql`coalesce(${entry} #>> '{ad,planId}', '')`,
  adName: sql`coalesce(${entry} #>> '{ad,planName}', '')`,
})

/**
 * Dimensions of the session `s`; a fact without one has none of them. What is divided by each other has the same ones: a lead counts where
 * its session does, independent of who owned and received the customer at that moment.
 */
const OF_SESSION = {
  agentIds: sql`coalesce(s.agent_ids, ${NO_AGENTS})`,
  receptions: sql`(${bitsOf((type) => sql`${type} = any(s.reception_path)`)})`,
  ...originOf(sql`s.entry`),
}

/** A left join, which the planner leaves out where no column of the session is selected. */
const joinSession = (alias: string): SQL =>
  sql.raw(`left join session s on s.ent_id = ${alias}.ent_id and s.id = ${alias}.session_id`)

/** A valid contact; a copied WeChat id of ours does not count. */
export const isContact = (alias: string): SQL =>
  sql.raw(`${alias}.kind <> 'wechat_copy' and ${alias}.state = 'valid' and ${alias}.status <> 'invalid'`)

/** Whether the customer of a row with `sent_at` left a contact within a day after it. */
const leadWithinDay = (
  alias: string,
): SQL => sql`exists (select 1 from lead e where ${sql.raw(`e.ent_id = ${alias}.ent_id
  and e.customer_id = ${alias}.customer_id and e.created_at >= ${alias}.sent_at and e.created_at < ${alias}.sent_at + interval '24 hours'`)}
  and ${isContact('e')})`

/** How response times are measured. */
export type ResponseClock = {
  /** For times that are measured in memory, by account; without them by the wall clock. */
  periods: ReadonlyMap<RelationId, WorkingPeriods>
  /** Common table expression that the join reads. */
  table: SQL | undefined
  /** Joins `waited(ms)`, the time between two moments of a row. */
  join: (from: SQL, to: SQL, relationId: SQL) => SQL
}

/** Whole milliseconds, so that sums are exact in any order. */
export const msBetween = (from: SQL, to: SQL): SQL => sql`(date_part('epoch', (${to}) - ${from}) * 1000)::int8`

/** End of an interval, capped at 24 days: rollups store it as int4 milliseconds and must equal the facts. */
export const endOf = (from: SQL, to: SQL): SQL => {
  const last = sql`${from} + interval '576 hours'`
  return sql`case when ${to} > ${last} then ${last} else ${to} end`
}

export const WALL_CLOCK: ResponseClock = {
  periods: new Map(),
  table: undefined,
  join: (from, to) => sql`cross join lateral (select ${msBetween(from, endOf(from, to))} as ms) waited`,
}

/** Joins the time of the first response by agents to the session `s`; counts with the condition `FIRST_HUMAN`. */
export const joinFirstHuman = (clock: ResponseClock): SQL =>
  clock.join(sql`s.first_human_from`, sql`s.first_human_at`, sql`s.relation_id`)
export const FIRST_HUMAN = sql`s.first_human_at is not null and s.first_human_from is not null
  and s.first_own_at <= s.first_human_at and 'manual' = any(s.reception_path)`

const turnBy = (kind: 'human' | 'ai') => sql`coalesce(t.reply_kind = ${sql.raw(`'${kind}'`)}, false)`

const ms = sql`waited.ms`

/** Questions of customers that the knowledge had no answer to. Few, and in no rollup. */
export const MISSED: FactFamily = {
  table: 'knowledge_miss_ask',
  alias: 'q',
  joins: joinSession('q'),
  where: yes,
  at: sql`q.at`,
  key: sql`q.miss_id::text || ' ' || q.message_id`,
  customerId: sql`q.customer_id`,
  sessionId: sql`q.session_id`,
  relationId: sql`q.relation_id`,
  ...OF_SESSION,
  sums: {},
  flags: {},
}

export function factFamilies(clock: ResponseClock = WALL_CLOCK): Record<FactFamilyName, FactFamily> {
  const turnIn = (most: number) => when(sql`t.reply_at is not null and ${ms} <= ${sql.raw(String(most))}`)
  const isAiFirst = sql`(t.no = 1 and ${turnBy('ai')})`

  const session = {
    table: 'session',
    alias: 's',
    joins: sql``,
    where: yes,
    at: sql`s.start_at`,
    key: sql`s.id::text`,
    customerId: sql`s.customer_id`,
    sessionId: sql`s.id`,
    relationId: sql`s.relation_id`,
    ...OF_SESSION,
    flags: {},
  }
  const lead = {
    table: 'lead',
    alias: 'l',
    joins: joinSession('l'),
    where: isContact('l'),
    at: sql`l.created_at`,
    key: sql`l.id::text`,
    customerId: sql`l.customer_id`,
    sessionId: sql`l.session_id`,
    relationId: sql`l.relation_id`,
    ...OF_SESSION,
  }
  const card = {
    table: 'card_send',
    alias: 'c',
    joins: joinSession('c'),
    where: yes,
    at: sql`c.sent_at`,
    key: sql`c.message_id::text`,
    customerId: sql`c.customer_id`,
    sessionId: sql`c.session_id`,
    relationId: sql`c.relation_id`,
    ...OF_SESSION,
  }
  const run = {
    table: 'ai_run',
    alias: 'r',
    joins: joinSession('r'),
    where: sql`r.state = 'sent'`,
    at: sql`r.started_at`,
    key: sql`r.id::text`,
    customerId: sql`r.customer_id`,
    sessionId: sql`r.session_id`,
    relationId: sql`r.relation_id`,
    ...OF_SESSION,
    flags: {},
  }
  const owner = {
    table: 'owner_change',
    alias: 'o',
    joins: joinSession('o'),
    at: sql`o.at`,
    key: sql`o.id::text`,
    customerId: sql`o.customer_id`,
    sessionId: sql`o.session_id`,
    relationId: sql`o.relation_id`,
    ...OF_SESSION,
  }

  return {
    session: {
      ...session,
      sums: {
        sessions: one,
        validSessions: when(sql`s.own_messages > 0 and s.human_messages + s.ai_messages > 0`),
        talkedSessions: when(sql`s.own_messages > 0`),
        threeSessions: when(sql`s.own_messages >= 3`),
        aiSessions: when(sql`s.ai_messages > 0`),
        aiAlone: when(sql`s.ai_messages > 0 and s.human_messages = 0`),
        handoffSessions: when(sql`exists (select 1 from ai_handoff h
          where h.ent_id = s.ent_id and h.customer_id = s.customer_id and h.session_id = s.id and h.reason <> ${BY_FLOW} offset 0)`),
        cardSessions: when(sql`s.contact_cards > 0`),
        sessionSec: sql`case when s.own_messages > 0 then ${msBetween(sql`s.first_own_at`, endOf(sql`s.first_own_at`, sql`s.last_talk_at`))} else 0 end`,
        sessionTurns: sql`case when s.own_messages > 0 then s.turns else 0 end`,
        endedUnanswered: when(sql`s.end_at is not null and exists (select 1 from turn u
          where u.ent_id = s.ent_id and u.session_id = s.id and u.reply_at is null offset 0)`),
        firstNone: when(sql`s.own_messages > 0 and s.first_human_at is null and 'manual' = any(s.reception_path)`),
      },
    },
    firstHuman: {
      ...session,
      joins: joinFirstHuman(clock),
      where: FIRST_HUMAN,
      agentIds: only(sql`s.first_human_by`),
      sums: {
        humanFirstSessions: one,
        humanFirstSec: ms,
        firstIn30s: when(sql`${ms} <= 30000`),
        firstIn1m: when(sql`${ms} > 30000 and ${ms} <= 60000`),
        firstIn3m: when(sql`${ms} > 60000 and ${ms} <= 180000`),
        firstOver3m: when(sql`${ms} > 180000`),
      },
    },
    turn: {
      table: 'turn',
      alias: 't',
      joins: sql`${joinSession('t')} ${clock.join(sql`t.start_at`, sql`t.reply_at`, sql`t.relation_id`)}`,
      where: yes,
      at: sql`t.start_at`,
      key: sql`t.session_id::text || ' ' || t.no`,
      customerId: sql`t.customer_id`,
      sessionId: sql`t.session_id`,
      relationId: sql`t.relation_id`,
      ...OF_SESSION,
      agentIds: only(sql`t.reply_agent_id`),
      sums: {
        turns: one,
        turnsIn30s: turnIn(30_000),
        turnsIn1m: turnIn(60_000),
        turnsIn3m: turnIn(180_000),
        humanTurns: when(turnBy('human')),
        humanTurnSec: sql`case when ${turnBy('human')} then ${ms} else 0 end`,
        aiTurns: when(turnBy('ai')),
        aiTurnSec: sql`case when ${turnBy('ai')} then ${ms} else 0 end`,
        aiFirstSessions: when(isAiFirst),
        aiFirstSec: sql`case when ${isAiFirst} then ${ms} else 0 end`,
      },
      flags: {},
    },
    activity: {
      table: 'customer_activity',
      alias: 'v',
      joins: joinSession('v'),
      where: yes,
      at: sql`v.slot`,
      key: sql`v.session_id::text || ' ' || extract(epoch from v.slot)`,
      customerId: sql`v.customer_id`,
      sessionId: sql`v.session_id`,
      relationId: sql`v.relation_id`,
      ...OF_SESSION,
      sums: {},
      flags: { enterCustomers: yes, newCustomers: sql`v.is_first`, talkCustomers: sql`v.own_messages > 0` },
    },
    lead: {
      ...lead,
      sums: {
        leads: when(sql`l.dup_of is null`),
        aiLeads: when(sql`l.dup_of is null and l.reception_type = 'ai_agent'`),
      },
      flags: {
        leadCustomers: sql`not exists (select 1 from lead e where e.ent_id = l.ent_id and e.customer_id = l.customer_id
          and ${isContact('e')} and (e.created_at, e.id) < (l.created_at, l.id))`,
      },
    },
    copy: {
      ...lead,
      where: sql`l.kind = 'wechat_copy'`,
      sums: {},
      flags: { copiers: yes, cardResponders: yes },
    },
    card: {
      ...card,
      sums: { cardsSent: one, formsSent: when(sql`c.type = 'lead_form'`) },
      flags: {
        cardReceivers: yes,
        contactReceivers: sql`c.type = 'contact'`,
        cardLeads: leadWithinDay('c'),
      },
    },
    cardSubmit: {
      ...card,
      at: sql`c.submitted_at`,
      sums: { formsSubmitted: when(sql`c.type = 'lead_form'`) },
      flags: { cardResponders: sql`c.type = 'lead_form'` },
    },
    followUp: {
      table: 'follow_up_send',
      alias: 'w',
      joins: joinSession('w'),
      where: yes,
      at: sql`w.sent_at`,
      key: sql`w.message_id::text`,
      customerId: sql`w.customer_id`,
      sessionId: sql`w.session_id`,
      relationId: sql`w.relation_id`,
      ...OF_SESSION,
      sums: {},
      flags: {
        followedCustomers: yes,
        wokenCustomers: sql`w.woken_at is not null`,
        savedLeads: sql`w.woken_at is not null and ${leadWithinDay('w')}`,
      },
    },
    points: {
      table: 'point_ledger',
      alias: 'p',
      joins: joinSession('p'),
      where: sql`p.type in ('consume', 'refund')`,
      at: sql`p.at`,
      key: sql`p.id::text`,
      customerId: sql`p.customer_id`,
      sessionId: sql`p.session_id`,
      relationId: sql`coalesce(p.relation_id, ${NO_ACCOUNT})`,
      ...OF_SESSION,
      sums: { points: sql`-p.delta` },
      flags: {},
    },
    run: { ...run, sums: { answers: one, hits: when(sql`r.is_hit`) } },
    rating: {
      ...run,
      joins: sql`join ai_run_message m on m.ent_id = r.ent_id and m.run_id = r.id
        ${run.joins}`,
      where: sql`${run.where} and m.rating is not null`,
      key: sql`m.message_id::text`,
      sums: { ratings: one, goodRatings: when(sql`m.rating = 'good'`), badRatings: when(sql`m.rating = 'bad'`) },
    },
    suggestion: {
      table: 'reply_suggestion',
      alias: 'g',
      joins: joinSession('g'),
      where: yes,
      at: sql`g.at`,
      key: sql`g.customer_id::text || ' ' || g.seq`,
      customerId: sql`g.customer_id`,
      sessionId: sql`g.session_id`,
      relationId: sql`g.relation_id`,
      ...OF_SESSION,
      agentIds: only(sql`g.agent_id`),
      sums: { suggestionsOffered: one, suggestionsTaken: when(sql`g.message_id is not null`) },
      flags: {},
    },
    reply: {
      table: 'agent_reply',
      alias: 'y',
      joins: joinSession('y'),
      where: yes,
      at: sql`y.slot`,
      key: sql`y.session_id::text || ' ' || y.agent_id || ' ' || extract(epoch from y.slot)`,
      customerId: sql`y.customer_id`,
      sessionId: sql`y.session_id`,
      relationId: sql`y.relation_id`,
      ...OF_SESSION,
      agentIds: sql`array[y.agent_id]`,
      sums: { replies: sql`y.replies` },
      flags: {},
    },
    ownerTo: {
      ...owner,
      where: sql`o.kind in ('receive', 'transfer') and o.agent_id is not null`,
      agentIds: only(sql`o.agent_id`),
      sums: { transferIn: when(sql`o.kind = 'transfer'`) },
      flags: { received: yes },
    },
    ownerFrom: {
      ...owner,
      where: sql`o.kind in ('transfer', 'timeout') and o.from_agent_id is not null`,
      agentIds: only(sql`o.from_agent_id`),
      sums: { transferOut: when(sql`o.kind = 'transfer'`), timeoutReturn: when(sql`o.kind = 'timeout'`) },
      flags: {},
    },
  }
}
