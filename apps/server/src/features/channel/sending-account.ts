import type { EntId, RelationId } from '@ruwu/contract'
import { effectiveSetting, SOURCE_CAPABILITIES } from '@ruwu/domain'
import type { ChannelSources } from '../../channels/channel-sources.ts'
import type { Queryable } from '../../db/database.ts'
import type { SendingAccount } from '../../outbound/index.ts'
import { findAccount, findParent } from './account.repo.ts'

/** An account with the effective settings for sending, including those inherited from its main account. */
export async function findSendingAccount(
  db: Queryable,
  sources: Pick<ChannelSources, 'find'>,
  entId: EntId,
  id: RelationId,
): Promise<SendingAccount | undefined> {
  const row = await findAccount(db, entId, id)
  if (!row) return undefined
  const parent = await findParent(db, row)
  return {
    entId,
    id,
    source: row.source,
    openStatus: row.openStatus,
    setting: effectiveSetting(row, parent),
    cardAccounts: parent ? [id, parent.id] : [id],
    capabilities: sources.find(row.source)?.capabilities ?? SOURCE_CAPABILITIES[row.source],
  }
}
