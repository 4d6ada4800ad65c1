/** What stays of a value when ids, times and words are taken away: its fields and their JSON types. */
export type Shape = string | { [field: string]: Shape } | [] | [Shape]

const isNumeral = (text: string) => /^-?\d{1,15}$/.test(text)

/** Numbers that came as strings count as numbers; JSON inside a string counts as what it holds, marked. */
export function shapeOf(value: unknown): Shape {
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])]
  if (typeof value === 'object') {
    const fields = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
    return Object.fromEntries(fields.map(([name, field]) => [name, shapeOf(field)]))
  }
  if (typeof value !== 'string') return typeof value
  if (isNumeral(value)) return 'number'
  return value.startsWith('{"') ? { 'JSON in a string': shapeOf(JSON.parse(value)) } : 'string'
}
