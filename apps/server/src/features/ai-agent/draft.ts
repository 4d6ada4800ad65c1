import type { AiDraft, RelationId } from '@ruwu/contract'
import { DEFAULT_AI_DRAFT } from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
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

/** The AI that would answer if the draft were published, with the account's own library; without a draft, the main account's AI that answers now. */
export async function readDraftAi(db: Queryable, account: AccountRow): Promise<AnsweringAi> {
  const { row, draft, inherited } = await readDraft(db, account)
  return { hostId: row || !inherited ? account.id : inherited.hostId, config: draft }
}
