import type { Fields, PlatformCall } from '../calls/platform-call.ts'
import { unknownFields } from '../calls/unknown-fields.ts'
import type { Account } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { refuse } from './codes.ts'

/** One application token serves all bound merchants. */
export function requireAppToken(world: World, call: PlatformCall): void {
  const tokens = world.state.apps.redbook
  if (call.takeRevoked(world)) throw refuse(990002)
  if (!tokens || call.headers['access-token'] !== tokens.access) throw refuse(990002)
  if (world.now() >= tokens.accessEndsAt) throw refuse(990001)
}

/** The body's fields; strict mode refuses those that the platform does not know. */
export function knownFields(world: World, call: PlatformCall, known: readonly string[]): Fields {
  const fields = call.fields()
  if (!fields) throw refuse(990070, '请求体不是 JSON')
  const unknown = unknownFields(call, fields, known)
  if (world.options.isStrict && unknown.length > 0) throw refuse(990070, `未知字段 ${unknown.join('、')}`)
  return fields
}

export function textOf(fields: Fields, name: string): string {
  const value = fields[name]
  if (typeof value !== 'string' || value === '') throw refuse(990070, `缺少 ${name}`)
  return value
}

type Permission = 'read' | 'reply' | 'profile' | null

/** The main account a call names, which must be bound to our application and have granted the permission. */
export function boundAccount(world: World, fields: Fields, permission: Permission): Account {
  const account = boundSender(world, fields, permission)
  if (account.mainId !== null) throw refuse(990070, 'user_id')
  return account
}

/** The main or staff account a call names; it is the main account that is bound and grants. */
export function boundSender(world: World, fields: Fields, permission: Permission): Account {
  const account = world.findAccount('redbook', textOf(fields, 'user_id'))
  if (!account) throw refuse(990070, 'user_id')
  const { standing, authorisation } = world.mainOf(account)
  if (standing === 'bound_elsewhere') throw refuse(990008)
  if (standing === 'uncertified') throw refuse(990007)
  if (!authorisation) throw refuse(990003)
  if (permission !== null && !authorisation.scopes.includes(permission)) throw refuse(990004)
  if (account.staffState !== null && account.staffState !== 'authorised') throw refuse(990004)
  const code = fields.third_account_id
  if (code !== undefined && code !== authorisation.accountCode) throw refuse(990070, 'third_account_id')
  return account
}
