import type { CardRuleCondition, CardRuleTrigger } from '@ruwu/contract'
import { twoDigits } from '@ruwu/domain'
import { texts } from './texts.ts'

const MINUTES_OF_HOUR = 60

/** `09:30` from minutes of the day; the end of the day reads `24:00`. */
export const clockOf = (minute: number) =>
  `${twoDigits(Math.floor(minute / MINUTES_OF_HOUR))}:${twoDigits(minute % MINUTES_OF_HOUR)}`

/** The trigger in one line. */
export function triggerText(trigger: CardRuleTrigger): string {
  switch (trigger.type) {
    case 'keyword':
      return texts.keywordOf(texts.matches[trigger.match], trigger.words.join('、'))
    case 'intent':
      return texts.intentOf(trigger.text)
    case 'round':
      return texts.roundOf(trigger.n)
    case 'silence':
      return texts.silenceOf(trigger.n)
    case 'first_enter':
    case 'ad_enter':
    case 'asks_contact':
    case 'manual':
      return texts.triggers[trigger.type]
  }
}

function conditionText(condition: CardRuleCondition): string {
  switch (condition.type) {
    case 'time':
      return `${clockOf(condition.from)}–${clockOf(condition.to)}`
    case 'kos':
      return texts.kosOf(condition.relationIds.length)
    case 'has_lead':
      return texts.leadValues[condition.value ? 'true' : 'false']
    case 'tag':
    case 'no_tag':
      return texts.tagsOf(texts.conditionTypes[condition.type], condition.tagIds.length)
    case 'reception':
      return condition.types.map((type) => texts.receptions[type]).join('、')
  }
}

export const conditionsText = (conditions: readonly CardRuleCondition[]) =>
  conditions.length === 0 ? texts.noConditions : conditions.map(conditionText).join(' · ')
