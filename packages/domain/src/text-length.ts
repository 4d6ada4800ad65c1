/** Counts code points, as PostgreSQL's char_length does, so the counter and the server's limit agree. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

export function isTooLong(text: string, max: number): boolean {
  return countCharacters(text) > max
}

/** The counter `n/max`, shown only above 80 % of the limit. */
export function lengthCounter(text: string, max: number): string | undefined {
  const count = countCharacters(text)
  return count * 5 > max * 4 ? `${count}/${max}` : undefined
}
