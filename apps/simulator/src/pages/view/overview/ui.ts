import type { AccountView, JournalEntry, Source } from '../../../views.ts'
import { type Html, html } from '../html.ts'
import { texts } from './texts.ts'

export type OverviewTab = 'scripts' | 'knobs' | 'customers'
export type JournalFilter = { direction: 'all' | 'in' | 'out'; source: 'all' | Source; text: string }

/** What the person at the page chose; the simulator knows nothing of it. */
export type OverviewUi = {
  tab: OverviewTab
  /** Key of the account that scripts start on; the first fitting one while none is chosen. */
  scriptAccount: string
  /** Key of the account whose knobs are shown; empty for all accounts. */
  knobAccount: string
  filter: JournalFilter
  /** What is shown while the journal stands still. */
  paused: JournalEntry[] | null
}

export const INITIAL: OverviewUi = {
  tab: 'scripts',
  scriptAccount: '',
  knobAccount: '',
  filter: { direction: 'all', source: 'all', text: '' },
  paused: null,
}

export const accountKey = (account: { source: Source; accountId: string }): string =>
  `${account.source}/${account.accountId}`

export const findAccount = (accounts: readonly AccountView[], key: string): AccountView | undefined =>
  accounts.find((it) => accountKey(it) === key)

/** Whom a customer can write to: an account, or one of its staff accounts. */
export type ScriptTarget = { source: Source; accountId: string; label: string; isAuthorised: boolean }

export const scriptTargets = (accounts: readonly AccountView[]): ScriptTarget[] =>
  accounts.flatMap((account) => [
    {
      source: account.source,
      accountId: account.accountId,
      label: account.name,
      isAuthorised: account.authorisation !== null,
    },
    ...account.staff
      .filter((it) => it.state === 'authorised')
      .map((it) => ({
        source: account.source,
        accountId: it.staffId,
        label: texts.staffAccount(it.name, account.name),
        isAuthorised: account.authorisation !== null,
      })),
  ])

/** Attributes of a button that changes what is shown. */
export const shows = (change: Partial<OverviewUi>): Html => html`data-ui="${JSON.stringify(change)}"`
