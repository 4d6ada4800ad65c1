/** What JSON.parse tells its reviver about a plain value (ES2026, in Node since 22). */
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

const INTEGER = /^-?\d+$/

// Ad ids are 64-bit numbers; rounded to a double they would name another advertisement.
const keepBigIntegers: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && source && INTEGER.test(source) ? source : value

/** Integers beyond the safe range become strings. Undefined for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, keepBigIntegers as (key: string, value: unknown) => unknown)
  } catch {
    return undefined
  }
}
