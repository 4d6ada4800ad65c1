import type {
  AccountDetail,
  Capabilities,
  ChannelHistoryItem,
  ChannelSetting,
  ChannelSettingFields,
  CorpAccount,
  KosAccount,
  SimpleAccount,
} from '@ruwu/contract'
import { type SourceCapabilities, welcomePartsSent } from '@ruwu/domain'
import type { AccountRow } from './account.repo.ts'
import type { AccountPlan, Figures, Trouble } from './account-facts.repo.ts'
import type { HistoryRow } from './history.repo.ts'

/** Data about an account from other tables. */
export type AccountFacts = Figures & {
  aiAgentName: string | null
  heldBack: Trouble | undefined
  plan: AccountPlan | undefined
}

/** A sub-account shows the authorisation of its main account. */
function accountFields(row: AccountRow, main: AccountRow, facts: AccountFacts) {
  return {
    relationId: row.id,
    source: row.source,
    name: row.name,
    avatar: row.avatar,
    platformId: row.platformId,
    openStatus: row.openStatus,
    openExpireAt: main.refreshEndsAt?.toISOString() ?? null,
    adStatus: row.adStatus,
    receptionMode: row.receptionMode,
    aiAgentName: facts.aiAgentName,
    planId: facts.plan?.id ?? null,
    planName: facts.plan?.name ?? null,
    todayEnter: facts.todayEnter,
    customers: facts.customers,
    boundAt: (row.firstBoundAt ?? row.boundAt).toISOString(),
    remark: row.setting.remark,
    lastError: lastTrouble(row, facts)?.text ?? null,
  }
}

/** The newer of the last error and the last message held back; a sent message ends only the first. */
function lastTrouble({ lastError, lastErrorAt }: AccountRow, { heldBack }: AccountFacts) {
  const error = lastError === null ? undefined : { text: lastError, at: lastErrorAt }
  return error && heldBack ? ((error.at ?? 0) >= heldBack.at ? error : heldBack) : (error ?? heldBack)
}

export const toKosAccount = (row: AccountRow, main: AccountRow, facts: AccountFacts): KosAccount => ({
  ...accountFields(row, main, facts),
  accountType: 'KOS',
  parentId: main.id,
})

export const toCorpAccount = (row: AccountRow, staff: KosAccount[], facts: AccountFacts): CorpAccount => ({
  ...accountFields(row, row, facts),
  accountType: 'CORP',
  parentId: null,
  kosAccount: staff,
})

export const toSimpleAccount = (
  row: AccountRow,
  capabilities: SourceCapabilities,
  setting: ChannelSettingFields,
): SimpleAccount => ({
  relationId: row.id,
  parentId: row.parentId,
  source: row.source,
  accountType: row.accountType,
  name: row.name,
  avatar: row.avatar,
  openStatus: row.openStatus,
  capabilities: toCapabilities(capabilities),
  guard: { wordLevel: setting.wordLevel, contactLevel: setting.contactLevel, textChars: setting.limits.textChars },
  welcomeParts: setting.welcome.custom ? null : welcomePartsSent(setting),
})

type DetailFields = Pick<AccountDetail, 'checklist' | 'quotaToday' | 'series' | 'renewLeft'>

export const toDetailFields = (
  row: AccountRow,
  main: AccountRow,
  capabilities: SourceCapabilities,
  facts: AccountFacts,
  more: DetailFields,
) => ({
  capabilities: toCapabilities(capabilities),
  scopes: main.scopes,
  lastInAt: row.lastInAt?.toISOString() ?? null,
  lastOutAt: row.lastOutAt?.toISOString() ?? null,
  lastErrorAt: lastTrouble(row, facts)?.at?.toISOString() ?? null,
  ...more,
})

function toCapabilities({ idempotentSend: _own, assumed: _ours, ...capabilities }: SourceCapabilities): Capabilities {
  return capabilities
}

export const toHistoryItem = (row: HistoryRow): ChannelHistoryItem => ({
  at: row.createdAt.toISOString(),
  kind: row.kind,
  text: row.text,
  operatorId: row.operatorId,
})

export const toSetting = (row: AccountRow, planId: ChannelSetting['planId']): ChannelSetting => ({
  ...row.setting,
  planId,
  relationId: row.id,
  accountType: row.accountType,
  receptionMode: row.receptionMode,
  version: row.version,
  updatedBy: row.updatedBy,
  updatedAt: row.updatedAt.toISOString(),
})
