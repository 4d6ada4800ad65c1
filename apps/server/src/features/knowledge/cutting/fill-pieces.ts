import { sentencesOf } from './sentences.ts'

export const PIECE_CHARS = { least: 200, most: 500 }
/** The last sentence is repeated at the start of the next piece if it is not longer than this. */
const OVERLAP_CHARS = 100

/** Splits running text into pieces between the minimum and maximum length. */
export function fillPieces(lines: readonly string[]): string[] {
  const pieces: string[] = []
  let piece: string[] = []
  let chars = 0
  const close = () => {
    if (piece.length > 0) pieces.push(piece.join(''))
    const last = piece.at(-1)?.trim() ?? ''
    piece = last.length <= OVERLAP_CHARS && last !== '' ? [last] : []
    chars = last.length <= OVERLAP_CHARS ? last.length : 0
  }
  let isNew = false
  for (const part of partsOf(lines)) {
    // A new paragraph starts a new piece once the minimum length is reached.
    if (chars + part.length > PIECE_CHARS.most || (part.startsWith('\n') && chars >= PIECE_CHARS.least)) {
      close()
      isNew = false
    }
    const text = piece.length === 0 ? part.trimStart() : part
    piece.push(text)
    chars += text.length
    isNew = true
  }
  if (isNew) pieces.push(piece.join(''))
  return pieces.map((text) => text.trim()).filter(Boolean)
}

/** Sentences, overlong ones split; the first of a paragraph starts with a line break. */
function partsOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) =>
    sentencesOf(line).flatMap((sentence, index) => {
      const parts = sentence.match(new RegExp(`[\\s\\S]{1,${PIECE_CHARS.most - OVERLAP_CHARS}}`, 'gu')) ?? []
      return parts.map((part, n) => (index === 0 && n === 0 ? `\n${part}` : part))
    }),
  )
}
