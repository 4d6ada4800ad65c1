import type { CardRuleId, MessageId } from '@ruwu/contract'
import type { CardRuleDecision } from '@ruwu/domain'
import type { Transaction } from '../../db/database.ts'
import type { CardRuleRow } from './card-rule.repo.ts'
import type { CustomerFacts } from './customer-facts.repo.ts'
import type { FlowMessage, FlowSender } from './flow-sender.ts'

/** The text before and the card are sent together or not at all; the text after is optional. */
export async function sendCard(
  tx: Transaction,
  sender: FlowSender,
  rule: CardRuleRow,
  facts: CustomerFacts,
  materialId: NonNullable<CardRuleDecision['materialId']>,
): Promise<{ messageId: MessageId; error: string }> {
  const send = (content: FlowMessage['content'], card: FlowMessage['materialId'], part = '') =>
    sender.send(tx, {
      entId: facts.entId,
      customerId: facts.customerId,
      ...kindOf(rule, part),
      content,
      cardRuleId: rule.id,
      materialId: card,
      expected: { receptionType: facts.receptionType, receptionEpoch: facts.receptionEpoch },
      delayMs: rule.delaySec * 1000,
    })
  const before = rule.before === '' ? undefined : await send({ type: 'text', text: rule.before }, null)
  if (before && 'blocked' in before) throw new BlockedError(rule.id, before.blocked)
  const card = await send({ type: 'link', extra: { cardId: materialId } }, materialId)
  if ('blocked' in card) throw new BlockedError(rule.id, card.blocked)
  const after = rule.after === '' ? undefined : await send({ type: 'text', text: rule.after }, null, '的后置话术')
  return { ...card, error: after && 'blocked' in after ? `后置话术未发送：${after.blocked}` : '' }
}

export const kindOf = ({ name, trigger }: CardRuleRow, part = ''): Pick<FlowMessage, 'kind' | 'name'> => ({
  kind: trigger.type === 'silence' ? 'silence_card' : 'card_rule',
  name: `发卡规则「${name}」${part}`,
})

/** A message of a rule was refused; nothing of the rule is sent. */
export class BlockedError extends Error {
  override name = 'Blocked'
  readonly ruleId: CardRuleId

  constructor(ruleId: CardRuleId, text: string) {
    super(text)
    this.ruleId = ruleId
  }
}
