import type { EntId, RelationId } from '@ruwu/contract'
import type { TokenOwner } from './platform-error.ts'
import type { ChannelAccount } from './source.ts'

/** Whose token it was that the platform refused. */
export type RefusedToken = { owner: TokenOwner; accessToken: string | null }

/** Keeps the accounts' tokens fresh, one refresh at a time for each. */
export interface TokenKeeper {
  /** The account as its adapter wants it, with a token that is good for the next minutes. Throws PlatformError. */
  ready(entId: EntId, relationId: RelationId): Promise<ChannelAccount>
  /** Replaces a refused token; concurrent callers share one refresh (single flight). Throws PlatformError. */
  renew(entId: EntId, relationId: RelationId, refused: RefusedToken): Promise<ChannelAccount>
}
