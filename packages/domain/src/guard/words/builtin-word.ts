export interface BuiltinWord {
  word: string
  /** Safe wording. */
  suggestion?: string
}

/** Words parted by spaces. */
export function wordsOf(words: string): BuiltinWord[] {
  return words.split(' ').map((word) => ({ word }))
}
