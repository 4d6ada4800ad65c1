import { findPost, postsOf } from '../world/catalogue.ts'
import { ControlRefusal } from '../world/refusal.ts'
import type { Comment } from '../world/state.ts'
import type { Acts } from './scene.ts'

/** How long a permission for proactive messages stands. */
const GRANT_MS = 30 * 24 * 3_600_000

export const standingActs: Acts<'recall' | 'read' | 'comment' | 'grant' | 'block' | 'mask_phone'> = {
  recall({ sim, talk, at }, act) {
    const own = talk.conversation.messages.filter(({ from, recalledBy }) => from === 'customer' && recalledBy === null)
    const message = act.messageId === undefined ? own.at(-1) : own.find(({ messageId }) => messageId === act.messageId)
    if (!message) throw new ControlRefusal('没有可以撤回的消息')
    message.recalledBy = 'customer'
    sim.emit({ kind: 'recall', ...talk, message, at })
    return undefined
  },

  read({ sim, talk, at }) {
    const unread = talk.conversation.messages.filter(({ from, isRead }) => from === 'merchant' && !isRead)
    for (const message of unread) message.isRead = true
    const message = unread.at(-1)
    if (message) sim.emit({ kind: 'read', ...talk, message, at })
    return undefined
  },

  comment({ sim, talk, at }, act) {
    const { account, customer } = talk
    const { source, accountId } = account
    const post = act.postId === undefined ? postsOf(source)[0] : findPost(source, act.postId)
    if (!post) throw new ControlRefusal('没有这篇笔记或视频')
    const comment: Comment = {
      source,
      accountId,
      customerId: customer.customerId,
      commentId: sim.platforms[source].newCommentId(),
      postId: post.postId,
      author: 'customer',
      parentId: act.parentId ?? null,
      text: act.text,
      at,
    }
    sim.world.state.comments.push(comment)
    sim.emit({ kind: 'comment', account, customer, comment })
    return undefined
  },

  grant({ sim, talk, at }, { isActive }) {
    const { conversation } = talk
    if (talk.account.source !== 'douyin') throw new ControlRefusal('该平台没有主动私信授权')
    if (isActive) {
      const updates = conversation.grant ? conversation.grant.updates + 1 : 0
      conversation.grant = { since: conversation.grant?.since ?? at, until: at + GRANT_MS, updates }
    }
    if (!conversation.grant) throw new ControlRefusal('还没有授权过主动私信')
    sim.emit({ kind: 'grant', ...talk, grant: conversation.grant, isActive, at })
    if (!isActive) conversation.grant = null
    return undefined
  },

  block({ talk }, { isBlocked }) {
    talk.conversation.isBlocked = isBlocked
    return undefined
  },

  mask_phone({ talk }, { isOn }) {
    talk.customer.isPhoneMasked = isOn
    return undefined
  },
}
