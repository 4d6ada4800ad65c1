import { countCharacters, passesGuard } from '@ruwu/domain'
import type { Found } from '../engine.ts'
import { relevance } from '../retrieval/entry.ts'
import type { Situation } from '../situation.ts'
import { BY_NUMBER_ASKED, TEXTS, withFormOfAddress } from './phrases.ts'

/** A choice is shown up to this many characters. */
const CHOICE_CHARS = 20
/** Relevance from which a word names a choice, and its lead over the next one. */
const NAMED_FROM = 0.35
const NAMED_LEAD = 0.1

const LINE = /^([1-9])[.．、] ?(.+)$/gmu
const ASKED_ONE = /是想问「([^」]+)」吗/u
const DIGITS: Readonly<Record<string, number>> = { 一: 1, 二: 2, 两: 2, 三: 3 }
/** 2, 第二个, 选 1 和 3, 我要问的是2. */
const BY_NUMBER =
  /^(?:我|就|要|想|选|问|了解|的|是)*第?([1-3一二两三](?:(?:个|条|项|号)?(?:[、，,和跟 ]|第)+[1-3一二两三])*)(?:个|条|项|号|种)?(?:的|吧|呢|哈|啊)*$/u
const LAST = /^(?:选|要|是)?(?:最后|后面|下面)(?:一|那)?[个条](?:的|吧)*$/u
const YES = /^(?:是|对|嗯|恩|没错|可以|好|行|ok|就是)(?:的|呀|啊|滴|哒|对|嗯|这个|吧|了)*$/iu
const NO = /^(?:都|全|这些)?(?:不是|不对|没有|不太对)(?:这|这些|的|这个|呢|啊|哦|了|吧)*$/u

/** The offered choices in the words of the text: an entry's question, the last heading of a document, the beginning of a text. */
const labelOf = ({ label }: Found): string => {
  const said = label.replace(/[？?。！!\s]+$/u, '').replaceAll(/[「」\n]/gu, ' ')
  return countCharacters(said) <= CHOICE_CHARS
    ? said
    : `${Array.from(said)
        .slice(0, CHOICE_CHARS - 1)
        .join('')}…`
}

/** Asks which of these is meant, as far as their questions may be sent; undefined when none may. */
export function askChoice(
  situation: Situation,
  found: readonly Found[],
): { texts: string[]; choices: Found[] } | undefined {
  const { input, rules, maxChars } = situation
  const { role, script } = input.config
  const isSayable = (text: string) => passesGuard(text, rules) && !script.forbidden.some((word) => text.includes(word))
  const choices = distinctLabels(found.filter((each) => isSayable(labelOf(each))))
  const [first] = choices
  if (!first) return undefined
  if (choices.length === 1)
    return { texts: [withFormOfAddress(TEXTS.isThisAsked(labelOf(first), role), role)], choices }
  const lines = choices.map((each, index) => `${index + 1}. ${labelOf(each)}`)
  const head = TEXTS.whichIsAsked(role)
  const whole = [head, ...lines].join('\n')
  return { texts: countCharacters(whole) <= maxChars ? [whole] : [head, lines.join('\n')], choices }
}

const distinctLabels = (found: readonly Found[]): Found[] => {
  const seen = new Map(found.toReversed().map((each) => [labelOf(each), each]))
  return found.filter((each) => seen.get(labelOf(each)) === each)
}

/** What was offered in our messages before the customer's last ones. */
function offeredIn({ input: { turns }, burst }: Situation): string[] {
  const before = turns.slice(0, turns.length - burst.length)
  const from = before.findLastIndex(({ who }) => who !== 'ai') + 1
  const said = before
    .slice(from)
    .map(({ text }) => text)
    .join('\n')
  const one = ASKED_ONE.exec(said)?.[1]
  if (one !== undefined) return [one]
  return said.includes(BY_NUMBER_ASKED) ? [...said.matchAll(LINE)].map(([, , label = '']) => label.trim()) : []
}

export type Chosen = { kind: 'chosen'; labels: string[] } | { kind: 'none' }

/** The customer's choice among what our last messages offered, by number, by a word, or none of it; undefined when nothing was offered or something else is asked. */
export function chosenBy(situation: Situation): Chosen | undefined {
  const offered = offeredIn(situation)
  if (offered.length === 0) return undefined
  const said = situation.question
    .normalize('NFKC')
    .replaceAll(/[。.!！~～?？\s]+$/gu, '')
    .trim()
  if (NO.test(said)) return { kind: 'none' }
  const labels = numbersIn(said, offered.length).map((number) => offered[number - 1] ?? '')
  if (labels.length > 0) return { kind: 'chosen', labels }
  if (offered.length === 1) return YES.test(said) ? { kind: 'chosen', labels: offered } : undefined
  const named = namedIn(said, offered)
  return named === undefined ? undefined : { kind: 'chosen', labels: [named] }
}

function numbersIn(said: string, count: number): number[] {
  if (LAST.test(said)) return [count]
  const [, numerals = ''] = BY_NUMBER.exec(said) ?? []
  const numbers = [...numerals.matchAll(/[1-3一二两三]/gu)].map(([sign]) => DIGITS[sign] ?? Number(sign))
  return [...new Set(numbers)].filter((number) => number <= count)
}

function namedIn(said: string, offered: readonly string[]): string | undefined {
  const [best, next] = offered
    .map((label) => ({ label, likeness: relevance(said, { title: label, answer: '' }) }))
    .toSorted((one, other) => other.likeness - one.likeness)
  return best && best.likeness >= NAMED_FROM && best.likeness - (next?.likeness ?? 0) >= NAMED_LEAD
    ? best.label
    : undefined
}

/** The pieces that were offered under these labels. */
export const withLabels = (found: readonly Found[], labels: readonly string[]): Found[] =>
  labels.flatMap((label) => found.find((each) => labelOf(each) === label) ?? [])

/** Whether our last messages asked which one is meant. */
export const hasOffered = (situation: Situation): boolean => offeredIn(situation).length > 0
