import { canRecall, isReadable, RECALL, RECALLED } from '@ruwu/domain'
import { isServerOnly, UPDATE_EXTRA } from './content.ts'
import { type Committed, type LockedTopic, type Outcome, refusal, type Refused, type Send } from './batch.ts'

/** A stored message with the fields the send path needs. */
export type Known = {
  seq: number
  chatId: string
  senderId: string
  content: Committed['content']
  isReadable: boolean
  isRecalled: boolean
  createdAt: Date
}

export type Change = { topicId: string; target: Known }

type Numbered = {
  outcomes: Outcome[]
  committed: Committed[]
  /** Messages, stored before or in this batch, that a recall or an update of extra changed. */
  changes: Change[]
}

type Lookup = (topicId: string, chatId: string) => Known | undefined

/**
 * Decides each send in order: permission, repetition, seq, and the effect of recalls and updates of extra. Pure;
 * `known` looks up messages stored before, those of the batch itself are added here.
 */
export function numberBatch(
  sends: readonly Send[],
  topics: ReadonlyMap<string, LockedTopic>,
  known: Lookup,
  now: Date,
): Numbered {
  const fresh = new Map<string, Known>()
  const made: Known[] = []
  const next = new Map<string, number>()
  const committed: Committed[] = []
  const changes: Change[] = []
  const find: Lookup = (topicId, chatId) => fresh.get(`${topicId} ${chatId}`) ?? known(topicId, chatId)

  const decide = (send: Send): Outcome => {
    const topic = topics.get(send.topicId)
    if (!topic) return { code: 404, message: 'topic not found' }
    const earlier = find(topic.id, send.chatId)
    if (earlier && earlier.senderId === send.senderId) return accepted(earlier, true)
    const refused = send.isSystem ? undefined : refusal(topic, send.senderId, now)
    if (refused) return refused
    if (earlier) return { code: 409, message: 'chatId already used' }

    const target = targetOf(send, find)
    if (target && 'code' in target) return target
    if (send.overLimit) return { code: 429, message: send.overLimit }
    if (target) changes.push({ topicId: topic.id, target: applyControl(send, target) })

    const seq = (next.get(topic.id) ?? topic.lastSeq) + 1
    next.set(topic.id, seq)
    const { senderId, chatId, content } = send
    const stored: Known = {
      seq,
      chatId,
      senderId,
      content,
      isReadable: isReadable(content),
      isRecalled: false,
      createdAt: now,
    }
    fresh.set(`${topic.id} ${chatId}`, stored)
    made.push(stored)
    committed.push({
      entId: topic.entId,
      topicId: topic.id,
      seq,
      chatId,
      senderId,
      content,
      json: send.json,
      createdAt: now,
      alsoTo: send.alsoTo ?? [],
    })
    return accepted(stored, false)
  }

  const targetOf = (send: Send, lookup: Lookup): Known | Refused | undefined => {
    const { type, text = '' } = send.content
    if (type !== RECALL && type !== UPDATE_EXTRA) return undefined
    const target = lookup(send.topicId, text)
    if (!target) return { code: 404, message: 'message not found' }
    if (target.senderId !== send.senderId) return { code: 403, message: 'not the sender' }
    if (target.isRecalled) return { code: 400, message: 'already recalled' }
    if (isServerOnly(target.content.type)) return { code: 403, message: 'not the sender' }
    if (type === RECALL && !canRecall(target, send.senderId, now)) return { code: 403, message: 'recall timeout' }
    return target
  }

  const outcomes = sends.map(decide)
  // A message recalled within its own batch is stored recalled.
  if (changes.length > 0)
    for (const [index, item] of committed.entries()) committed[index] = withContent(item, made[index] ?? item)
  return { outcomes, committed, changes }
}

/** Changes the target in place, so that later sends of the same batch see it. */
function applyControl(send: Send, target: Known): Known {
  if (send.content.type === RECALL) {
    target.content = { type: RECALLED }
    target.isRecalled = true
  } else {
    target.content = { ...target.content, extra: send.content.extra ?? {} }
  }
  return target
}

const withContent = (item: Committed, { content }: Pick<Known, 'content'>): Committed =>
  content === item.content ? item : { ...item, content, json: undefined }

const accepted = ({ seq, createdAt }: Known, isRepeat: boolean): Outcome => ({ code: 200, seq, createdAt, isRepeat })
