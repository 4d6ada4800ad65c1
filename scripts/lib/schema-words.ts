/** The parts of JSON Schema that the contract's schemas are made of. */
export type Schema = {
  $ref?: string
  /** Several where null is one of them. */
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  default?: unknown
}

const WIDTH = 110
const SCALARS: Record<string, string> = { string: '文本', integer: '整数', number: '数', boolean: '布尔' }
const FORMATS: Record<string, string> = { 'date-time': '时刻', date: '日期' }
const ID_PATTERN = '^[0-9a-f]{32}$'
/** A limit beyond this is the range of the type itself. */
const LARGEST = 2 ** 31 - 1

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

/** Names of the schemas that this one refers to directly. */
export function namesIn(schema: Schema): string[] {
  const { $ref, anyOf = [], oneOf = [], allOf = [], items, properties = {}, additionalProperties } = schema
  const own = typeof additionalProperties === 'object' ? [additionalProperties] : []
  const inner = [...anyOf, ...oneOf, ...allOf, ...(items ? [items] : []), ...Object.values(properties), ...own]
  return [...($ref ? [nameOf($ref)] : []), ...inner.flatMap(namesIn)]
}

/** A schema in words: `{ name: 文本(1–20), tagIds?: TagId[] }`; on several lines where one is too long. */
export function schemaWords(schema: Schema, indent = ''): string {
  const words = wordsOf(schema, indent)
  return schema.default === undefined ? words : `${words}（默认 ${JSON.stringify(schema.default)}）`
}

function wordsOf(schema: Schema, indent: string): string {
  const { $ref, enum: values, anyOf, oneOf, allOf, items, type = '' } = schema
  if (Array.isArray(type)) return type.map((each) => wordsOf({ ...schema, type: each }, indent)).join(' | ')
  if (type === 'null') return 'null'
  if ($ref) return nameOf($ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (values)
    return joined(
      values.map((value) => JSON.stringify(value)),
      ' | ',
      indent,
    )
  const options = anyOf ?? oneOf
  if (options)
    return joined(
      options.map((option) => schemaWords(option, `${indent}  `)),
      ' | ',
      indent,
    )
  if (allOf)
    return joined(
      allOf.map((part) => schemaWords(part, indent)),
      ' & ',
      indent,
    )
  if (type === 'array') return listWords(schema, items ?? {}, indent)
  if (type === 'object') return objectWords(schema, indent)
  if (type === 'string' && schema.pattern === ID_PATTERN) return 'id'
  const scalar = FORMATS[schema.format ?? ''] ?? SCALARS[type] ?? '任意'
  return scalar + limits(schema.minLength ?? schema.minimum, schema.maxLength ?? schema.maximum)
}

function listWords({ minItems, maxItems }: Schema, items: Schema, indent: string): string {
  const words = schemaWords(items, indent)
  const isPlain = !/ [|&] /.test(words) || words.startsWith('{')
  return `${isPlain ? words : `(${words})`}[]${limits(minItems, maxItems)}`
}

function objectWords({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const deeper = `${indent}  `
  const fields = Object.entries(properties).map(
    ([key, field]) => `${key}${required.includes(key) ? '' : '?'}: ${schemaWords(field, deeper)}`,
  )
  if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0)
    fields.push(`[键]: ${schemaWords(additionalProperties, deeper)}`)
  if (fields.length === 0) return '{}'
  const line = `{ ${fields.join(', ')} }`
  if (!line.includes('\n') && indent.length + line.length <= WIDTH) return line
  return `{\n${fields.map((field) => `${deeper}${field}\n`).join('')}${indent}}`
}

/** On one line, or wrapped where that is too long. */
function joined(parts: string[], separator: string, indent: string): string {
  const line = parts.join(separator)
  if (!line.includes('\n') && indent.length + line.length <= WIDTH) return line
  const lines = ['']
  for (const part of parts) {
    const last = lines.at(-1)!
    const longer = last === '' ? part : last + separator + part
    if (last !== '' && (part.includes('\n') || last.includes('\n') || longer.length > WIDTH)) lines.push(part)
    else lines[lines.length - 1] = longer
  }
  return lines.join(`\n${indent} ${separator.trimStart()}`)
}

function limits(least: number | undefined, most: number | undefined): string {
  const from = least === undefined || Math.abs(least) > LARGEST || least === 0 ? undefined : least
  const to = most === undefined || most >= LARGEST ? undefined : most
  if (from === undefined && to === undefined) return ''
  if (from === undefined) return `(≤ ${to})`
  if (to === undefined) return `(≥ ${from})`
  return from === to ? `(${from})` : `(${from}–${to})`
}
