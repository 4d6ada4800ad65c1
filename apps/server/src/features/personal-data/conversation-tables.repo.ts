import type { CustomerId, EntId } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import {
  agentReply,
  aiHandoff,
  aiMemory,
  aiRun,
  aiRunMessage,
  aiWaiting,
  attachment,
  audit,
  automationCause,
  automationLog,
  automationRun,
  cardRuleLog,
  cardSend,
  conversation,
  commentReply,
  customer,
  customerChange,
  customerActivity,
  customerMessage,
  customerName,
  customerNo,
  customerNote,
  customerReminder,
  customerSeat,
  customerTag,
  customerTouched,
  erasure,
  event,
  exportJob,
  flowRun,
  followUp,
  followUpSend,
  heldBack,
  hiddenMessage,
  inboundCause,
  inboundMedia,
  knock,
  knowledgeCandidate,
  knowledgeHit,
  knowledgeMiss,
  knowledgeMissAsk,
  lead,
  leadRepeat,
  message,
  messageFeedback,
  messageSearch,
  notice,
  outbox,
  ownerChange,
  platformDelivery,
  platformPending,
  pointLedger,
  pointReply,
  relation,
  replySuggestion,
  requestAnswer,
  scheduledMessage,
  searchPending,
  sentText,
  session,
  tagCheck,
  threadSummary,
  topic,
  topicMember,
  turn,
  webhookDelivery,
} from '../../db/schema/index.ts'
import type { ErasableTable } from './erase-rows.repo.ts'
import { EMPTY_RUN } from './person-tables.repo.ts'

/** The beginning of a customer's thread: messages with a seq below `bound`, all of them older than `before`. */
export type OldThread = { entId: EntId; customerId: CustomerId; bound: number; before: Date }

type Rows = (thread: OldThread) => SQL

const below =
  (owner: 'customer_id' | 'topic_id', seq: string): Rows =>
  ({ entId, customerId, bound }) =>
    sql`t.ent_id = ${entId} and t.${sql.raw(owner)} = ${customerId} and t.${sql.raw(seq)} < ${bound}`
const ofMessages: Rows = ({ entId, customerId, bound }) => sql`t.ent_id = ${entId} and t.message_id in (
  select m.id from customer_message m where m.ent_id = ${entId} and m.customer_id = ${customerId} and m.seq < ${bound})`
const olderBy =
  (time: string): Rows =>
  ({ entId, customerId, before }) =>
    sql`t.ent_id = ${entId} and t.customer_id = ${customerId} and t.${sql.raw(time)} < ${before}`

const keep = (reason: string) => ({ erase: { keep: reason } })
const OF_CUSTOMER = keep('belongs to the customer, not to a conversation')
const FIGURES = keep('figures without texts')
const OWN_PERIOD = keep('has a shorter period of its own')

/** Rows of accounts: not of one thread, so that they are looked at once per enterprise. */
export const ACCOUNT_TABLES: readonly ErasableTable<Pick<OldThread, 'entId' | 'before'>>[] = [
  {
    // The latest text of an account that was held back; whose it was is not stored.
    table: heldBack,
    rows: ({ entId, before }) => sql`t.ent_id = ${entId} and not ${before} <= any(t.times)`,
    erase: { set: sql`text = ''`, where: sql`t.text <> ''` },
  },
]

