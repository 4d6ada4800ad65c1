import type { RelationId } from '@ruwu/contract'
import { CERTIFY_TEXTS, defaultChannelSetting, NOT_CERTIFIED } from '@ruwu/domain'
import type { OpenedAccount } from '../../channels/source.ts'
import type { Transaction } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import { cleanText } from '../../platform/clean-text.ts'
import { UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { lockLimits } from '../enterprise/index.ts'
import {
  type AccountRow,
  changeAccount,
  countMainAccounts,
  findOwn,
  insertAccount,
  updateFamilyStatus,
} from './account.repo.ts'
import type { AttemptRow } from './attempt.repo.ts'
import { recordChange } from './history.repo.ts'
import { tokenColumns } from './tokens/account-token.repo.ts'

/**
 * Binds the account of an attempt. A previously bound account keeps its row, customers and history.
 * The unique index refuses an account bound in another enterprise.
 */
export async function openAccount(
  tx: Transaction,
  secrets: Secrets,
  attempt: AttemptRow,
  opened: OpenedAccount,
  now: Date,
): Promise<AccountRow> {
  const { entId, source } = attempt
  const { platformId, profile, tokens } = opened
  const { accounts } = await lockLimits(tx.sql, entId)
  const own = await findOwn(tx.sql, entId, { source, platformId, accountType: 'CORP' })
  const isBound = own !== undefined && own.openStatus !== 'unbound'
  if (!isBound && (await countMainAccounts(tx.sql, entId)) >= accounts)
    throw new UserFacingError('refused', CERTIFY_TEXTS.accountLimit, { kind: NOT_CERTIFIED })
  const id = own?.id ?? newId<RelationId>(now)
  const change = {
    ...tokenColumns(secrets, { entId, id }, tokens),
    name: cleanText(profile.name ?? own?.name ?? platformId),
    avatar: cleanText(profile.avatarUrl ?? own?.avatar ?? ''),
    bindCode: attempt.id,
    scopes: opened.scopes,
    openStatus: 'open' as const,
    keepAt: tokens ? now : null,
    keepFailures: 0,
    lastError: null,
    lastErrorAt: null,
    boundBy: attempt.agentId,
    boundAt: now,
    // A new authorisation of a bound account is no new binding.
    firstBoundAt: isBound ? (own.firstBoundAt ?? own.boundAt) : now,
    unboundAt: null,
    updatedAt: now,
  }
  const account = own
    ? await changeAccount(tx.sql, own, change)
    : await insertAccount(tx.sql, {
        ...change,
        entId,
        id,
        source,
        accountType: 'CORP',
        platformId,
        setting: defaultChannelSetting(source, 'CORP'),
        createdAt: now,
      })
  const staff = await updateFamilyStatus(tx.sql, account, ['expiring', 'needs_reauth'], {
    openStatus: 'open',
    updatedAt: now,
  })
  const text = own ? '重新授权成功' : '绑定成功'
  await recordChange(tx, [account, ...staff], { kind: 'auth', text, operatorId: attempt.agentId }, now)
  // The platform's call may finish the attempt: no address of the agent is known here.
  const actor = { entId, agentId: attempt.agentId, ip: '' }
  await writeAudit(
    tx.sql,
    actor,
    { action: 'channel.bind', object: id, name: account.name, after: { reason: text } },
    now,
  )
  return account
}
