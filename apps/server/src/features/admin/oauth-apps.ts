import { randomBytes } from 'node:crypto'
import { countCharacters, isRedirectUri } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import { hashToken, newToken } from '../../platform/auth/token.ts'
import { StartError } from '../../platform/start-error.ts'
import { deleteApp, insertApp, listApps } from '../oauth/index.ts'

export const OAUTH_APPS_USAGE = `  npm run admin -- app add <名称> <回调地址> [secret]  登记可以请求授权的应用；secret：同时生成密钥
  npm run admin -- app list                         列出登记的应用
  npm run admin -- app remove <client_id>           删除应用，它得到的授权随即失效`

const NAME_MAX = 30

type Deps = { db: Database; now: Date }

/** Applications that may ask agents for access (OAuth2). */
export async function manageOauthApps(deps: Deps, [verb, ...words]: readonly string[]): Promise<string> {
  const [first = '', second = '', third] = words
  if (verb === 'add' && (words.length === 2 || (words.length === 3 && third === 'secret')))
    return add(deps, { name: first.trim(), redirectUri: second, hasSecret: third === 'secret' })
  if (verb === 'list' && words.length === 0) return list(deps)
  if (verb === 'remove' && words.length === 1) return remove(deps, first)
  throw new StartError(`用法：\n${OAUTH_APPS_USAGE}`)
}

type NewApp = { name: string; redirectUri: string; hasSecret: boolean }

async function add({ db, now }: Deps, { name, redirectUri, hasSecret }: NewApp): Promise<string> {
  const length = countCharacters(name)
  if (length < 1 || length > NAME_MAX) throw new StartError(`名称须为 1 到 ${NAME_MAX} 个字`)
  if (!isRedirectUri(redirectUri)) throw new StartError('回调地址须为完整的 https 地址（本机可用 http），不能带 #')
  const clientId = randomBytes(16).toString('hex')
  const secret = hasSecret ? newToken() : undefined
  const secretHash = secret === undefined ? null : hashToken(secret)
  await insertApp(db.sql, { clientId, name, logo: '', secretHash, redirectUris: [redirectUri], createdAt: now })
  const shown = secret === undefined ? '' : `\nclient_secret ${secret}（只显示这一次）`
  return `已登记「${name}」，回调地址 ${redirectUri}\nclient_id ${clientId}${shown}`
}

async function list({ db }: Deps): Promise<string> {
  const apps = await listApps(db.sql)
  if (apps.length === 0) return '还没有登记应用'
  return apps.map(({ clientId, name, redirectUris }) => `${clientId}  ${name}  ${redirectUris.join(' ')}`).join('\n')
}

async function remove({ db }: Deps, clientId: string): Promise<string> {
  const app = await deleteApp(db.sql, clientId)
  if (!app) throw new StartError(`没有 client_id 为「${clientId}」的应用`)
  return `已删除「${app.name}」，它得到的授权已失效`
}
