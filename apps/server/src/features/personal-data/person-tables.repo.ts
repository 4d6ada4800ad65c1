import type { CustomerId, EntId, RelationId, Source } from '@ruwu/contract'
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

/** Whose rows are looked for: the customer, and the person's ids at the platform. */
export type Person = {
  entId: EntId
  customerId: CustomerId
  relationId: RelationId
  source: Source
  /** The platform's ids of the account and of the person. */
  accountId: string
  platformUserId: string
  /** The platform's id of the conversation; empty where it gave none. */
  conversationKey: string
  /** Platform calls received later belong to a customer of a new row. */
  until: Date
}

type Rows = (person: Person) => SQL

/** `exported`: the rows are in an export; fields that are added to them. */
type PersonTable = ErasableTable<Person> & { exported?: true | SQL }

const ofCustomer: Rows = ({ entId, customerId }) => sql`t.ent_id = ${entId} and t.customer_id = ${customerId}`
const ofTopic: Rows = ({ entId, customerId }) => sql`t.ent_id = ${entId} and t.topic_id = ${customerId}`
const ofMessages: Rows = ({ entId, customerId }) => sql`t.ent_id = ${entId} and t.message_id in (
  select m.id from customer_message m where m.ent_id = ${entId} and m.customer_id = ${customerId})`
/** Comments are kept before the person is a customer. */
const ofAuthor: Rows = ({ entId, relationId, platformUserId }) =>
  sql`t.ent_id = ${entId} and t.relation_id = ${relationId} and t.author_id = ${platformUserId}`
const leadsOf: Rows = ({ entId, customerId }) =>
  sql`select l.id from lead l where l.ent_id = ${entId} and l.customer_id = ${customerId}`

/** The run's figures stay without its texts. */
export const EMPTY_RUN = {
  set: sql`question = '', knowledge = '[]', decision = null, findings = '[]', detail = ''`,
  where: sql`t.question <> '' or t.knowledge <> '[]' or t.decision is not null or t.findings <> '[]' or t.detail <> ''`,
}

const NO_PERSON = 'no text, and a customer that is without the person'
const name = (column: string, from: SQL) => sql`jsonb_build_object(${sql.raw(`'${column}'`)}, (${from}))`

/**
 * Every table that can hold something of a customer, in the order of deletion: queues first, so that no worker starts again, then what
 * refers to messages, then the messages. A test walks the schema: a new table with a customer's, topic's, session's or message's id
 * fails it until it is named here.
 */
