import type { LedgerData, LedgerMessage } from './ledger.ts'

/** A message as our side has it. */
export type SeenMessage = {
  /** The platform's id of the message where our side tells it; otherwise customer and time identify it. */
  platformMessageId?: string
  /** The platform's id of the customer. */
  customerId: string
  /** The platform's time. */
  at: string
  sender: 'customer' | 'business'
  /** The enterprise that holds it. */
  enterpriseId: string
}

export type LedgerCheck = {
  customerMessages: { made: number; present: number; missing: string[]; doubled: string[] }
  sends: { accepted: number; echoedOnce: number; notEchoed: string[]; echoedMore: string[] }
  /** Messages that lie in an enterprise they do not belong to. */
  foreign: number
  isClean: boolean
}

type LedgerOptions = {
  ledger: LedgerData
  /** What our side has: a list, or something that reads one customer's messages. */
  seen:
    | readonly SeenMessage[]
    | ((customer: Pick<LedgerMessage, 'source' | 'accountId' | 'customerId'>) => Promise<SeenMessage[]>)
  /** The enterprise an account belongs to; without it nothing is called foreign. */
  enterpriseOf?: (accountId: string) => string | undefined
}

/** Every customer message present once, every accepted send echoed once, nothing in a foreign enterprise. */
export async function checkLedger({ ledger, seen, enterpriseOf }: LedgerOptions): Promise<LedgerCheck> {
  const rows = typeof seen === 'function' ? await readAll(ledger, seen) : seen
  const counts = new Map<string, number>()
  for (const row of rows) {
    if (row.sender !== 'customer') continue
    for (const key of keysOf(row)) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const timesSeen = (message: LedgerMessage) =>
    counts.get(idKey(message.messageId)) ?? counts.get(timeKey(message.customerId, message.at)) ?? 0
  const { customerMessages, sends } = ledger
  const idsWhere = (fits: (count: number) => boolean) =>
    customerMessages.filter((message) => fits(timesSeen(message))).map(({ messageId }) => messageId)
  const missing = idsWhere((count) => count === 0)
  const doubled = idsWhere((count) => count > 1)
  const echoed = (fits: (echoes: number) => boolean) =>
    sends.filter(({ echoes }) => fits(echoes)).map(({ messageId }) => messageId)
  const notEchoed = echoed((echoes) => echoes === 0)
  const echoedMore = echoed((echoes) => echoes > 1)
  const foreign = enterpriseOf ? countForeign(ledger, rows, enterpriseOf) : 0
  return {
    customerMessages: {
      made: customerMessages.length,
      present: customerMessages.length - missing.length,
      missing,
      doubled,
    },
    sends: {
      accepted: sends.length,
      echoedOnce: sends.length - notEchoed.length - echoedMore.length,
      notEchoed,
      echoedMore,
    },
    foreign,
    isClean: [missing, doubled, notEchoed, echoedMore].every((ids) => ids.length === 0) && foreign === 0,
  }
}

const idKey = (messageId: string) => `id:${messageId}`
const timeKey = (customerId: string, at: string) => `time:${customerId}:${new Date(at).getTime()}`

const keysOf = ({ platformMessageId, customerId, at }: SeenMessage): string[] =>
  platformMessageId === undefined ? [timeKey(customerId, at)] : [idKey(platformMessageId)]

async function readAll(
  { customerMessages }: LedgerData,
  read: Extract<LedgerOptions['seen'], (...args: never) => unknown>,
): Promise<SeenMessage[]> {
  const talks = new Map(customerMessages.map((one) => [`${one.source}:${one.accountId}:${one.customerId}`, one]))
  const rows: SeenMessage[] = []
  for (const talk of talks.values()) rows.push(...(await read(talk)))
  return rows
}

function countForeign(
  ledger: LedgerData,
  rows: readonly SeenMessage[],
  enterpriseOf: (id: string) => string | undefined,
): number {
  const allowed = new Map<string, Set<string>>()
  for (const { customerId, accountId } of ledger.customerMessages) {
    const enterpriseId = enterpriseOf(accountId)
    if (enterpriseId === undefined) continue
    allowed.set(customerId, (allowed.get(customerId) ?? new Set()).add(enterpriseId))
  }
  return rows.filter(({ customerId, enterpriseId }) => allowed.get(customerId)?.has(enterpriseId) === false).length
}
