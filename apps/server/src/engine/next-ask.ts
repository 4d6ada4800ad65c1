import { DOUBTFUL_WECHAT, isDoubtOpen, nextField } from '@ruwu/domain'
import type { Situation } from './situation.ts'

/** What is to be asked next, a doubt before the fields. */
export function nextAsk({ input, known }: Pick<Situation, 'input' | 'known'>): string | undefined {
  const { config, customer, memory } = input
  if (customer.hasDoubtfulWechat && isDoubtOpen(known, memory.asked)) return DOUBTFUL_WECHAT
  return nextField(config, known, memory.asked)
}
