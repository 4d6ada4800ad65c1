import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { Database } from '../../db/database.ts'
import { isOtherKeyInUse } from '../../db/node-marks.ts'
import type { Installation } from '../../db/operator-command.ts'
import type { SealedColumn } from '../../db/sealed-column.ts'
import { requestAnswers } from '../../platform/http/request-answer.repo.ts'
import { addSecretKey, dropOldSecretKeys, loadSecretKeys, SECRET_KEY_FILE } from '../../platform/secret-key.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { StartError } from '../../platform/start-error.ts'
import { accountTokens, appTokens, attemptCodes } from '../channel/index.ts'
import { ruleSecrets } from '../automation-rule/index.ts'
import { flowSecrets } from '../flow/index.ts'
import { modelKeys } from '../model-setting/index.ts'
import { totpSecrets } from '../totp/index.ts'
import { webhookSecrets } from '../webhook/index.ts'

/** Everything that is stored sealed. */
export const SEALED: readonly SealedColumn[] = [
  accountTokens,
  appTokens,
  attemptCodes,
  flowSecrets,
  modelKeys,
  requestAnswers,
  ruleSecrets,
  totpSecrets,
  webhookSecrets,
]

/** A new key to seal with; the old one still opens what it has sealed. */
export async function beginKeyChange({ config, dataDir }: Installation): Promise<string> {
  if (config.SECRET_KEY) {
    return `密钥来自环境变量，请在每个节点上设置：
  SECRET_KEY=${randomBytes(32).toString('hex')}
  SECRET_KEY_OTHER=（现在的 SECRET_KEY）
全部重新启动之后运行 npm run admin -- key reseal。有多个节点时，先只加上 SECRET_KEY_OTHER=（新的密钥）并逐个重新启动一遍`
  }
  await loadSecretKeys(config, dataDir)
  await addSecretKey(dataDir)
  return `新的密钥已写入 ${path.join(dataDir, SECRET_KEY_FILE)}，旧的仍可解密。请重新启动服务，再运行 npm run admin -- key reseal`
}

/** Puts everything under the current key and forgets the old one. */
export async function resealAll({ db, config, dataDir }: Installation & { db: Database }): Promise<string> {
  const keys = await loadSecretKeys(config, dataDir)
  if (keys.length === 1) throw new StartError('没有旧的密钥，请先运行 npm run admin -- key new')
  // It could not open what is sealed with the new key, or would go on sealing with the old one.
  if (await isOtherKeyInUse(db.sql, keys[0]))
    throw new StartError('还有服务在用别的密钥加密，什么也没有改动。请先重新启动全部节点，让它们读到新的密钥')
  const secrets = createSecrets(...keys)
  const total = { changed: 0, unreadable: 0 }
  for (const column of SEALED) {
    const { changed, unreadable } = await column.reseal(db.sql, secrets)
    total.changed += changed
    total.unreadable += unreadable
  }
  if (total.unreadable > 0)
    throw new StartError(
      `已换到新的密钥下 ${total.changed} 项；${total.unreadable} 项用新旧密钥都打不开，旧的密钥没有删去`,
    )
  if (!config.SECRET_KEY) await dropOldSecretKeys(dataDir)
  const rest = config.SECRET_KEY_OTHER ? '，现在可以去掉 SECRET_KEY_OTHER' : '，旧的密钥已删去'
  return `已换到新的密钥下 ${total.changed} 项${rest}。更换之前的备份仍要用旧的密钥打开`
}
