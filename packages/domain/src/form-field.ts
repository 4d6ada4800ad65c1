import { isBlank, TELEPHONE_PATTERN } from '@ruwu/contract'

type FieldKind = 'input' | 'select'

export const INPUT_PLACEHOLDER = '请输入'
export const SELECT_PLACEHOLDER = '请选择'

export function requiredText(label: string, kind: FieldKind = 'input'): string {
  return (kind === 'select' ? SELECT_PLACEHOLDER : INPUT_PLACEHOLDER) + label
}

type Value = string | number | boolean | null | undefined | readonly Value[] | { readonly [key: string]: Value }

/** Null, a blank text, a list without elements, or an object whose values are all empty. */
export function isEmptyValue(value: Value): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return isBlank(value)
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.values(value).every(isEmptyValue)
}

/** Counts code points, as PostgreSQL's char_length does, so the counter and the server's limit agree. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

export function isTooLong(text: string, max: number): boolean {
  return countCharacters(text) > max
}

/** The counter `n/max`, shown only above 80 % of the limit. */
export function lengthCounter(text: string, max: number): string | undefined {
  const count = countCharacters(text)
  return count * 5 > max * 4 ? `${count}/${max}` : undefined
}

export function isTelephone(value: string): boolean {
  return TELEPHONE_PATTERN.test(value)
}
