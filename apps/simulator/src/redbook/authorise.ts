import { DEMO_APP_NAME } from '../demo-credentials.ts'
import type { Simulator } from '../simulator.ts'
import { authoriseAccounts } from '../view/account-view.ts'
import type { AuthoriseAnswer, AuthoriseRequest, AuthoriseView, ScopeView } from '../views.ts'
import type { World } from '../world/world.ts'
import { REDBOOK_CODES, type RedbookCode } from './codes.ts'
import { decryptFields } from './crypto.ts'

/** What a merchant ticks when binding. */
const PERMISSIONS: readonly ScopeView[] = [
  { name: 'read', label: '读取私信', isRequired: false, isTicked: true },
  { name: 'reply', label: '回复私信', isRequired: false, isTicked: true },
  { name: 'profile', label: '读取客户昵称与头像', isRequired: false, isTicked: true },
]

/** Our own name of the binding, from the token that only our key opens. */
function accountCodeOf(world: World, query: Record<string, string>): string | undefined {
  const code = decryptFields(world.options.credentials.redbook.cryptoKey, query.token)?.account_code
  return typeof code === 'string' && code !== '' ? code : undefined
}

function problemOf(world: World, query: Record<string, string>): RedbookCode | undefined {
  if (query.appId !== world.options.credentials.redbook.appId) return 990006
  return accountCodeOf(world, query) === undefined ? 990070 : undefined
}

export function redbookAuthoriseView(world: World, query: Record<string, string>): AuthoriseView {
  const code = problemOf(world, query)
  return {
    source: 'redbook',
    appName: DEMO_APP_NAME,
    problem: code === undefined ? null : { code, message: REDBOOK_CODES[code] },
    scopes: [...PERMISSIONS],
    accounts: authoriseAccounts(world, 'redbook'),
    query,
  }
}

/** The merchant's answer on the page; no browser returns, the platform tells us itself. */
export function answerRedbookAuthorise(sim: Simulator, { query, agreed }: AuthoriseRequest): AuthoriseAnswer {
  const { world } = sim
  const { problem } = redbookAuthoriseView(world, query)
  if (problem) return { kind: 'refused', ...problem }
  if (!agreed) return { kind: 'done', message: '已取消，没有绑定任何账号' }

  const account = world.getAccount('redbook', agreed.accountId)
  const blocked = account.standing === 'bound_elsewhere' ? 990008 : account.standing === 'uncertified' ? 990007 : null
  if (blocked !== null) return { kind: 'refused', code: blocked, message: REDBOOK_CODES[blocked] }
  account.authorisation = {
    appId: world.options.credentials.redbook.appId,
    scopes: PERMISSIONS.map(({ name }) => name).filter((name) => agreed.scopes.includes(name)),
    since: world.now(),
    tokens: null,
    accountCode: accountCodeOf(world, query) ?? null,
  }
  sim.emit({ kind: 'bound', account, token: query.token ?? '', at: world.now() })
  return { kind: 'done', message: `${account.name} 已绑定，可以关闭本页` }
}
