import type { SeenMessage } from './check-ledger.ts'
import type { LedgerMessage } from './ledger.ts'

const PAGE = 50
const LIST_PATH = '/luna/core/api/v1/im/message/list'

type Message = { seq: number; senderKind: string; createdAt: string; platformTime?: string | null }
type Envelope = { code: number; msg: string; data: { items: Message[]; hasMoreAfter: boolean } }

export type CoreApi = {
  /** Address of our server. */
  url: string
  token: string
  enterpriseId: string
  /** Our own id of a customer of the platform; undefined where our side has none. */
  customerIdOf(customer: Pick<LedgerMessage, 'source' | 'accountId' | 'customerId'>): Promise<string | undefined>
}

/** Reads one customer's messages from our own interface, oldest first, for `checkLedger`. */
export function coreApiReader({ url, token, enterpriseId, customerIdOf }: CoreApi) {
  return async (customer: Pick<LedgerMessage, 'source' | 'accountId' | 'customerId'>): Promise<SeenMessage[]> => {
    const customerId = await customerIdOf(customer)
    if (customerId === undefined) return []
    const seen: SeenMessage[] = []
    for (let afterSeq = 0, hasMore = true; hasMore;) {
      const page = await list(url, token, { customerId, afterSeq, limit: PAGE })
      for (const { senderKind, createdAt, platformTime } of page.items) {
        seen.push({
          customerId: customer.customerId,
          at: platformTime ?? createdAt,
          sender: senderKind === 'customer' ? 'customer' : 'business',
          enterpriseId,
        })
      }
      afterSeq = page.items.at(-1)?.seq ?? afterSeq
      hasMore = page.hasMoreAfter && page.items.length > 0
    }
    return seen
  }
}

async function list(url: string, token: string, body: unknown): Promise<Envelope['data']> {
  const response = await fetch(url + LIST_PATH, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { code, msg, data } = (await response.json()) as Envelope
  if (!data) throw new Error(`${LIST_PATH} ${response.status} ${code} ${msg}`)
  return data
}
