/**
 * What the simulator shows and what may be asked of it: the JSON behind the pages and under /control.
 *
 * | route | body or query | answer |
 * |---|---|---|
 * | GET  /control/live?view=index | | server-sent events, each `event: view` with the whole view as `data` |
 * | GET  /control/live?view=phone&source=&accountId=&customerId= | | same, PhoneView |
 * | GET  /control/live?view=merchant&source=&accountId= | | same, MerchantView |
 * | GET  /control/state | | IndexView |
 * | GET  /control/journal?after=n&limit= | | { entries: JournalEntry[]; last: number } |
 * | GET  /control/outbox | | { deliveries: OutboxView[] } |
 * | POST /control/customers | NewCustomer | { customerId: string; phonePath: string } |
 * | POST /control/act | CustomerActRequest | { ok: true; messageId?: string } |
 * | POST /control/merchant | MerchantActRequest | { ok: true; messageId?: string; staffId?: string } |
 * | POST /control/authorise | AuthoriseRequest | AuthoriseAnswer |
 * | POST /control/picture | the file itself, content-type image/* | { url: string; width: number; height: number } |
 * | POST /control/knobs | KnobsRequest | { knobs: KnobView[] } |
 * | POST /control/clock | ClockRequest | ClockView |
 * | POST /control/clock/advance | { ms: number } | ClockView; due work has run before the answer |
 * | POST /control/scripts/start | ScriptStartRequest | { runId: string; customerId: string; phonePath: string } |
 * | POST /control/scripts/stop | { runId: string } | { ok: true } |
 * | POST /control/reset | { seed?: number } | IndexView |
 * | POST /control/snapshot, /control/restore | – / the snapshot | the snapshot / IndexView |
 * | POST /control/seed | { seed: number } | { seed: number }; chance changes, everything that exists stays |
 * | POST /control/deliver | { source, accountId, path?, key?, body, sealed? } | { ok: true }; a webhook of one's own making |
 * | POST /control/verify-webhook | – | { isVerified: boolean }; what douyin does when an address is saved |
 * | POST /control/load, GET /control/load?ledger=1 | { rate, seconds, customers, scripts? } | LoadFigures / { figures, ledger? } |
 * | POST /control/demo, GET /control/demo | { days? } | { moments: number } / { left: number } |
 *
 * A refusal is HTTP 4xx with `ControlError`; `message` is a Chinese sentence for the person at the page.
 */
export type * from './views/account.ts'
export type * from './views/authorise.ts'
export type * from './views/control.ts'
export type * from './views/merchant.ts'
export type * from './views/message.ts'
export type * from './views/overview.ts'
export type * from './views/phone.ts'
export type * from './views/source.ts'
