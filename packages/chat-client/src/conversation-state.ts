import type { Content, Conversation } from '@ruwu/contract'
import { isReadable } from '@ruwu/domain'
import { isRecord, numberOf, parseRecord } from './json.ts'
import type { Message } from './message.ts'

/** A conversation with the age of its parts, for merging snapshots. */
export type LocalConversation = Conversation & {
  /** When the snapshot was fetched, local clock. */
  cachedAt: number
  /** Server time of the settings; an older snapshot does not overwrite them. */
  settingsAt: string
}

const SETTINGS = ['sticky', 'mute', 'remark', 'tags', 'extra'] as const

const pick = <T extends object, K extends keyof T>(from: T, keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>

/** Merges a server snapshot; fields that are newer locally stay. `isReading`: a read request is unconfirmed, so unread counts stay too. */
export function withSnapshot(
  held: LocalConversation | undefined,
  snapshot: Conversation,
  now: number,
  isReading: boolean,
): LocalConversation {
  const fresh = { ...snapshot, cachedAt: now, settingsAt: snapshot.updatedAt }
  if (!held) return fresh
  const isBehind = snapshot.lastSeq < held.lastSeq
  return {
    ...fresh,
    ...(snapshot.updatedAt < held.settingsAt ? { ...pick(held, SETTINGS), settingsAt: held.settingsAt } : {}),
    ...(isBehind ? pick(held, ['lastSeq', 'lastMessage', 'lastMessageAt', 'lastMessageSeq', 'lastSenderId']) : {}),
    ...(isBehind || isReading ? pick(held, ['unread', 'lastReadSeq', 'lastReadAt']) : {}),
    ...(isBehind && held.updatedAt > snapshot.updatedAt ? { updatedAt: held.updatedAt } : {}),
  }
}

/** Frames can arrive twice or late, so only a higher seq moves the conversation. */
export function withMessage(held: LocalConversation, message: Message): LocalConversation {
  if (message.seq <= held.lastSeq) return held
  const moved = { ...held, lastSeq: message.seq, updatedAt: message.createdAt }
  if (!isReadable(message.content)) return moved
  return {
    ...moved,
    lastMessage: message.content,
    lastMessageAt: message.createdAt,
    lastMessageSeq: message.seq,
    lastSenderId: message.senderId,
    ...(message.isSentByMe
      ? { unread: 0, lastReadSeq: message.seq }
      : { unread: held.unread + (message.recall ? 0 : 1) }),
  }
}

/** A recalled message no longer counts as unread; a changed last message is shown as changed. */
export function withChange(held: LocalConversation, target: Message, before: Message): LocalConversation {
  const wasUnread = target.recall && !target.isSentByMe && target.seq > held.lastReadSeq && isReadable(before.content)
  return {
    ...held,
    ...(held.lastMessageSeq === target.seq ? { lastMessage: target.content } : {}),
    unread: wasUnread ? Math.max(0, held.unread - 1) : held.unread,
  }
}

/** `unreadAbove(seq)` counts other users' readable messages above a seq. */
export function withRead(
  held: LocalConversation,
  seq: number | undefined,
  at: string,
  unreadAbove: (seq: number) => number,
): LocalConversation {
  const lastReadSeq = Math.max(held.lastReadSeq, Math.min(seq || held.lastSeq, held.lastSeq))
  const unread = lastReadSeq >= held.lastSeq ? 0 : Math.min(held.unread, unreadAbove(lastReadSeq))
  return { ...held, lastReadSeq, lastReadAt: at, unread }
}

/** Same rule as the server, so that unread computed from seqs agrees. */
export function withMarkedUnread(held: LocalConversation): LocalConversation {
  const { startSeq, lastReadSeq, lastMessageSeq } = held
  return {
    ...held,
    unread: Math.max(1, held.unread),
    lastReadSeq:
      lastMessageSeq === undefined ? lastReadSeq : Math.max(startSeq, Math.min(lastReadSeq, lastMessageSeq - 1)),
  }
}

/** `conversation.update`: the changed keys as JSON. */
export function withUpdate(held: LocalConversation, content: Content, at: string): LocalConversation {
  const given = parseRecord(content.text ?? '') ?? {}
  const settings = pick(
    given as Partial<Conversation>,
    SETTINGS.filter((key) => key in given),
  )
  const startSeq = numberOf(given.startSeq)
  const changed: LocalConversation = {
    ...held,
    ...settings,
    settingsAt: at > held.settingsAt ? at : held.settingsAt,
    unread: numberOf(given.unread) ?? held.unread,
    startSeq: startSeq ?? held.startSeq,
  }
  if (startSeq !== undefined && (held.lastMessageSeq ?? 0) <= startSeq) {
    changed.lastMessage = undefined
    changed.lastMessageAt = undefined
    changed.lastMessageSeq = undefined
    changed.lastSenderId = undefined
  }
  return given.markUnread === true ? withMarkedUnread(changed) : changed
}

/** Applies `topic.*` contents that change a group's list entry. */
export function withTopicContent(held: LocalConversation, { type, text = '' }: Content): LocalConversation {
  if (type === 'topic.change.owner') return { ...held, topicOwnerId: text, topicOwnerID: text }
  if (type !== 'topic.update') return held
  const { name, icon, kind, extra, members } = parseRecord(text) ?? {}
  return {
    ...held,
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof icon === 'string' ? { icon } : {}),
    ...(typeof kind === 'string' ? { kind } : {}),
    ...(typeof members === 'number' ? { members } : {}),
    ...(isRecord(extra) ? { topicExtra: extra as Record<string, string> } : {}),
  }
}
