import type { Database } from '../../db/database.ts'
import type { Installation } from '../../db/operator-command.ts'
import { StartError } from '../../platform/start-error.ts'
import { certify, CERTIFY_USAGE } from './certify-command.ts'
import { listUndelivered, retryUndelivered } from './undelivered.ts'
import { beginKeyChange, resealAll } from './key-change.ts'
import { describeOperatorLog } from './operator-log.ts'
import { resume, suspend, SUSPEND_USAGE } from './suspend.ts'
import { describeEnterprises } from '../points/index.ts'

export const MAINTENANCE_USAGE = `${SUSPEND_USAGE}
  npm run admin -- failed [天数]         列出没有送达客户的消息（默认 7 天）
  npm run admin -- retry <编号…|all>     重发其中由客服发出的
  npm run admin -- log                  列出不属于某个企业的操作：优惠码、对账差异
  npm run admin -- key new              更换加密密钥：生成新的
  npm run admin -- key reseal           更换加密密钥：重新启动后，把存着的密文都换到新的密钥下
${CERTIFY_USAGE}`

const VERBS = new Set<string | undefined>(['failed', 'retry', 'key', 'certify', 'list', 'log', 'suspend', 'resume'])

export const isMaintenance = ([verb]: readonly string[]): boolean => VERBS.has(verb)

type Deps = Installation & { db: Database; now: Date }

/** Runs the operator's command on a running installation; returns the text to print. */
export async function maintain(deps: Deps, [verb, ...words]: readonly string[]): Promise<string> {
  if (verb === 'failed' && words.length <= 1) return listUndelivered(deps, words[0])
  if (verb === 'retry' && words.length > 0) return retryUndelivered(deps, words)
  if (verb === 'key' && words.join(' ') === 'new') return beginKeyChange(deps)
  if (verb === 'key' && words.join(' ') === 'reseal') return resealAll(deps)
  if (verb === 'list' && words.length === 0) return describeEnterprises(deps.db, deps.now)
  if (verb === 'log' && words.length === 0) return describeOperatorLog(deps.db)
  if (verb === 'suspend' && words.length > 1) return suspend(deps, words[0]!, words.slice(1).join(' '))
  if (verb === 'resume' && words.length === 1) return resume(deps, words[0]!)
  if (verb === 'certify') return certify(deps, words)
  throw new StartError(`用法：\n${MAINTENANCE_USAGE}`)
}
