import type { FlowNodeOf } from '@ruwu/contract'

type Mapping = FlowNodeOf<'webhook'>['data']['mapping'][number]

/** As long as a value of a custom field. */
const VALUE_MAX = 200

/** Names that texts can hold in braces. */
export const VARIABLE_NAME = /^[\p{L}\p{N}_]{1,20}$/u

/** What an answer says at the paths of the mapping; left out where it says nothing there, or no single value. */
export const mappedValues = (mapping: readonly Mapping[], body: unknown): (Mapping & { value: string })[] =>
  mapping.flatMap((row) => {
    const value = valueAt(body, row.path)
    return value === undefined ? [] : [{ ...row, value }]
  })

/** `data.items.0.name` or `data.items[0].name`. */
function valueAt(body: unknown, path: string): string | undefined {
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '')
  const found = keys.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined),
    body,
  )
  if (typeof found !== 'string' && typeof found !== 'number' && typeof found !== 'boolean') return undefined
  return Array.from(String(found).trim()).slice(0, VALUE_MAX).join('')
}