export const PERSON_TABLES: readonly PersonTable[] = [
  {
    table: customer,
    rows: ({ entId, customerId }) => sql`t.ent_id = ${entId} and t.id = ${customerId}`,
    erase: { keep: 'emptied with the request (`emptyCustomer`); figures refer to the row' },
    exported: name(
      'fields',
      sql`select jsonb_object_agg(f.name, t.fields -> replace(f.id::text, '-', '')) from customer_field f
        where f.ent_id = t.ent_id and t.fields ? replace(f.id::text, '-', '')`,
    ),
  },
  { table: aiWaiting, rows: ofCustomer, erase: 'delete' },
  { table: followUp, rows: ofCustomer, erase: 'delete' },
  { table: flowRun, rows: ofCustomer, erase: 'delete' },
  { table: tagCheck, rows: ofCustomer, erase: 'delete' },
  { table: automationCause, rows: ofCustomer, erase: 'delete' },
  { table: automationRun, rows: ofCustomer, erase: 'delete' },
  { table: commentReply, rows: ofAuthor, erase: 'delete', exported: true },
  { table: inboundCause, rows: ofCustomer, erase: 'delete' },
  { table: inboundMedia, rows: ofCustomer, erase: 'delete' },
  { table: outbox, rows: ofCustomer, erase: 'delete' },
  { table: searchPending, rows: ofCustomer, erase: 'delete' },
  { table: messageSearch, rows: ofCustomer, erase: 'delete' },
  { table: customerName, rows: ofCustomer, erase: 'delete' },
  {
    table: customerTag,
    rows: ofCustomer,
    erase: 'delete',
    exported: name('tag', sql`select g.name from tag g where g.ent_id = t.ent_id and g.id = t.tag_id`),
  },
  { table: customerNote, rows: ofCustomer, erase: 'delete', exported: true },
  { table: customerReminder, rows: ofCustomer, erase: 'delete', exported: true },
  { table: scheduledMessage, rows: ofCustomer, erase: 'delete', exported: true },
  { table: threadSummary, rows: ofCustomer, erase: 'delete', exported: true },
  { table: notice, rows: ofCustomer, erase: 'delete' },
  { table: customerChange, rows: ofCustomer, erase: 'delete', exported: true },
  { table: customerSeat, rows: ofCustomer, erase: 'delete' },
  { table: sentText, rows: ofCustomer, erase: 'delete' },
  { table: aiMemory, rows: ofCustomer, erase: 'delete', exported: true },
  {
    // Names of the customer, of leads and of messages that were copied.
    table: audit,
    rows: (person) => sql`t.ent_id = ${person.entId} and t.object in (select ${person.customerId}::text
      union select replace(m.id::text, '-', '') from customer_message m
      where m.ent_id = ${person.entId} and m.customer_id = ${person.customerId}
      union select replace(l.id::text, '-', '') from lead l where l.ent_id = ${person.entId} and l.customer_id = ${person.customerId})`,
    erase: {
      set: sql`object_name = '', before = '{}', after = '{}', words = '', grams = ''`,
      where: sql`t.object_name <> '' or t.before <> '{}' or t.after <> '{}'`,
    },
  },
  {
    table: leadRepeat,
    rows: (person) => sql`t.ent_id = ${person.entId} and t.lead_id in (${leadsOf(person)})`,
    erase: 'delete',
  },
  {
    // Leads of other customers with the same contact.
    table: lead,
    rows: (person) => sql`t.ent_id = ${person.entId} and t.dup_of in (${leadsOf(person)})`,
    erase: { set: sql`dup_of = null`, where: sql`t.dup_of is not null` },
  },
  { table: lead, rows: ofCustomer, erase: 'delete', exported: true },
  {
    table: aiRun,
    rows: ofCustomer,
    erase: EMPTY_RUN,
    exported: true,
  },
  { table: aiRunMessage, erase: { keep: `counts of the AI's messages and their ratings: ${NO_PERSON}` } },
  {
    table: aiHandoff,
    rows: ofCustomer,
    erase: { keep: 'counts of handoffs: the reason is one of a fixed list' },
    exported: true,
  },
  {
    table: automationLog,
    rows: ofCustomer,
    erase: {
      set: sql`output = null, reason = '', input = input - 'comment'`,
      where: sql`t.output is not null or t.reason <> '' or t.input ? 'comment'`,
    },
    exported: true,
  },
  {
    table: cardRuleLog,
    rows: ofCustomer,
    erase: { set: sql`occasion = id::text, error = ''`, where: sql`t.occasion <> t.id::text or t.error <> ''` },
    exported: true,
  },
  { table: knowledgeCandidate, rows: ofCustomer, erase: 'delete', exported: true },
  { table: knowledgeMiss, rows: ofCustomer, erase: 'delete', exported: true },
  { table: knowledgeMissAsk, rows: ofCustomer, erase: 'delete', exported: true },
  { table: knowledgeHit, erase: { keep: `counts of an entry's hits: ${NO_PERSON}` } },
  { table: messageFeedback, rows: ofMessages, erase: 'delete', exported: true },
  { table: hiddenMessage, rows: ofTopic, erase: 'delete' },
  { table: customerMessage, rows: ofCustomer, erase: 'delete', exported: true },
  { table: message, rows: ofTopic, erase: 'delete', exported: true },
  { table: attachment, rows: ofTopic, erase: 'file', exported: true },
  { table: conversation, rows: ofTopic, erase: 'delete' },
  { table: topicMember, rows: ofTopic, erase: 'delete' },
  { table: knock, rows: ofTopic, erase: 'delete' },
  {
    table: relation,
    rows: ({ entId, customerId }) =>
      sql`t.ent_id = ${entId} and (t.user_id = ${customerId}::text or t.target_id = ${customerId}::text)`,
    erase: 'delete',
  },
  {
    table: topic,
    rows: ({ entId, customerId }) => sql`t.ent_id = ${entId} and t.id = ${customerId}`,
    erase: {
      set: sql`name = '', icon = '', notice = null, extra = '{}'`,
      where: sql`t.name <> '' or t.icon <> '' or t.notice is not null or t.extra <> '{}'`,
    },
  },
  {
    // An echo waits 5 s and a recall 10 min: those that came after the request stay.
    table: platformPending,
    rows: (person) => sql`t.ent_id = ${person.entId} and t.relation_id = ${person.relationId}
      and t.due_at <= ${person.until}::timestamptz + case t.kind when 'echo' then interval '5 seconds' else interval '10 minutes' end
      and ${isAbout(person, sql`jsonb_build_array(t.event)`)}`,
    erase: 'delete',
  },
  {
    // The row with its key stays: a call that the platform repeats is not applied again. Scanned: done ones are kept for days only, and
    // an index on their content would cost more with every received call than it saves here. The same holds for events, below.
    table: platformDelivery,
    rows: (person) => sql`t.source = ${person.source} and t.received_at <= ${person.until} and t.state <> 'waiting'
      and ${isAbout(person, sql`t.events`)}`,
    erase: { set: sql`body = '', events = '[]', error = null, state = 'done'`, where: sql`t.body <> ''` },
    exported: true,
  },
  {
    // The latest text of the account that was held back; whose it was is not stored.
    table: heldBack,
    rows: ({ entId, relationId }) => sql`t.ent_id = ${entId} and t.relation_id = ${relationId}`,
    erase: { set: sql`text = ''`, where: sql`t.text <> ''` },
  },
  {
    table: event,
    rows: ({ entId, customerId }) =>
      sql`t.ent_id = ${entId} and t.type <> 'customer_erase' and t.payload::text like ${`%${customerId}%`}`,
    erase: 'delete',
  },
  {
    table: exportJob,
    erase: { keep: 'cancelled by `cancelExports`, which deletes file and keyword; the record expires' },
  },
  {
    // After the events, from which deliveries are made. A transaction that still inserts deliveries of deleted events holds
    // the row lock of its subscription.
    table: webhookDelivery,
    waitFor: ({ entId }) => sql`select from webhook w where w.ent_id = ${entId} order by w.id for no key update`,
    rows: ofCustomer,
    erase: 'delete',
    exported: true,
  },
  { table: session, rows: ofCustomer, erase: { keep: `figures: ${NO_PERSON}` }, exported: true },
  { table: turn, rows: ofCustomer, erase: { keep: `figures: ${NO_PERSON}` }, exported: true },
  ...[customerActivity, agentReply, ownerChange, cardSend, followUpSend, replySuggestion].map((table) => ({
    table,
    rows: ofCustomer,
    erase: { keep: `figures: ${NO_PERSON}` },
  })),
  { table: pointLedger, erase: { keep: `the enterprise's ledger: ${NO_PERSON}` } },
  { table: pointReply, erase: { keep: 'no text: a session that got the notice of used-up points' } },
  { table: customerNo, erase: { keep: 'number in the bitmap index and the rollups, never used again' } },
  { table: customerTouched, erase: { keep: 'queue of the bitmap index, emptied within seconds' } },
  { table: requestAnswer, erase: { keep: 'sealed, and deleted after 10 minutes' } },
  { table: erasure, erase: { keep: 'the request itself; the platform id is emptied when it is done' } },
]

/** Whether a list of platform events concerns the person at this account. */
function isAbout({ accountId, platformUserId: platformId, conversationKey }: Person, events: SQL): SQL {
  const shapes = [
    { accountId, from: { platformId } },
    { accountId, to: { platformId } },
    { accountId, peerId: platformId },
    { accountId: platformId, peerId: accountId },
    ...(conversationKey ? [{ accountId, conversationKey }] : []),
  ]
  return sql`(${sql.join(
    shapes.map((shape) => sql`${events} @> ${JSON.stringify([shape])}::jsonb`),
    sql` or `,
  )})`
}
