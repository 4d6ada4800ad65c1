import type { Content, Conversation } from '@ruwu/contract'
import { isReadable } from '@ruwu/domain'
import { isRecord, numberOf, parseRecord } from './json.ts'
import type { Message } from './message.ts'

/** A conversation with what is known of its age. */
export type LocalConversation = Conversation & {
  /** When the server's copy came, by the local clock. */
  cachedAt: number
  /** The server's time of the settings held; an older copy does not bring old ones back. */
  settingsAt: string
}

const SETTINGS = ['sticky', 'mute', 'remark', 'tags', 'extra'] as const

const pick = <T extends object, K extends keyof T>(from: T, keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>

/** The server's copy, except where what is held here is newer. `isReading`: a read of ours is still on its way. */
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

/** A recalled message is no longer unread; the last message shows what became of it. */
export function withChange(held: LocalConversation, target: Message, before: Message): LocalConversation {
  const wasUnread = target.recall && !target.isSentByMe && target.seq > held.lastReadSeq && isReadable(before.content)
  return {
    ...held,
    ...(held.lastMessageSeq === target.seq ? { lastMessage: target.content } : {}),
    unread: wasUnread ? Math.max(0, held.unread - 1) : held.unread,
  }
}

/** `unreadAbove` counts readable messages of others above a number. */
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

/** As the server does it, so that the unread count computed from the numbers agrees. */
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

/** `topic.*` contents that change how a group is shown in the list. */
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
