import type { Fields, PlatformCall } from '../calls/platform-call.ts'
import { unknownFields } from '../calls/unknown-fields.ts'
import type { Account } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { type DouyinCode, refuse } from './codes.ts'

/** The private-message calls have codes of their own for what the older calls say with 2190…. */
type Codes = { parameter: DouyinCode; invalid: DouyinCode; expired: DouyinCode }
export const IM_CODES: Codes = { parameter: 28001007, invalid: 28001003, expired: 28001008 }
export const OPEN_CODES: Codes = { parameter: 2100005, invalid: 2190002, expired: 2190008 }

/** The merchant a call speaks for, by its token; the token must be alive, fit the open_id and hold the scope. */
export function merchantOf(world: World, call: PlatformCall, scope: string, codes: Codes): Account {
  const token = call.headers['access-token'] ?? ''
  const account = findByToken(world, token)
  if (account) call.accountId = account.accountId
  if (call.takeRevoked(world)) throw refuse(2190002)
  const tokens = account?.authorisation?.tokens
  if (!account || !tokens) throw refuse(codes.invalid)
  if (world.now() >= tokens.accessEndsAt) throw refuse(codes.expired)
  if (!call.query.open_id) throw refuse(codes.parameter, '缺少 open_id')
  if (call.query.open_id !== account.accountId) throw refuse(2190015)
  if (!account.authorisation?.scopes.includes(scope)) throw refuse(2190003)
  return account
}

/** Calls for the application itself want its client token. */
export function requireClientToken(world: World, call: PlatformCall): void {
  const token = call.headers['access-token'] ?? ''
  const client = world.state.apps.douyinClient
  if (call.takeRevoked(world)) throw refuse(2190002)
  if (findByToken(world, token)) throw refuse(2190004)
  if (!client || client.token !== token) throw refuse(2190002)
  if (world.now() >= client.endsAt) throw refuse(2190008)
}

export function findByToken(world: World, token: string): Account | undefined {
  return world.state.accounts.find(
    (account) => account.source === 'douyin' && account.authorisation?.tokens?.accessToken === token,
  )
}

/** The body's fields; strict mode refuses those that the platform does not know. */
export function knownFields(world: World, call: PlatformCall, known: readonly string[], code: DouyinCode): Fields {
  const fields = call.fields()
  if (!fields) throw refuse(code, '请求体不是 JSON')
  const unknown = unknownFields(call, fields, known)
  if (world.options.isStrict && unknown.length > 0) throw refuse(code, `未知字段 ${unknown.join('、')}`)
  return fields
}

/** A text field that must be there. */
export function textOf(fields: Fields, name: string, code: DouyinCode): string {
  const value = fields[name]
  if (typeof value !== 'string' || value === '') throw refuse(code, `缺少 ${name}`)
  return value
}
