const NO_WORDS = /[\s\p{P}\p{S}\0]+/gu

/** Share (0 to 1) of `wanted`'s characters whose bigram also occurs in `text`. Empty `wanted`: 1. */
export function coverage(wanted: string, text: string): number {
  const runs = wanted.toLowerCase().split(NO_WORDS).filter(Boolean)
  const total = runs.reduce((sum, run) => sum + run.length, 0)
  if (total === 0) return 1
  const bare = text.toLowerCase().replace(NO_WORDS, '')
  return runs.reduce((sum, run) => sum + covered(run, bare), 0) / total
}

function covered(run: string, text: string): number {
  if (run.length === 1) return text.includes(run) ? 1 : 0
  const places = new Set<number>()
  for (let at = 0; at + 2 <= run.length; at += 1) {
    if (!text.includes(run.slice(at, at + 2))) continue
    places.add(at)
    places.add(at + 1)
  }
  return places.size
}
