import { TELEPHONE_PATTERN } from '@ruwu/contract'

export function isTelephone(value: string): boolean {
  return TELEPHONE_PATTERN.test(value)
}
