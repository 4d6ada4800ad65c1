import { countCharacters } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import { StartError } from '../../platform/start-error.ts'
import { revokeSessions } from '../auth/index.ts'
import { findNamed, resumeEnterprise, suspendEnterprise } from '../enterprise/index.ts'

export const SUSPEND_USAGE = `  npm run admin -- list                         列出企业的认证、积分与订单
  npm run admin -- suspend <企业ID或名称> <原因>    暂停企业：不能登录，AI 与自动化停止，客户的消息照常存下
  npm run admin -- resume <企业ID或名称>            恢复企业`

const REASON_MAX = 200

type Deps = { db: Database; now: Date }

/** Every sign-in ends with it; the sockets are closed by the nodes that hold them, within seconds. */
export async function suspend({ db, now }: Deps, named: string, typed: string): Promise<string> {
  const reason = typed.trim()
  if (reason === '' || countCharacters(reason) > REASON_MAX) throw new StartError(`原因须为 1 到 ${REASON_MAX} 个字`)
  const { entId, name } = await findNamed(db.sql, named)
  const ended = await db.transaction(async ({ sql }) => {
    if (!(await suspendEnterprise(sql, entId, now))) throw new StartError(`「${name}」已经暂停或注销`)
    const entry = { action: 'enterprise.suspend', object: entId, name, after: { reason } } as const
    await writeAudit(sql, operatorOf(entId), entry, now)
    return revokeSessions(sql, entId, 'all', 'suspended', now)
  })
  return `「${name}」已暂停，结束了 ${ended.length} 个登录`
}

export async function resume({ db, now }: Deps, named: string): Promise<string> {
  const { entId, name } = await findNamed(db.sql, named)
  await db.transaction(async ({ sql }) => {
    if (!(await resumeEnterprise(sql, entId))) throw new StartError(`「${name}」没有暂停`)
    await writeAudit(sql, operatorOf(entId), { action: 'enterprise.resume', object: entId, name }, now)
  })
  return `「${name}」已恢复，客服可以重新登录`
}

const operatorOf = (entId: Parameters<typeof suspendEnterprise>[1]) => ({ entId, agentId: null, ip: '' })
