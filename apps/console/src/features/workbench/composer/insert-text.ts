export type Span = { start: number; end: number }
export type Edit = { text: string; caret: number }

/** Replaces a range; the caret moves behind the inserted text. */
export const replaceSpan = (text: string, { start, end }: Span, inserted: string): Edit => ({
  text: text.slice(0, start) + inserted + text.slice(end),
  caret: start + inserted.length,
})
