import type { CardRuleTrigger } from '@ruwu/contract'
import { compileWordPattern, PATTERN_INPUT_LENGTH } from '../guard/word-pattern.ts'
import { foldText } from '../lead/fold-text.ts'
import { asksContact } from './asks-contact.ts'
import type { CardRuleSituation } from './card-rule-situation.ts'

export const BAD_PATTERN = '正则表达式不正确'

type Keyword = Extract<CardRuleTrigger, { type: 'keyword' }>

/** Whether every regular expression of a trigger compiles and is bounded (no ReDoS). */
export const hasGoodPatterns = (trigger: CardRuleTrigger): boolean =>
  trigger.type !== 'keyword' || trigger.match !== 'regex' || trigger.words.every((word) => compileWordPattern(word))

type Happening = Pick<
  CardRuleSituation,
  'text' | 'isFirstEnter' | 'isAd' | 'round' | 'silentMinutes' | 'intents' | 'isClicked'
>

/** Whether an event matches a rule's trigger. */
export function isTriggered(trigger: CardRuleTrigger, happening: Happening): boolean {
  switch (trigger.type) {
    case 'first_enter':
      return happening.isFirstEnter
    case 'ad_enter':
      return happening.isAd
    case 'keyword':
      return hasKeyword(trigger, happening.text)
    case 'asks_contact':
      return asksContact(happening.text)
    case 'intent':
      return happening.intents?.has(trigger.text) ?? false
    case 'round':
      return happening.round === trigger.n
    case 'silence':
      return happening.silentMinutes >= trigger.n
    // By an agent's click only, never by an event.
    case 'manual':
      return happening.isClicked ?? false
  }
}

/** Ignores width and case. */
export function hasKeyword({ match, words }: Pick<Keyword, 'match' | 'words'>, message: string): boolean {
  const text = plain(message)
  if (text === '') return false
  switch (match) {
    case 'contains':
      return words.some((word) => text.includes(plain(word)))
    case 'equals':
      return words.some((word) => text === plain(word))
    case 'regex':
      return words.some((word) => compileWordPattern(word)?.test(text.slice(0, PATTERN_INPUT_LENGTH)) ?? false)
  }
}

const plain = (text: string) => foldText(text).text.toLowerCase().trim()
