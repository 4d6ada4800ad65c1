import { contactsIn } from '../lead/find-contacts.ts'
import { isNumberOfSomethingElse } from '../lead/phone-numbers.ts'
import { PhraseTrie } from '../lead/phrase-trie.ts'
import { Coverage, originalSpan, type Span } from '../lead/text-copy.ts'
import { SOURCES, type Source } from '../sources.ts'
import type { CheckedText } from './checked-text.ts'
import { CONTACT_PATTERNS, type ContactCategory, type ContactPattern, PLAIN_LINK_PATTERNS } from './contact-patterns.ts'
import { OTHER_PLATFORM_NAMES, OWN_PLATFORM_NAMES, QQ_WORDS, WECHAT_WORDS } from './contact-words.ts'
import { isPartOfLatinWord } from './squeeze-text.ts'

interface ContactInfo extends Span {
  category: ContactCategory
}

const WORDS: Record<Source, PhraseTrie<ContactCategory>> = {
  redbook: new PhraseTrie(wordsForbiddenOn('redbook')),
  douyin: new PhraseTrie(wordsForbiddenOn('douyin')),
}

/** Contact information in an outbound text (off-platform diversion). */
export function findContactInfo(text: CheckedText): ContactInfo[] {
  const plainLinks = new Coverage(findPlainLinks(text))
  const likely = [...words(text), ...patternMatches(text, CONTACT_PATTERNS)].filter(
    (info) => !text.everyday.touches(info) && !(info.category === 'link' && plainLinks.touches(info)),
  )
  return [...contacts(text), ...likely]
}

/** Plain URLs, for the link check. */
export function findPlainLinks(text: CheckedText): ContactInfo[] {
  return patternMatches(text, PLAIN_LINK_PATTERNS)
}

/** In outbound text an ambiguous id after a cue counts as a WeChat id. */
function contacts({ original, plain }: CheckedText): ContactInfo[] {
  return contactsIn(original, plain)
    .filter(({ state }) => state !== 'INVALID')
    .map(({ kind, start, end }) => ({ category: kind === 'wechat' ? 'wechat' : 'phone', start, end }))
}

function words({ source, squeezed }: CheckedText): ContactInfo[] {
  return WORDS[source]
    .findAll(squeezed.text)
    .filter((hit) => !isPartOfLatinWord(squeezed, hit))
    .map(({ value, start, end }) => ({ category: value, ...originalSpan(squeezed, start, end) }))
}

function patternMatches({ lower }: CheckedText, patterns: readonly ContactPattern[]): ContactInfo[] {
  return patterns.flatMap(({ category, pattern }) =>
    [...lower.text.matchAll(pattern)]
      .filter(({ index }) => category !== 'phone' || !isNumberOfSomethingElse(lower.text, index))
      .map(({ 0: found, index }) => ({ category, ...originalSpan(lower, index, index + found.length) })),
  )
}

function wordsForbiddenOn(source: Source): [string, ContactCategory][] {
  const others = SOURCES.filter((other) => other !== source).flatMap((other) => OWN_PLATFORM_NAMES[other])
  const platforms = [...OTHER_PLATFORM_NAMES, ...others]
  return [
    ...WECHAT_WORDS.map((word): [string, ContactCategory] => [word, 'wechat']),
    ...QQ_WORDS.map((word): [string, ContactCategory] => [word, 'qq']),
    ...platforms.map((word): [string, ContactCategory] => [word, 'platform']),
  ]
}
