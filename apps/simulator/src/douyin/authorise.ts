import { DEMO_APP_NAME } from '../demo-credentials.ts'
import type { Simulator } from '../simulator.ts'
import type { AuthoriseAnswer, AuthoriseRequest, AuthoriseView, ScopeView } from '../views.ts'
import { authoriseAccounts } from '../view/account-view.ts'
import type { World } from '../world/world.ts'
import { DOUYIN_CODES, type DouyinCode } from './codes.ts'
import { CODE_MS } from './limits.ts'
import { SCOPES } from './scopes.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** On one machine the names of loopback mean the same place. */
function placeOf(address: string): string {
  const url = new URL(address)
  const host = LOOPBACK.has(url.hostname) ? 'loopback' : url.hostname
  return `${url.protocol}//${host}:${url.port}${url.pathname}${url.search}`
}

const isSamePlace = (given: string, registered: string) => URL.canParse(given) && placeOf(given) === placeOf(registered)

const splitList = (list: string | undefined) => (list ?? '').split(',').filter(Boolean)

function scopesOf(query: Record<string, string>): ScopeView[] {
  // A merchant may untick what the application asks for; only who he is goes with every grant.
  const asked = splitList(query.scope).map((name) => scopeView(name, name === 'user_info', true))
  const pairs = splitList(query.optionalScope)
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    asked.push(scopeView(pairs[index] ?? '', false, pairs[index + 1] === '1'))
  }
  return asked
}

const scopeView = (name: string, isRequired: boolean, isTicked: boolean): ScopeView => ({
  name,
  label: SCOPES[name] ?? name,
  isRequired,
  isTicked,
})

function problemOf(world: World, query: Record<string, string>, scopes: ScopeView[]): DouyinCode | undefined {
  if (query.client_key !== world.options.credentials.douyin.clientKey) return 10003
  if (query.response_type !== 'code') return 10002
  if (!isSamePlace(query.redirect_uri ?? '', world.options.redirectUri)) return 10006
  if (scopes.length === 0) return 10005
  return scopes.every(({ name }) => Object.hasOwn(SCOPES, name)) ? undefined : 10004
}

export function douyinAuthoriseView(world: World, query: Record<string, string>): AuthoriseView {
  const scopes = scopesOf(query)
  const code = problemOf(world, query, scopes)
  return {
    source: 'douyin',
    appName: DEMO_APP_NAME,
    problem: code === undefined ? null : { code, message: DOUYIN_CODES[code] },
    scopes,
    accounts: authoriseAccounts(world, 'douyin'),
    query,
  }
}

/** The merchant's answer on the page; where the browser goes next. */
export function answerDouyinAuthorise(sim: Simulator, { query, agreed }: AuthoriseRequest): AuthoriseAnswer {
  const { world } = sim
  const { problem, scopes } = douyinAuthoriseView(world, query)
  if (problem) return { kind: 'refused', ...problem }
  const location = new URL(query.redirect_uri ?? '')
  if (!agreed) return { kind: 'redirect', location: withParams(location, { state: query.state ?? '' }) }

  const account = world.getAccount('douyin', agreed.accountId)
  if (account.standing === 'bound_elsewhere') {
    return { kind: 'refused', code: null, message: '该账号已授权给其他服务商，请先在平台解除后再绑定' }
  }
  const granted = scopes
    .filter(({ name, isRequired }) => isRequired || agreed.scopes.includes(name))
    .map(({ name }) => name)
  const code = world.ids.token('')
  world.state.apps.douyinCodes[code] = {
    accountId: account.accountId,
    scopes: granted,
    endsAt: world.now() + CODE_MS,
    isUsed: false,
  }
  return {
    kind: 'redirect',
    location: withParams(location, { code, scopes: granted.join(','), state: query.state ?? '' }),
  }
}

function withParams(location: URL, params: Record<string, string>): string {
  for (const [name, value] of Object.entries(params)) location.searchParams.set(name, value)
  return location.href
}
