// Media addresses name the loopback host the simulator was reached by, which may differ from the page's own spelling.
const LOOPBACK = 'http://127.0.0.1:* http://localhost:*'

/** Nothing inline, nothing from elsewhere: what customers type can't become a script even if it slipped through. */
export const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${LOOPBACK}`,
    `media-src 'self' data: ${LOOPBACK}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
} as const
