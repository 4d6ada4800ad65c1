import { sentencesOf } from './sentences.ts'

export const PIECE_CHARS = { least: 200, most: 500 }
/** The sentence before is told again at the beginning of the next piece, if it is no longer than this. */
const OVERLAP_CHARS = 100

/** Running text in pieces that are long enough to say something and short enough to be about one thing. */
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
    // A new paragraph begins a new piece once there is enough in this one.
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

/** Sentences, and of endless ones parts; the first of a paragraph begins with a line break. */
function partsOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) =>
    sentencesOf(line).flatMap((sentence, index) => {
      const parts = sentence.match(new RegExp(`[\\s\\S]{1,${PIECE_CHARS.most - OVERLAP_CHARS}}`, 'gu')) ?? []
      return parts.map((part, n) => (index === 0 && n === 0 ? `\n${part}` : part))
    }),
  )
}
