import { countCharacters, coverage, passesGuard, pricesIn } from '@ruwu/domain'
import type { Found } from '../engine.ts'
import type { Situation } from '../situation.ts'
import { requestOnce } from './ask.ts'
import { withFormOfAddress, opener, TEXTS, withPictures } from './phrases.ts'
import { MESSAGES_MAX, packMessages, sentencesOf } from './sentences.ts'
import { asksPrice } from './small-talk.ts'

/** The sentences that cover most of the question within the budget (characters), in their original order. */
function chooseSentences(sentences: readonly string[], question: string, budget: number): string[] {
  const total = sentences.reduce((sum, sentence) => sum + countCharacters(sentence), 0)
  if (total <= budget) return [...sentences]
  const ranked = sentences
    .map((sentence, place) => ({ sentence, place, worth: coverage(sentence, question) }))
    // Ties go to the earlier sentence: an answer begins with what matters.
    .toSorted((one, other) => other.worth - one.worth || one.place - other.place)
  let left = budget
  const kept = ranked.filter(({ sentence }) => {
    const fits = countCharacters(sentence) <= left
    if (fits) left -= countCharacters(sentence)
    return fits
  })
  const chosen = kept.length > 0 ? kept : ranked.slice(0, 1)
  return chosen.toSorted((one, other) => one.place - other.place).map(({ sentence }) => sentence)
}

type Composed = { texts: string[]; used: Found[] }

/** The hits' sentences in the account's style, and the hits they come from. Empty when none of them may be sent. */
export function composeAnswer(situation: Situation, hits: readonly Found[], more: readonly string[] = []): Composed {
  const { input, maxChars, rules } = situation
  const { role, script } = input.config
  const isSayable = (sentence: string) =>
    passesGuard(sentence, rules) && !script.forbidden.some((word) => sentence.includes(word))
  const once = requestOnce(situation)
  // Neighbouring pieces of a text share a sentence.
  const said = new Set<string>()
  const sentencesIn = ({ answer }: Found) => {
    const text = asPriceRange(situation, answer) ?? answer
    const sentences = sentencesOf(withPictures(withFormOfAddress(text, role), role))
    const unsaid = sentences.filter((sentence) => isSayable(sentence) && !said.has(sentence))
    for (const sentence of unsaid) said.add(sentence)
    return once(unsaid)
  }
  const sayable = hits
    .map((hit) => ({ hit, sentences: sentencesIn(hit) }))
    .filter(({ sentences }) => sentences.length > 0)
  const answers = sayable.map(({ sentences }) => sentences)
  const [first] = answers
  if (!first) return { texts: [], used: [] }
  if (input.memory.answers === 0) first[0] = opener(role) + withoutGreeting(first[0] ?? '')
  const texts = packAnswers(answers, situation.question, maxChars, more)
  return { texts, used: sayable.map(({ hit }) => hit) }
}

/**
 * Messages of at most the chosen length in total, once for every question answered; a single sentence longer than that is split,
 * not shortened. The budget is lowered step by step until the sentences fit into MESSAGES_MAX messages.
 */
export function packAnswers(
  answers: readonly (readonly string[])[],
  question: string,
  maxChars: number,
  more: readonly string[] = [],
): string[] {
  const lengths = Math.min(MESSAGES_MAX, answers.length + (more.length > 0 ? 1 : 0))
  for (let budget = maxChars * lengths; budget > 0; budget -= Math.ceil(maxChars / 4)) {
    const share = Math.floor((budget - countCharacters(more.join(''))) / answers.length)
    const sentences = answers.flatMap((answer) => chooseSentences(answer, question, share))
    const messages = packMessages([...sentences, ...more], maxChars)
    if (messages.length <= MESSAGES_MAX) return messages
  }
  return packMessages(answers.flat(), maxChars).slice(0, MESSAGES_MAX)
}

const withoutGreeting = (sentence: string) =>
  sentence.replace(/^(?:亲[，,]?)?(?:您好|你好|哈喽|亲)(?:呀|啊|哦)?[，,！!～~。\s]*/, '')

/** 给区间: from the lowest to the highest price in the answer. */
function asPriceRange({ input, question }: Situation, answer: string): string | undefined {
  if (input.config.script.price !== 'range' || !asksPrice(question)) return undefined
  const prices = pricesIn(answer)
  const low = Math.min(...prices)
  const high = Math.max(...prices)
  return low < high ? TEXTS.range(low, high, input.config.role) : undefined
}
