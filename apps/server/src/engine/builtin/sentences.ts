import { countCharacters } from '@ruwu/domain'

const SENTENCE = /[^。！？!?；;\n]+[。！？!?；;]*\n?|\n/g
const CLAUSE = /[^，,、：:]+[，,、：:]?/g
/** Cutting inside a word of letters or digits would make another one of it. */
const BREAK = /[a-z0-9.:/_%¥￥-]/i

export const MESSAGES_MAX = 3

/** Sentences with the signs that end them. */
export function sentencesOf(text: string): string[] {
  return (text.match(SENTENCE) ?? []).map((sentence) => sentence.trim()).filter((sentence) => sentence !== '')
}

/** Sentences, one after the other, as messages of at most so many characters. */
export function packMessages(sentences: readonly string[], maxChars: number): string[] {
  const messages: string[] = []
  for (const piece of sentences.flatMap((sentence) => splitToFit(sentence, maxChars))) {
    const last = messages.at(-1)
    const joined = last === undefined ? piece : last + (needsGap(last) ? ' ' : '') + piece
    if (last !== undefined && countCharacters(joined) <= maxChars) messages[messages.length - 1] = joined
    else messages.push(piece)
  }
  return messages
}

/** Another sentence behind words that may have come without a sign at their end. */
export const withSentence = (text: string, sentence: string): string =>
  (IS_ENDED.test(text) ? text : `${text}。`) + sentence

const IS_ENDED = /[。！？!?；;，,、：:～~…\n\p{Extended_Pictographic}\ufe0f]$|^$/u

const needsGap = (text: string) => !/[。！？!?；;，,、：:～~…\n]$/.test(text)

/** A sentence that is too long in pieces: at commas, and only where there are none anywhere else. */
function splitToFit(sentence: string, maxChars: number): string[] {
  if (countCharacters(sentence) <= maxChars) return [sentence]
  const pieces: string[] = []
  for (const clause of sentence.match(CLAUSE) ?? []) {
    const last = pieces.at(-1)
    if (last !== undefined && countCharacters(last + clause) <= maxChars) pieces[pieces.length - 1] = last + clause
    else pieces.push(...splitAt(clause, maxChars))
  }
  return pieces
}

function splitAt(clause: string, maxChars: number): string[] {
  const signs = Array.from(clause)
  const pieces: string[] = []
  while (signs.length > maxChars) {
    let at = maxChars
    while (at > maxChars / 2 && BREAK.test(signs[at] ?? '') && BREAK.test(signs[at - 1] ?? '')) at -= 1
    pieces.push(signs.splice(0, at).join(''))
  }
  return [...pieces, signs.join('')]
}
