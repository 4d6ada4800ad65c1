import { contactRequestIn, contextOf, effectiveSetting, findContacts, summarise } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import type { Engine, EngineInput, EngineResult, Found, Memory, Turn } from '../../engine/index.ts'
import type { KnowledgeSearch } from '../../engine/retrieval/index.ts'
import { findBannedWords } from '../../outbound/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { type AccountRow, findParent } from '../channel/index.ts'
import { listFields } from '../../customer/customer-setting.repo.ts'
import { readTimeZone } from '../enterprise/index.ts'
import type { AnsweringAi } from './draft.ts'

export const NEW_MEMORY: Memory = { asked: {}, collected: {}, misses: 0, answers: 0, isGoalReached: false, offer: null }

type DryRunInput = Pick<EngineInput, 'turns' | 'memory' | 'onText' | 'signal' | 'begin'> & {
  /** Called with each search result. */
  onFound?: (found: Found[]) => void
}

/** Runs an account's AI without a customer: sends nothing and charges nothing. */
export class DryRun {
  private readonly db: Database
  private readonly clock: Clock
  private readonly engine: Engine
  private readonly search: KnowledgeSearch

  constructor(deps: { db: Database; clock: Clock; engine: Engine; search: KnowledgeSearch }) {
    this.db = deps.db
    this.clock = deps.clock
    this.engine = deps.engine
    this.search = deps.search
  }

  async ask(
    account: AccountRow,
    { hostId, config }: AnsweringAi,
    { onFound, ...talk }: DryRunInput,
  ): Promise<EngineResult> {
    const { sql } = this.db
    const { entId } = account
    const setting = effectiveSetting(account, await findParent(sql, account))
    const fieldNames = Object.fromEntries((await listFields(sql, entId)).map(({ id, name }) => [id, name]))
    const { turns, before } = contextOf(talk.turns, config.advanced.turns)
    const at = { entId, relationId: hostId, accountId: account.id }
    const reader = this.search.readerOf(at, config.role.business, talk.begin)
    const decided = this.engine.decide({
      ...talk,
      entId,
      config,
      account: { name: account.name, source: account.source, profile: setting.profile },
      customer: { name: '', hasLead: talk.turns.some(leavesContact), known: {} },
      guard: { settings: setting, words: await findBannedWords(sql, entId, account.source) },
      fieldNames,
      contactRequest: contactRequestIn(talk.turns),
      turns,
      summary: summarise(before, talk.memory.collected, fieldNames),
      now: this.clock.now(),
      timeZone: await readTimeZone(sql, account.entId),
      readPieces: reader.readPieces,
      search: async (question) => {
        const found = await reader.search(question)
        onFound?.(found)
        return found
      },
    })
    return Promise.race([decided, rejectedOnAbort(talk.signal)])
  }
}

/** A valid contact in the text counts as a lead. */
const leavesContact = ({ who, text }: Turn) =>
  who === 'customer' && findContacts(text).some(({ state }) => state === 'VALID')

/** The texts a customer would receive. */
export function answerTexts({ decision }: EngineResult, { config }: AnsweringAi): string[] {
  if (decision.kind === 'answer') return decision.texts
  return decision.kind === 'handoff' ? [config.handoff.text] : []
}

/** Rejects on abort even if the engine ignores the signal. */
const rejectedOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const end = () => reject(signal.reason as Error)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
