import type { Conversation, Message } from '../world/state.ts'
import type { UntilStep } from './script.ts'

/** A customer takes one of these words for a human who has come. */
const HANDOVER_WORDS = /人工|转接|专员|顾问|客服/

type Condition = UntilStep['until']

/** Whether what the customer waits for has happened since the message at `mark`. Silence is a matter of time alone. */
export function isMet(condition: Condition, { messages }: Conversation, mark: number): boolean {
  const answers = messages.slice(mark).filter(({ from, recalledBy }) => from === 'merchant' && recalledBy === null)
  if (condition === 'silence') return false
  if (condition === 'reply') return answers.length > 0
  if (condition === 'handover')
    return answers.some(({ content }) => content.type === 'text' && HANDOVER_WORDS.test(content.text))
  if (condition === 'recall') return messages.some(({ recalledBy }) => recalledBy === 'merchant')
  if (condition === 'question_guide') return messages.some(({ content }) => content.type === 'question_guide')
  return messages.some((message) => isOpenCard(message, condition.slice('card:'.length)))
}

/** A card that still offers something: sent, not recalled, not yet filled in. */
function isOpenCard({ from, recalledBy, content }: Message, cardType: string): boolean {
  return (
    from === 'merchant' &&
    recalledBy === null &&
    content.type === 'card' &&
    content.cardType === cardType &&
    !content.filled
  )
}
