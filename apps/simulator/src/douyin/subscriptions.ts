import type { World } from '../world/world.ts'

export const ON = 1
export const OFF = -1

/** Events an application may subscribe to, and how each stands at first. */
const EVENTS: Readonly<Record<string, number>> = {
  im_receive_msg: ON,
  im_send_msg: ON,
  im_enter_direct_msg: ON,
  im_recall_msg: ON,
  // Documented for mini-program applications only.
  im_message_read: OFF,
  im_authorize: ON,
  item_comment_reply: ON,
  authorize: ON,
  unauthorize: ON,
  new_follow_action: ON,
}

export const isEvent = (event: string): boolean => Object.hasOwn(EVENTS, event)

export const subscriptions = (world: World): Record<string, number> => ({ ...EVENTS, ...world.state.subscriptions })

export const isSubscribed = (world: World, event: string): boolean => subscriptions(world)[event] === ON
