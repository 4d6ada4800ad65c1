import { countCharacters } from '@ruwu/domain'

const SENTENCE = /[^。！？!?；;\n]+[。！？!?；;]*\n?|\n/g
const CLAUSE = /[^，,、：:]+[，,、：:]?/g
/** No break between two of these: it would split a number, URL or Latin word. */
const BREAK = /[a-z0-9.:/_%¥￥-]/i

export const MESSAGES_MAX = 3

/** Sentences with their closing punctuation. */
export function sentencesOf(text: string): string[] {
  return (text.match(SENTENCE) ?? []).map((sentence) => sentence.trim()).filter((sentence) => sentence !== '')
}

/** Joins sentences into messages of at most maxChars. */
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

/** Appends a sentence, with a full stop between when the text has no closing punctuation. */
export const withSentence = (text: string, sentence: string): string =>
  (IS_ENDED.test(text) ? text : `${text}。`) + sentence

const IS_ENDED = /[。！？!?；;，,、：:～~…\n\p{Extended_Pictographic}\ufe0f]$|^$/u

const needsGap = (text: string) => !/[。！？!?；;，,、：:～~…\n]$/.test(text)

/** Splits a long sentence at commas; elsewhere only where there is none. */
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
