export type Span = { start: number; end: number }
export type Edit = { text: string; caret: number }

/** Replaces a range; the caret moves behind the inserted text. */
export const replaceSpan = (text: string, { start, end }: Span, words: string): Edit => ({
  text: text.slice(0, start) + words + text.slice(end),
  caret: start + words.length,
})
