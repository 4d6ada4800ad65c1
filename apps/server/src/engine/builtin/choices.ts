import { countCharacters, passesGuard } from '@ruwu/domain'
import type { Found, Memory, PieceRef } from '../engine.ts'
import { relevance } from '../retrieval/entry.ts'
import type { Situation } from '../situation.ts'
import { ASKS_CHOICE, TEXTS, withFormOfAddress } from './phrases.ts'

/** A choice is shown up to this many characters. */
const CHOICE_CHARS = 20
/** Relevance from which a word names a choice, and its lead over the next one. */
const NAMED_FROM = 0.35
const NAMED_LEAD = 0.1

const DIGITS: Readonly<Record<string, number>> = { 一: 1, 二: 2, 两: 2, 三: 3 }
/** 2, 第二个, 选 1 和 3, 我要问的是2. */
const BY_NUMBER =
  /^(?:我|就|要|想|选|问|了解|的|是)*第?([1-3一二两三](?:(?:个|条|项|号)?(?:[、，,和跟 ]|第)+[1-3一二两三])*)(?:个|条|项|号|种)?(?:的|吧|呢|哈|啊)*$/u
const LAST = /^(?:选|要|是)?(?:最后|后面|下面)(?:一|那)?[个条](?:的|吧)*$/u
const YES = /^(?:是|对|嗯|恩|没错|可以|好|行|ok|就是)(?:的|呀|啊|滴|哒|对|嗯|这个|吧|了)*$/iu
const NO = /^(?:都|全|这些)?(?:不是|不对|没有|不太对)(?:这|这些|的|这个|呢|啊|哦|了|吧)*$/u

const cleaned = (label: string): string => label.replace(/[？?。！!\s]+$/u, '').replaceAll(/[「」\n]/gu, ' ')

const isLong = (label: string): boolean => countCharacters(label) > CHOICE_CHARS
const signs = (label: string, from: number, to?: number): string => Array.from(label).slice(from, to).join('')

/** A label of a piece and how it is shown. */
type Label = { label: string; shown: string }

/** A long label is cut at its end, or at its beginning where only that tells it from others. */
function cutLabels(labels: readonly string[]): Label[] {
  const said = labels.map((label) => ({ label, shown: cleaned(label) }))
  const long = said.filter(({ shown }) => isLong(shown))
  return [
    ...said.map((each) =>
      isLong(each.shown) ? { ...each, shown: `${signs(each.shown, 0, CHOICE_CHARS - 1)}…` } : each,
    ),
    ...long.map((each) => ({ ...each, shown: `…${signs(each.shown, 1 - CHOICE_CHARS)}` })),
  ]
}

type Labelled = Label & { piece: Found }

/** Every piece by its shortest label that no other one has. Pieces of one name that nothing tells apart are one choice. */
function withLabels(found: readonly Found[], isSayable: (text: string) => boolean): Labelled[] {
  const named = found.map((piece) => ({
    piece,
    labels: cutLabels(piece.labels).filter(({ shown }) => isSayable(shown)),
  }))
  const choices = new Map<string, Labelled>()
  for (const one of named) {
    const others = new Set(named.flatMap((other) => (other === one ? [] : other.labels.map(({ shown }) => shown))))
    const label = one.labels.find(({ shown }) => !others.has(shown)) ?? one.labels[0]
    if (label && !choices.has(label.shown)) choices.set(label.shown, { ...label, piece: one.piece })
  }
  return [...choices.values()]
}

type Asked = { texts: string[]; choices: Found[]; offer: NonNullable<Memory['offer']> }

/** Asks which of these is meant, as far as their labels may be sent; undefined when none may. */
export function askChoice(situation: Situation, found: readonly Found[]): Asked | undefined {
  const { input, question, rules, maxChars } = situation
  const { role, script } = input.config
  const isSayable = (text: string) => passesGuard(text, rules) && !script.forbidden.some((word) => text.includes(word))
  const labelled = withLabels(found, isSayable)
  const [first] = labelled
  if (!first) return undefined
  const asked = {
    choices: labelled.map(({ piece }) => piece),
    offer: { question, choices: labelled.map(({ piece: { knowledgeId, no }, label }) => ({ knowledgeId, no, label })) },
  }
  if (labelled.length === 1) return { ...asked, texts: [withFormOfAddress(TEXTS.isThisAsked(first.shown, role), role)] }
  const lines = labelled.map(({ shown }, index) => `${index + 1}. ${shown}`)
  const head = TEXTS.whichIsAsked(role)
  const whole = [head, ...lines].join('\n')
  return { ...asked, texts: countCharacters(whole) <= maxChars ? [whole] : [head, lines.join('\n')] }
}

/** What we asked to choose from, while it is the last that the customer read of us. */
export function standingOffer({ input: { turns, memory }, burst }: Situation): Memory['offer'] {
  const before = turns.slice(0, turns.length - burst.length)
  const said = before.slice(before.findLastIndex(({ who }) => who !== 'ai') + 1).map(({ text }) => text)
  return said.some((text) => ASKS_CHOICE.test(text)) ? (memory.offer ?? null) : null
}

export type Chosen = { kind: 'chosen'; choices: PieceRef[] } | { kind: 'none' }

/** The customer's choice among what was offered, by number, by a word, or none of it; undefined when something else is asked. */
export function chosenBy(
  { question }: Situation,
  { choices: offered }: NonNullable<Memory['offer']>,
): Chosen | undefined {
  const said = question
    .normalize('NFKC')
    .replaceAll(/[。.!！~～?？\s]+$/gu, '')
    .trim()
  if (NO.test(said)) return { kind: 'none' }
  const choices = numbersIn(said, offered.length).flatMap((number) => offered[number - 1] ?? [])
  if (choices.length > 0) return { kind: 'chosen', choices }
  if (offered.length === 1) return YES.test(said) ? { kind: 'chosen', choices: offered } : undefined
  const named = namedIn(said, offered)
  return named === undefined ? undefined : { kind: 'chosen', choices: [named] }
}

/** The question we asked back about, and the pieces the customer chose, as they are now: none where none of them is meant, or they are gone. */
type Choice = { question: string; labels: string; pieces: Found[] }

/** Undefined when nothing was offered, or something else is asked. */
export async function readChoice(situation: Situation): Promise<Choice | undefined> {
  const offer = standingOffer(situation)
  const chosen = offer && chosenBy(situation, offer)
  if (!chosen) return undefined
  const choices = chosen.kind === 'chosen' ? chosen.choices : []
  const labels = choices.map(({ label }) => label).join('；')
  return { question: offer.question, labels, pieces: await situation.input.readPieces(choices) }
}

function numbersIn(said: string, count: number): number[] {
  if (LAST.test(said)) return [count]
  const [, numerals = ''] = BY_NUMBER.exec(said) ?? []
  const numbers = [...numerals.matchAll(/[1-3一二两三]/gu)].map(([sign]) => DIGITS[sign] ?? Number(sign))
  return [...new Set(numbers)].filter((number) => number <= count)
}

function namedIn(said: string, offered: readonly PieceRef[]): PieceRef | undefined {
  const [best, next] = offered
    .map((choice) => ({ choice, likeness: relevance(said, { title: choice.label, answer: '' }) }))
    .toSorted((one, other) => other.likeness - one.likeness)
  return best && best.likeness >= NAMED_FROM && best.likeness - (next?.likeness ?? 0) >= NAMED_LEAD
    ? best.choice
    : undefined
}
