import { parseJson } from './json.ts'

// Platforms write numbers as strings, objects as JSON text, and leave out what is empty: these read all of it.

export type Fields = Readonly<Record<string, unknown>>

const NOTHING: Fields = {}
/** Moments below this are seconds: it is 1973 in milliseconds and the year 5138 in seconds. */
const FIRST_MILLISECONDS = 100_000_000_000
const LAST_MILLISECONDS = 8_640_000_000_000_000

/** The fields of an object or of an object in JSON text; none for anything else. */
export function fieldsOf(value: unknown): Fields {
  const object = typeof value === 'string' ? parseJson(value) : value
  return isFields(object) ? object : NOTHING
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The items of a list or of a list in JSON text; none for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  const list = typeof value === 'string' ? parseJson(value) : value
  return Array.isArray(list) ? list : []
}

/** Undefined for what is absent or empty. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** A moment in seconds or milliseconds. */
export function instantOf(value: unknown): Date | undefined {
  const number = numberOf(value)
  if (number === undefined || number <= 0) return undefined
  const milliseconds = number < FIRST_MILLISECONDS ? number * 1000 : number
  return milliseconds <= LAST_MILLISECONDS ? new Date(milliseconds) : undefined
}

/** The object without the fields that are undefined. */
export function omitUndefined<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T
}
