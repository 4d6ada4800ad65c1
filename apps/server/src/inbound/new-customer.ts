import type { CustomerId } from '@ruwu/contract'
import { NOT_POSTPONED } from '@ruwu/domain'
import type { Party } from '../channels/source.ts'
import { newId } from '../platform/ids.ts'
import type { CustomerRow } from '../customer/customer-change.ts'
import type { InboundAccount } from './conversation-event.ts'

export function updateProfile(row: CustomerRow, party: Party, conversationKey: string | undefined): void {
  if (party.name) row.name = party.name
  if (conversationKey) row.conversationKey = conversationKey
}

export function newCustomer(
  account: Pick<InboundAccount, 'entId' | 'id' | 'source' | 'starting'>,
  party: Party,
  now: Date,
): CustomerRow {
  return {
    entId: account.entId,
    id: newId<CustomerId>(now),
    relationId: account.id,
    source: account.source,
    platformUserId: party.platformId,
    conversationKey: '',
    name: party.name ?? '',
    avatar: '',
    remark: '',
    city: '',
    country: '',
    entry: null,
    byAd: false,
    isBlocked: false,
    stageId: null,
    fields: {},
    tagIds: [],
    leadStatus: null,
    agentId: null,
    agentSince: null,
    ...account.starting,
    receptionEpoch: 1,
    autoEnableAt: null,
    archive: false,
    waitingSince: null,
    handoffAt: null,
    ...NOT_POSTPONED,
    sessionId: null,
    manualSince: account.starting.receptionType === 'manual' ? now : null,
    lastSeq: 0,
    lastMessage: null,
    lastMessageSeq: 0,
    lastMessageAt: now,
    lastInboundAt: null,
    lastInboundSeq: 0,
    lastInboundTicket: null,
    lastHumanSeq: 0,
    contactAskedSeq: 0,
    inboundCount: 0,
    lastOutboundSeq: 0,
    lastOutboundStatus: null,
    lastHumanAgentId: null,
    lastHumanAt: null,
    waitWarnedAt: null,
    skipAgentId: null,
    skipUntil: null,
    version: 1,
    sentSinceInbound: 0,
    sentBeforeReply: 0,
    strangerAt: null,
    enterAt: null,
    enterTicket: null,
    sentSinceEnter: 0,
    enterDay: null,
    enterOpenings: 0,
    commentAt: null,
    answeredAt: null,
    quotaClosed: null,
    firstEnterAt: now,
    lastEnterAt: now,
    createdAt: now,
    updatedAt: now,
    erasedAt: null,
  }
}
