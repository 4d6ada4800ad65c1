import type { AiDraft, RelationId } from '@ruwu/contract'
import { DEFAULT_AI_DRAFT } from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
import { countInUse, librariesOf } from '../../engine/retrieval/index.ts'
import type { AccountRow } from '../channel/index.ts'
import { type AiAgentRow, findAgent, findHostingAi, FIRST_DRAFT_VERSION, type HostingAi } from './ai-agent.repo.ts'

export type DraftState = {
  row: AiAgentRow | undefined
  /** The saved draft, else the published config, else the default. */
  draft: AiDraft
  version: number
  /** The account's own published AI. */
  published: HostingAi | undefined
  /** The main account's, while the account has no own one. */
  inherited: HostingAi | undefined
}

export async function readDraft(db: Queryable, { entId, id }: AccountRow): Promise<DraftState> {
  const row = await findAgent(db, { entId, relationId: id })
  const hosting = await findHostingAi(db, entId, id)
  const isOwn = hosting?.hostId === id
  return {
    row,
    draft: row?.draft ?? hosting?.config ?? DEFAULT_AI_DRAFT,
    version: row?.version ?? FIRST_DRAFT_VERSION,
    published: isOwn ? hosting : undefined,
    inherited: isOwn ? undefined : hosting,
  }
}

export type AnsweringAi = { hostId: RelationId; config: AiDraft }

/** The AI that would answer if the draft were published. A sub-account without knowledge uses its main account's library. */
export async function readDraftAi(db: Queryable, account: AccountRow): Promise<AnsweringAi> {
  const { draft, inherited } = await readDraft(db, account)
  const { entId, id } = account
  const knowsItself = !inherited || (await countInUse(db, await librariesOf(db, { entId, relationId: id }))) > 0
  return { hostId: knowsItself ? account.id : inherited.hostId, config: draft }
}
