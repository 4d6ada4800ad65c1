import type { Entry } from '../world/state.ts'
import type { Talk } from '../world/talk.ts'
import { refuse } from './codes.ts'
import {
  dayOf,
  ENTER_MAX,
  ENTER_WINDOW_MS,
  ENTRIES_ANSWERED_PER_DAY,
  GRANT_MAX,
  REPLY_MAX,
  REPLY_WINDOW_MS,
} from './limits.ts'

const SCENES = ['im_reply_msg', 'im_enter_direct_msg', 'im_b2b_direct_message', 'im_authorize_message'] as const
export type Scene = (typeof SCENES)[number]
/** Scenes that take several messages at once. */
export const MANY_SCENES: readonly Scene[] = ['im_b2b_direct_message', 'im_authorize_message']

export const isScene = (value: unknown): value is Scene => SCENES.includes(value as Scene)

/** The window a send is charged to. */
type WindowUse = { kind: 'reply' } | { kind: 'enter'; entry: Entry } | { kind: 'grant' }

/** Refuses a send that no window is open for. */
export function checkWindow(talk: Talk, scene: Scene, msgId: string, count: number, now: number): WindowUse {
  switch (scene) {
    case 'im_reply_msg':
      return checkReply(talk, msgId, now)
    case 'im_enter_direct_msg':
      return checkEnter(talk, msgId, now)
    case 'im_authorize_message':
      return checkGrant(talk, count, now)
    case 'im_b2b_direct_message':
      throw refuse(2190004)
  }
}

/** Every accepted message counts one, whatever it holds. A recall gives nothing back. */
export function chargeSend({ conversation }: Talk, use: WindowUse, count: number, now: number): void {
  if (use.kind === 'reply') conversation.sentSinceInbound += count
  else if (use.kind === 'enter') use.entry.sent += count
  else conversation.grantSent = { day: dayOf(now), count }
}

function checkReply({ conversation }: Talk, msgId: string, now: number): WindowUse {
  const answered = conversation.messages.find(({ messageId, from }) => messageId === msgId && from === 'customer')
  if (!answered) throw refuse(28003082)
  if (now - answered.at > REPLY_WINDOW_MS) throw refuse(28003080)
  if (conversation.sentSinceInbound >= REPLY_MAX) throw refuse(28003070)
  return { kind: 'reply' }
}

function checkEnter({ conversation }: Talk, msgId: string, now: number): WindowUse {
  const entry = conversation.entries.find(({ messageId }) => messageId === msgId)
  if (!entry) throw refuse(28003082)
  if (now - entry.at > REPLY_WINDOW_MS) throw refuse(28003081)
  if (now - entry.at > ENTER_WINDOW_MS || entry.sent >= ENTER_MAX) throw refuse(28003070)
  const day = dayOf(now)
  const answered = conversation.entries.filter((one) => one.sent > 0 && one !== entry && dayOf(one.at) === day)
  if (answered.length >= ENTRIES_ANSWERED_PER_DAY) throw refuse(28003070)
  return { kind: 'enter', entry }
}

function checkGrant({ conversation }: Talk, count: number, now: number): WindowUse {
  const isStanding = conversation.grant !== null && now < conversation.grant.until
  if (!isStanding || count > GRANT_MAX || conversation.grantSent.day === dayOf(now)) throw refuse(28003070)
  return { kind: 'grant' }
}
