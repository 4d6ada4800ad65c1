import type { ConversationView, MerchantView, Source } from '../views.ts'
import type { Account, Conversation } from '../world/state.ts'
import { contentText } from '../world/talk.ts'
import type { World } from '../world/world.ts'
import { accountView, isoOf, phonePath } from './account-view.ts'
import { messageView, postViews } from './message-view.ts'

/** A merchant's app shows its newest conversations. */
const SHOWN_CONVERSATIONS = 50

export function merchantView(world: World, source: Source, accountId: string): MerchantView | undefined {
  const account = world.findAccount(source, accountId)
  if (!account) return undefined
  const accounts = [account, ...world.staffOf(account)]
  const conversations = world
    .conversations()
    .filter((one) => one.source === source && accounts.some((own) => own.accountId === one.accountId))
    .toSorted((left, right) => lastAt(right) - lastAt(left))
    .slice(0, SHOWN_CONVERSATIONS)
  return {
    now: isoOf(world.now()),
    account: accountView(world, account),
    conversations: conversations.map((one) => conversationView(world, accounts, one)),
    posts: postViews(world, source, world.mainOf(account).name),
    can: { staff: source === 'redbook', autoReply: source === 'douyin', adSpend: source === 'redbook' },
  }
}

export const lastAt = ({ messages, entries }: Conversation): number => messages.at(-1)?.at ?? entries.at(-1)?.at ?? 0

function conversationView(world: World, accounts: readonly Account[], conversation: Conversation): ConversationView {
  const { source, accountId, customerId, messages } = conversation
  const account = accounts.find((one) => one.accountId === accountId) ?? world.getAccount(source, accountId)
  const customer = world.findCustomer(source, customerId)
  const last = messages.at(-1)
  return {
    customerId,
    customerName: customer?.name ?? customerId,
    avatarUrl: world.mediaUrl(customer?.avatar ?? ''),
    accountId,
    accountName: account.name,
    lastText: last ? contentText(last.content) : '',
    lastAt: last ? isoOf(last.at) : null,
    phonePath: phonePath(source, accountId, customerId),
    messages: messages.map((message) => messageView(world, account, message)),
  }
}
