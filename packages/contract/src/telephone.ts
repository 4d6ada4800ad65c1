/** A mainland mobile number, written without separators or country code. */
export const TELEPHONE_PATTERN = /^1[3-9]\d{9}$/
