import type { Endpoint } from '@ruwu/contract'

type Schema = Endpoint['data']
type Output<S extends Schema> = S['_zod']['output']

/** The parts of a zod definition that are read here. */
type Definition = {
  type: string
  shape?: Record<string, Schema>
  innerType?: Schema
  keyType?: Schema
  valueType?: Schema
  in?: Schema
  options?: Schema[]
  items?: Schema[]
  entries?: Record<string, unknown>
  values?: unknown[]
  defaultValue?: unknown
}

const TEXTS = ['', '示例', '2026-11-16T08:00:00.000Z', '2026-11-16', '09:00', 'https://example.com/a.png']
let lastId = 0
/** A valid id that no other sample has. */
export const sampleId = () => (lastId += 1).toString(16).padStart(32, '0')

/** The smallest value a contract schema accepts; `part` replaces its fields. Each call has ids of its own. */
export function sample<S extends Schema>(schema: S, part?: { [Name in keyof Output<S>]?: Output<S>[Name] }): Output<S> {
  const value = smallest(schema)
  return schema.parse(isRecord(value) ? { ...value, ...part } : value)
}

function smallest(schema: Schema): unknown {
  const definition = schema._zod.def as unknown as Definition
  switch (definition.type) {
    case 'object':
      return Object.fromEntries(Object.entries(definition.shape!).map(([name, field]) => [name, smallest(field)]))
    case 'string':
      return [...TEXTS, sampleId()].find((text) => schema.safeParse(text).success)
    case 'number':
    case 'int':
      return [0, 1, 2, 3, 5, 10, 20, 30, 60, 90].find((number) => schema.safeParse(number).success)
    case 'boolean':
      return false
    case 'array':
      return [[], ['']].find((list) => schema.safeParse(list).success)
    case 'tuple':
      return definition.items!.map(smallest)
    case 'record':
      return Object.fromEntries(keysOf(definition.keyType!).map((key) => [key, smallest(definition.valueType!)]))
    case 'literal':
      return definition.values![0]
    case 'enum':
      return Object.values(definition.entries!)[0]
    case 'union':
      return smallest(definition.options![0]!)
    case 'optional':
      return undefined
    case 'nullable':
    case 'null':
      return null
    case 'default':
    case 'prefault':
      return definition.defaultValue
    case 'pipe':
      return smallest(definition.in!)
    case 'readonly':
    case 'nonoptional':
    case 'catch':
      return smallest(definition.innerType!)
    default:
      throw new Error(`no sample for a zod ${definition.type}`)
  }
}

/** Of a record whose keys are an enum; any other may be empty. */
const keysOf = (schema: Schema) => Object.keys((schema._zod.def as unknown as Definition).entries ?? {})

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
