import type { CheckFinding } from '@ruwu/contract'
import { readText } from '../../guard/checked-text.ts'
import type { GuardHit } from '../../guard/guard-hit.ts'
import { GUARD_LIMITS } from '../../guard/guard-limits.ts'
import { contactHits, lengthHits, linkHits, type TextRules, wordHits } from '../../guard/text-check.ts'
import type { Source } from '../../sources.ts'
import { countCharacters } from '../../form-field.ts'
import { inventedFacts } from './invented-facts.ts'
import { findPersonPromise } from './person-promise.ts'
import { inventedPromises } from './promises.ts'
import { plainText } from './read-facts.ts'

export type AnswerCheck = {
  /** The messages to check. */
  texts: readonly string[]
  /** Retrieved knowledge pieces, the sources. */
  knowledge: readonly string[]
  /** The account's own texts, also sources: profile, business, required statements. */
  account: readonly string[]
  /** The customer's messages: personal facts in them may be repeated. */
  customer: readonly string[]
  forbidden: readonly string[]
  /** Maximum characters of one message. */
  maxChars: number
  source: Source
  guard: Pick<TextRules, 'settings' | 'words'>
}

/** Findings that forbid sending; empty: every statement has a source. */
export function checkAnswer(check: AnswerCheck): CheckFinding[] {
  const whole = check.texts.join('\n')
  if (whole.trim() === '') return [{ kind: 'empty', text: '' }]
  const plain = plainText(whole, check.source)
  const sources = [...check.knowledge, ...check.account].map((text) => statementsOf(plainText(text)))
  return unique([
    ...inventedFacts(
      plain,
      sources,
      check.customer.map((text) => plainText(text, check.source)),
    ),
    ...inventedPromises(plain, sources).map(({ text }): CheckFinding => ({ kind: 'promise', text })),
    ...personFindings(plain, sources),
    ...forbiddenFindings(plain, check.forbidden),
    ...lengthFindings(check),
    ...guardFindings(check),
  ])
}

/** Questions are dropped: 不满意能退吗 promises nothing. */
const statementsOf = (plain: string): string => plain.replace(/[^;。!?\n]*(?:\?|[吗么](?=[;。!\n]|$))/g, '')

function personFindings(plain: string, sources: readonly string[]): CheckFinding[] {
  const promise = findPersonPromise(plain, sources)
  return promise === undefined ? [] : [{ kind: 'person', text: promise }]
}

function forbiddenFindings(plain: string, forbidden: readonly string[]): CheckFinding[] {
  const bare = plain.replace(/\s/g, '')
  return forbidden
    .filter((word) => bare.includes(plainText(word).replace(/\s/g, '')))
    .map((text) => ({ kind: 'forbidden', text }))
}

function lengthFindings({ texts, maxChars }: AnswerCheck): CheckFinding[] {
  return texts
    .filter((text) => countCharacters(text) > maxChars)
    .map((text) => ({ kind: 'length', text: `${countCharacters(text)}/${maxChars}` }))
}

/** Findings that the outbound guard would block. */
function guardFindings(check: AnswerCheck): CheckFinding[] {
  return hitsOf(check, 'block')
}

/** Guard warnings: a reason to reword, not to withhold the answer. */
export const guardWarnings = (check: AnswerCheck): CheckFinding[] => hitsOf(check, 'warn')

function hitsOf({ texts, source, guard }: AnswerCheck, level: GuardHit['level']): CheckFinding[] {
  const rules = { ...guard, source, limits: GUARD_LIMITS[source] }
  return unique(
    texts
      .flatMap((text) => guardHits(text, rules))
      .filter((hit) => hit.level === level)
      .map(({ word }) => ({ kind: 'guard', text: word })),
  )
}

/** Whether the outbound guard blocks nothing in the text. */
export const passesGuard = (text: string, rules: TextRules): boolean =>
  guardHits(text, rules).every(({ level }) => level !== 'block')

function guardHits(text: string, rules: TextRules): GuardHit[] {
  const read = readText(text, rules.source)
  return [lengthHits(text, rules), linkHits(read, rules), contactHits(read, rules), wordHits(read, rules)].flat()
}

function unique(findings: readonly CheckFinding[]): CheckFinding[] {
  const seen = new Map(findings.map((finding) => [`${finding.kind} ${finding.text}`, finding]))
  return [...seen.values()]
}
