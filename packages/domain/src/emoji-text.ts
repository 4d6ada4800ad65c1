export const EMOJI_SIZE_PX = 16

export type TextPart = { kind: 'text'; text: string } | { kind: 'emoji'; code: string }

const CANDIDATE = /(\[[^[\]\s]{1,16}\])/

/** Only codes of the given set are pictures; any other bracketed word stays text. Joined again the parts give the text. */
export function splitEmoji(text: string, codes: ReadonlySet<string>): TextPart[] {
  const parts: TextPart[] = []
  for (const piece of text.split(CANDIDATE)) {
    const last = parts.at(-1)
    if (codes.has(piece)) parts.push({ kind: 'emoji', code: piece })
    else if (last?.kind === 'text') last.text += piece
    else if (piece !== '') parts.push({ kind: 'text', text: piece })
  }
  return parts
}
