const SESSION_COOKIE_DAYS = 3650

export type SessionCookies = { authorization: string; entId: string; agentId: string; entName: string }

const SESSION_COOKIE_NAMES = ['authorization', 'entId', 'agentId', 'entName'] as const

/** Never written; only cleared with the others. */
const CLEARED_COOKIE_NAMES = ['agentName', 'agentAvatar'] as const

export const INSECURE_ADDRESS_TEXT = '请通过 https 或本机地址访问'

/** One string per cookie, each for its own `document.cookie =`. */
export function sessionCookieStrings(session: SessionCookies, hostname: string): string[] {
  const seconds = SESSION_COOKIE_DAYS * 86_400
  return SESSION_COOKIE_NAMES.map((name) => cookieString(name, session[name], seconds, hostname))
}

export function clearedCookieStrings(hostname: string): string[] {
  return [...SESSION_COOKIE_NAMES, ...CLEARED_COOKIE_NAMES].map((name) => cookieString(name, '', 0, hostname))
}

/** Parses the session from `document.cookie`; undefined unless token, entId and agentId are set. */
export function readSessionCookies(documentCookie: string): SessionCookies | undefined {
  const read = (name: string) => readCookie(documentCookie, name) ?? ''
  const session = {
    authorization: read('authorization'),
    entId: read('entId'),
    agentId: read('agentId'),
    entName: read('entName'),
  }
  return session.authorization && session.entId && session.agentId ? session : undefined
}

/** Whether the browser stores `Secure` cookies for this origin. */
export function canKeepSecureCookies(protocol: string, hostname: string): boolean {
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

function cookieString(name: string, value: string, maxAge: number, hostname: string): string {
  const domain = acceptsDomain(hostname) ? `; Domain=${hostname}` : ''
  return `${name}=${encodeURIComponent(value)}; Max-Age=${maxAge}; Path=/${domain}; SameSite=None; Secure`
}

// Some browsers reject Domain=localhost or an IP; omitting it means the same host.
function acceptsDomain(hostname: string): boolean {
  return hostname.includes('.') && !/^[\d.]+$/.test(hostname)
}

function readCookie(documentCookie: string, name: string): string | undefined {
  const prefix = `${name}=`
  const pair = documentCookie.split('; ').find((each) => each.startsWith(prefix))
  if (pair === undefined) return undefined
  try {
    return decodeURIComponent(pair.slice(prefix.length))
  } catch {
    return undefined
  }
}
