import { LRUCache } from 'lru-cache'

/** A text gets a name when it has been used so often: one whose number of parameters varies stays below. */
const NAMED_AFTER = 20
/** Every connection of the database keeps the plans of the named statements that it has run. */
const NAMED_MAX = 200

const uses = new LRUCache<string, number>({ max: 2_000 })
const names = new Map<string, string>()

/** Name of a statement that recurs, by which each connection parses and plans it only once; undefined for the others. */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= NAMED_MAX) return known
  const used = (uses.get(text) ?? 0) + 1
  if (used <= NAMED_AFTER) {
    uses.set(text, used)
    return undefined
  }
  uses.delete(text)
  const name = `recurring-${names.size + 1}`
  names.set(text, name)
  return name
}
