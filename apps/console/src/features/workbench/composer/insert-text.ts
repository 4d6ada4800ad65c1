export type Span = { start: number; end: number }
export type Edit = { text: string; caret: number }

/** Puts words in place of a span; the caret stands behind them. */
export const replaceSpan = (text: string, { start, end }: Span, words: string): Edit => ({
  text: text.slice(0, start) + words + text.slice(end),
  caret: start + words.length,
})
