import { LRUCache } from 'lru-cache'

/** A text gets a name when it has been used so often. */
const NAMED_AFTER = 20
/** Every connection of the database keeps the plans of the named statements that it has run. */
const NAMED_MAX = 200
/** A statement with a list has a text for each length of it: only the lengths that recur first are named. */
const NAMED_OF_SHAPE = 3

/** The text without the lengths of its lists: `in ($1, $2)` and `values ($1, $2), ($3, $4)`. */
const shapeOf = (text: string): string =>
  text
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/\$(?:, ?\$)+/g, '$')
    .replaceAll(/(\([^()]*\))(?:, ?\1)+/g, '$1')

/** Names for statements that recur, by which each connection parses and plans them only once; undefined for the others. */
export function createStatementNames(): (text: string) => string | undefined {
  const uses = new LRUCache<string, number>({ max: 2_000 })
  const names = new Map<string, string>()
  const ofShape = new Map<string, number>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= NAMED_MAX) return known
    const used = (uses.get(text) ?? 0) + 1
    uses.set(text, used)
    if (used <= NAMED_AFTER) return undefined
    const shape = shapeOf(text)
    const named = ofShape.get(shape) ?? 0
    // Looked at again after as many uses, which costs less than a set of refused texts.
    uses.set(text, 0)
    if (named >= NAMED_OF_SHAPE) return undefined
    uses.delete(text)
    ofShape.set(shape, named + 1)
    const name = `recurring-${names.size + 1}`
    names.set(text, name)
    return name
  }
}

export const statementName = createStatementNames()
