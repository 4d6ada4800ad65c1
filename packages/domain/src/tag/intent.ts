import { showsNoIntent } from '../automation/follow-up-exclusion.ts'

/**
 * high: wants to buy, visit, make an appointment or be contacted. none: declines. open: asks something, so a former refusal no longer
 * holds. Undefined: tells nothing about it.
 */
export type Intent = 'high' | 'none' | 'open'

const WANTS =
  /(?:我|们)?(?:想|要|打算|准备|可以|能|怎么|如何|直接)(?:现在|马上|先|去|来)?(?:下单|购买|预约|预定|订购|签约|付款|付定金|交定金|到店|上门量|量房|量尺)|(?:加|留)(?:个|下|一下)?(?:你|您|你们)?的?(?:微信|电话|联系方式)|(?:联系|打电话给|加)我(?:吧|一下|$)/
const NEGATED = /不|没|别|无法|算了/
const ASKS = /[?？]|吗|呢$|多少|怎么|如何|哪|几|什么|能不能|可不可以/

/** What one message of a customer says about the intent to buy. */
export function intentOf(text: string): Intent | undefined {
  if (showsNoIntent(text)) return 'none'
  if (WANTS.test(text) && !NEGATED.test(text)) return 'high'
  return ASKS.test(text) ? 'open' : undefined
}
