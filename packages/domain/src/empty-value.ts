/** Nothing was filled in: null, undefined, blank string, empty array, or an object whose values are all empty. */
export function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.length === 0
  return isPlainObject(value) && Object.values(value).every(isEmptyValue)
}

// A Date, File or Map has no enumerable values either, yet it is something.
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
