const TELEPHONE_PATTERN = /^1[3-9]\d{9}$/

/** A mainland mobile number, written without separators or country code. */
export function isTelephone(value: string): boolean {
  return TELEPHONE_PATTERN.test(value)
}
