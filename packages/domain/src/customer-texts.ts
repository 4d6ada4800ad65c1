import type { LastMessage, Source } from '@ruwu/contract'
import { RECALLED } from './recall.ts'
import { SOURCE_LABELS } from './sources.ts'

/** List placeholder for non-text messages. */
const MESSAGE_TYPE_TEXTS: Record<string, string> = {
  image: '[图片]',
  voice: '[语音]',
  video: '[视频]',
  file: '[文件]',
  link: '[卡片]',
  recalled: '已撤回一条消息',
}

/** Sender prefix of our messages; none for the customer's. */
export function senderPrefix({ senderKind, agentId, agentName }: LastMessage, me: string, source: Source): string {
  switch (senderKind) {
    case 'human':
      return `${agentId === me ? '我' : (agentName ?? `${SOURCE_LABELS[source]}App`)}: `
    case 'ai':
      return 'AI: '
    case 'flow':
      return '自动: '
    case 'customer':
    case 'system':
      return ''
  }
}

/** Last message as a list line, without sender. */
export function lastMessageText(message: LastMessage | null): string {
  if (!message) return ''
  const kind = MESSAGE_TYPE_TEXTS[message.type]
  if (message.type === RECALLED) return kind ?? ''
  if (message.type === 'link' && message.text) return `${kind ?? ''}${message.text}`
  return kind ?? message.text
}

/** Waiting times from which the list shows a timer, and shows it as overdue. */
const WAIT_SHOWN_MS = 60_000
const WAIT_BAD_MS = 180_000

type WaitLevel = 'none' | 'shown' | 'bad'

export const waitLevel = (waitedMs: number): WaitLevel =>
  waitedMs < WAIT_SHOWN_MS ? 'none' : waitedMs < WAIT_BAD_MS ? 'shown' : 'bad'

/** Whether a wait is long enough to be shown. */
export const showsWait = (since: string | null, now: number): boolean =>
  since !== null && waitLevel(now - Date.parse(since)) !== 'none'

const DAY_S = 86_400

/** mm:ss or h:mm:ss; days without seconds. */
export function waitText(waitedMs: number): string {
  const seconds = Math.max(0, Math.floor(waitedMs / 1000))
  if (seconds >= DAY_S) return `${Math.floor(seconds / DAY_S)}天`
  const minutes = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return seconds < 3600 ? minutes : `${Math.floor(seconds / 3600)}:${minutes}`
}

const two = (value: number) => String(value).padStart(2, '0')