/** What 数据保留 does to every table of `PERSON_TABLES` when a conversation is too old, in the order of deletion. */
export const CONVERSATION_TABLES: readonly ErasableTable<OldThread>[] = [
  { table: inboundCause, rows: below('customer_id', 'message_seq'), erase: 'delete' },
  {
    table: inboundMedia,
    // Seq 0 is the customer's avatar.
    rows: (thread) => sql`${below('customer_id', 'seq')(thread)} and t.seq > 0`,
    erase: 'delete',
  },
  { table: outbox, rows: below('customer_id', 'seq'), erase: 'delete' },
  { table: searchPending, rows: below('customer_id', 'seq'), erase: 'delete' },
  { table: messageSearch, rows: below('customer_id', 'seq'), erase: 'delete' },
  { table: customerNote, rows: below('customer_id', 'seq'), erase: 'delete' },
  { table: aiMemory, rows: olderBy('updated_at'), erase: 'delete' },
  { table: scheduledMessage, rows: olderBy('send_at'), erase: 'delete' },
  // Also a younger one: it may tell of messages that go now.
  {
    table: threadSummary,
    rows: ({ entId, customerId }) => sql`t.ent_id = ${entId} and t.customer_id = ${customerId}`,
    erase: 'delete',
  },
  {
    table: leadRepeat,
    rows: (thread) => sql`${ofMessages(thread)} and t.lead_id in (
      select l.id from lead l where l.ent_id = ${thread.entId} and l.customer_id = ${thread.customerId})`,
    erase: 'delete',
  },
  {
    // The contact stays with the customer; the message it came from is gone.
    table: lead,
    rows: (thread) => sql`${ofMessages(thread)} and t.customer_id = ${thread.customerId}`,
    erase: { set: sql`message_id = null`, where: sql`t.message_id is not null` },
  },
  { table: aiRun, rows: below('customer_id', 'answered_seq'), erase: EMPTY_RUN },
  {
    // The answers that the customer gave; the run stays as a figure.
    table: flowRun,
    rows: (thread) => sql`${olderBy('started_at')(thread)} and t.ended_at is not null`,
    erase: { set: sql`state = null, reason = ''`, where: sql`t.state is not null or t.reason <> ''` },
  },
  { table: knowledgeCandidate, rows: olderBy('last_at'), erase: 'delete' },
  { table: knowledgeMiss, rows: olderBy('last_at'), erase: 'delete' },
  { table: knowledgeMissAsk, rows: olderBy('at'), erase: 'delete' },
  { table: messageFeedback, rows: ofMessages, erase: 'delete' },
  { table: hiddenMessage, rows: below('topic_id', 'seq'), erase: 'delete' },
  { table: customerMessage, rows: below('customer_id', 'seq'), erase: 'delete' },
  { table: message, rows: below('topic_id', 'seq'), erase: 'delete' },
  {
    // Files of the thread that neither a message that stays, nor the avatar, nor a quick reply shows.
    table: attachment,
    rows: ({
      entId,
      customerId,
      before,
    }) => sql`t.ent_id = ${entId} and t.topic_id = ${customerId} and t.created_at < ${before}
      and not exists (select 1 from message m
        where m.ent_id = t.ent_id and m.topic_id = t.topic_id and strpos(m.content::text, t.key) > 0)
      and not exists (select 1 from customer c
        where c.ent_id = t.ent_id and c.id = t.topic_id and strpos(c.avatar, t.key) > 0)
      and not exists (select 1 from quick_reply q where q.ent_id = t.ent_id and strpos(q.parts::text, t.key) > 0)`,
    erase: 'file',
  },
  { table: customer, ...keep('the summary of a deleted last message is cleared with the mark of its session') },
  { table: session, ...keep('figures without texts; marked when its messages are deleted') },
  ...[
    turn,
    customerActivity,
    agentReply,
    ownerChange,
    cardSend,
    followUpSend,
    replySuggestion,
    pointLedger,
    pointReply,
    aiRunMessage,
    aiHandoff,
    knowledgeHit,
    cardRuleLog,
  ].map((table) => ({
    table,
    ...FIGURES,
  })),
  { table: heldBack, ...keep('belongs to an account: `ACCOUNT_TABLES`') },
  { table: audit, ...keep('proof of what agents did, for its own 365 days') },
  ...[
    automationLog,
    automationRun,
    platformDelivery,
    platformPending,
    event,
    exportJob,
    notice,
    requestAnswer,
    webhookDelivery,
  ].map((table) => ({
    table,
    ...OWN_PERIOD,
  })),
  ...[
    aiWaiting,
    commentReply,
    followUp,
    tagCheck,
    automationCause,
    sentText,
    customerName,
    customerTag,
    customerReminder,
    customerChange,
    customerSeat,
    customerNo,
    customerTouched,
    conversation,
    topicMember,
    knock,
    relation,
    topic,
    erasure,
  ].map((table) => ({ table, ...OF_CUSTOMER })),
]
