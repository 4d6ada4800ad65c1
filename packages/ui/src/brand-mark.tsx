import { WORDMARK_PATH } from './wordmark-path.ts'

/** Two half-discs facing each other across a gap, one a step higher. */
export function BrandMark({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" rx="11" fill="var(--brand)" />
      <path d="M18.6 7.6v18.8a9.4 9.4 0 0 1 0-18.8z" fill="#fff" />
      <path d="M21.4 13.6v18.8a9.4 9.4 0 0 0 0-18.8z" fill="#fff" />
    </svg>
  )
}

/** The name as outlines, so that it looks alike where no serif face is installed. */
export function Wordmark({ height = 20 }: { height?: number }) {
  return (
    <span>
      <svg height={height} width={height * 2.16} viewBox="0 0 216 100" aria-hidden="true">
        <path d={WORDMARK_PATH} fill="currentColor" />
      </svg>
      <span className="sr-only">如晤</span>
    </span>
  )
}
