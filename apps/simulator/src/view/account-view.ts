import { DEMO_APP_NAME } from '../demo-credentials.ts'
import type { AccountView, AuthorisationView, AuthoriseView, Source, StaffView } from '../views.ts'
import type { Account } from '../world/state.ts'
import type { World } from '../world/world.ts'

export const phonePath = (source: Source, accountId: string, customerId: string): string =>
  `/phone/${source}/${encodeURIComponent(accountId)}/${encodeURIComponent(customerId)}`

export const isoOf = (time: number): string => new Date(time).toISOString()

export function accountView(world: World, account: Account): AccountView {
  const ids = new Set([account.accountId, ...world.staffOf(account).map(({ accountId }) => accountId)])
  const talks = world.conversations().filter(({ source, accountId }) => source === account.source && ids.has(accountId))
  return {
    source: account.source,
    accountId: account.accountId,
    name: account.name,
    avatarUrl: world.mediaUrl(account.avatar),
    city: account.city,
    standing: account.standing,
    authorisation: authorisationView(account),
    staff: world.staffOf(account).map((staff) => staffView(world, staff)),
    adSpend: account.adSpend,
    isAutoReplyOn: account.isAutoReplyOn,
    isBanned: account.isBanned,
    customerCount: talks.length,
    messageCount: talks.reduce((sum, { messages }) => sum + messages.length, 0),
    merchantPath: `/merchant/${account.source}/${encodeURIComponent(account.accountId)}`,
  }
}

function authorisationView({ authorisation }: Account): AuthorisationView | null {
  if (!authorisation) return null
  const { appId, scopes, since, tokens, accountCode } = authorisation
  return {
    appId,
    appName: DEMO_APP_NAME,
    scopes,
    since: isoOf(since),
    ...(tokens
      ? {
          accessEndsAt: isoOf(tokens.accessEndsAt),
          refreshEndsAt: isoOf(tokens.refreshEndsAt),
          renewalsUsed: tokens.renewals,
        }
      : {}),
    ...(accountCode === null ? {} : { accountCode }),
  }
}

function staffView(world: World, { accountId, name, avatar, staffState }: Account): StaffView {
  return { staffId: accountId, name, avatarUrl: world.mediaUrl(avatar), state: staffState ?? 'asked' }
}

/** Main accounts a merchant may choose from on the authorise page. */
export function authoriseAccounts(world: World, source: Source): AuthoriseView['accounts'] {
  return world.state.accounts
    .filter((account) => account.source === source && account.mainId === null)
    .map((account) => ({
      accountId: account.accountId,
      name: account.name,
      avatarUrl: world.mediaUrl(account.avatar),
      standing: account.standing,
      city: account.city,
      isAuthorisedHere: account.authorisation !== null,
    }))
}
