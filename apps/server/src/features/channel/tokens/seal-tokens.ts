import type { EntId, RelationId, Source } from '@ruwu/contract'
import type { AccountTokens } from '../../../channels/source.ts'
import type { Secrets } from '../../../platform/secrets.ts'

type Written = Omit<AccountTokens, 'accessExpiresAt' | 'refreshExpiresAt'> & {
  accessExpiresAt: string
  refreshExpiresAt: string | null
}

/** Bound into the sealed value, so that one account's tokens can't be put in another's place. */
export const accountPurpose = ({ entId, id }: { entId: EntId; id: RelationId }) => `channel account ${entId} ${id}`
export const appPurpose = (source: Source) => `channel application ${source}`

export function sealTokens(secrets: Secrets, purpose: string, tokens: AccountTokens): Buffer {
  return secrets.seal(purpose, JSON.stringify(tokens))
}

export function openTokens(secrets: Secrets, purpose: string, sealed: Buffer): AccountTokens {
  const written = JSON.parse(secrets.open(purpose, sealed)) as Written
  return {
    ...written,
    accessExpiresAt: new Date(written.accessExpiresAt),
    refreshExpiresAt: written.refreshExpiresAt === null ? null : new Date(written.refreshExpiresAt),
  }
}
