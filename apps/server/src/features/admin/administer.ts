import { createHash, randomInt } from 'node:crypto'
import type { AgentId, EntId } from '@ruwu/contract'
import { countCharacters, isTelephone } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import { newId } from '../../platform/ids.ts'
import type { Passwords } from '../../platform/auth/password.ts'
import { StartError } from '../../platform/start-error.ts'
import { insertAgent, setPassword } from '../agent/index.ts'
import { findAccount, revokeSessions } from '../auth/index.ts'
import { deleteTotp } from '../totp/index.ts'
import { createEnterprise } from './create-enterprise.ts'
import { MAINTENANCE_USAGE } from './maintain.ts'
import { manageOauthApps, OAUTH_APPS_USAGE } from './oauth-apps.ts'

const USAGE = `用法：
  npm run admin -- create <企业名称> <姓名> <手机号>   建立企业和它的管理员
  npm run admin -- password <手机号>                 给忘记密码的客服一个新密码
  npm run admin -- two-step <手机号>                 移除丢失了手机和恢复码的客服的两步验证
${OAUTH_APPS_USAGE}
${MAINTENANCE_USAGE}`

const PASSWORD_LENGTH = 12
/** Without look-alikes (0 O, 1 I l). */
const PASSWORD_CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
const ONCE = '只显示这一次，登录时须换成自己的密码'

type Deps = { db: Database; passwords: Passwords; now: Date }

/** Runs the operator's command; returns the text to print. */
export async function administer(deps: Deps, [verb, ...words]: readonly string[]): Promise<string> {
  const [first = '', second = '', third = ''] = words
  if (verb === 'create' && words.length === 3) return create(deps, { entName: first, name: second, telephone: third })
  if (verb === 'password' && words.length === 1) return replace(deps, first)
  if (verb === 'two-step' && words.length === 1) return removeTwoStep(deps, first)
  if (verb === 'app') return manageOauthApps(deps, words)
  throw new StartError(USAGE)
}

async function create(
  { db, passwords, now }: Deps,
  { entName, name, telephone }: { entName: string; name: string; telephone: string },
): Promise<string> {
  checkLength('企业名称', entName, 2, 50)
  checkLength('姓名', name, 1, 20)
  if (!isTelephone(telephone)) throw new StartError('手机号须为 11 位数字')
  if (await findAccount(db.sql, telephone)) throw new StartError('手机号已存在')
  const { password, passwordHash } = await newPassword(passwords)
  const entId = newId<EntId>(now)
  await db.transaction(async ({ sql }) => {
    const roles = await createEnterprise(sql, { id: entId, name: entName, certifiedAt: now }, now)
    if (!roles) throw new Error('the id of the new enterprise exists already')
    const owner = {
      entId,
      id: newId<AgentId>(now),
      roleId: roles.admin,
      name,
      telephone,
      passwordHash,
      passwordIsOneTime: true,
    }
    await insertAgent(sql, { ...owner, createdAt: now, updatedAt: now })
  })
  return `已建立企业「${entName}」（ID ${entId}）
管理员 ${name}，手机号 ${telephone}，一次性密码 ${password}（${ONCE}）
如果演示正在运行，重新启动后它就会关闭`
}

async function getAccount({ db }: Deps, telephone: string) {
  const account = await findAccount(db.sql, telephone)
  if (!account) throw new StartError(`没有手机号为「${telephone}」的客服`)
  return account
}

/** The only way back for an administrator whom no other administrator can help. */
async function removeTwoStep(deps: Deps, telephone: string): Promise<string> {
  const { entId, agentId, name } = await getAccount(deps, telephone)
  await deps.db.transaction(async ({ sql }) => {
    if (!(await deleteTotp(sql, { entId, agentId }))) throw new StartError(`${name} 没有开启两步验证`)
    await revokeSessions(sql, entId, { agentId }, 'forced', deps.now)
    const operator = { entId, agentId: null, ip: '' }
    await writeAudit(sql, operator, { action: 'totp.reset', object: agentId, name }, deps.now)
  })
  return `已移除 ${name}（${telephone}）的两步验证，现有登录已结束；角色要求两步验证时，下次登录须重新设置`
}

async function replace(deps: Deps, telephone: string): Promise<string> {
  const { db, passwords, now } = deps
  const { entId, agentId, name } = await getAccount(deps, telephone)
  const { password, passwordHash } = await newPassword(passwords)
  await db.transaction(async ({ sql }) => {
    await setPassword(sql, entId, agentId, { to: passwordHash, isOneTime: true, now })
    await revokeSessions(sql, entId, { agentId }, 'kick_by_password_updated', now)
    const operator = { entId, agentId: null, ip: '' }
    await writeAudit(sql, operator, { action: 'agent.resetPassword', object: agentId, name }, now)
  })
  return `手机号 ${telephone} 的一次性密码 ${password}（${ONCE}）`
}

function checkLength(what: string, text: string, least: number, most: number): void {
  const length = countCharacters(text.trim())
  if (length < least || length > most) throw new StartError(`${what}须为 ${least} 到 ${most} 个字`)
}

const drawCharacter = () => PASSWORD_CHARACTERS[randomInt(PASSWORD_CHARACTERS.length)]

/** Clients send the digest of a password, and its hash is stored. */
async function newPassword(passwords: Passwords): Promise<{ password: string; passwordHash: string }> {
  const password = Array.from({ length: PASSWORD_LENGTH }, drawCharacter).join('')
  return { password, passwordHash: await passwords.hash(createHash('sha256').update(password).digest('hex')) }
}
