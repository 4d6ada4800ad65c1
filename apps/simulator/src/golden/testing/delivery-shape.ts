import { decryptFields } from '../../redbook/crypto.ts'
import { type Shape, shapeOf } from './shape.ts'

type Delivery = { path: string; body: string }

export const fieldsOf = (body: string | undefined) => JSON.parse(body ?? 'null') as Record<string, unknown>

/** Where a delivery goes and what it holds. With a key, what is encrypted is looked into. */
export function deliveryShape({ path, body }: Delivery, cryptoKey?: string): { path: string; body: Shape } {
  const fields = fieldsOf(body)
  const opened = cryptoKey === undefined ? undefined : decryptFields(cryptoKey, fields.content)
  return { path, body: shapeOf(opened ? { ...fields, content: opened } : fields) }
}

/** The newest delivery, without fields that a knob sprinkles over everything. */
export function newestOf(received: readonly Delivery[], sprinkled: readonly string[] = []): Delivery {
  const { path = '', body = '' } = received.at(-1) ?? {}
  const plain = (fields: object) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !sprinkled.includes(name)))
  if (sprinkled.length === 0) return { path, body }
  const { content, ...rest } = plain(fieldsOf(body)) as Record<string, unknown>
  const inner = typeof content === 'object' && content !== null ? plain(content) : content
  return { path, body: JSON.stringify({ ...rest, content: inner }) }
}
