/**
 * Open redirect protection: only a path of this site may follow a sign-in. It starts with exactly one slash and nothing
 * browsers read as a second.
 */
export function safeRedirect(redirect: string | null): string | undefined {
  if (!redirect || !/^\/(?![/\\])/.test(redirect)) return undefined
  // Browsers drop tabs and line breaks in URLs: "/\t/evil" would become "//evil".
  const hasControl = Array.from(redirect).some((character) => character < ' ')
  return hasControl ? undefined : redirect
}

const OAUTH_LOGIN_PATH = '/oauth2/login'
export const OAUTH_CONFIRM_PATH = '/oauth2/confirm'

export const isLoginPath = (pathname: string): boolean => pathname === '/login' || pathname === OAUTH_LOGIN_PATH

/** Where a sign-in at this address leads; an application's request goes on to its consent page. */
export function pathAfterLogin({ pathname, search }: { pathname: string; search: string }): string {
  if (pathname === OAUTH_LOGIN_PATH) return OAUTH_CONFIRM_PATH + search
  return safeRedirect(new URLSearchParams(search).get('redirect')) ?? '/'
}

/** The sign-in URL that returns to a path; without a parameter for the start page. */
export function loginPathFrom(path: string): string {
  if (path.startsWith(`${OAUTH_CONFIRM_PATH}?`)) return OAUTH_LOGIN_PATH + path.slice(OAUTH_CONFIRM_PATH.length)
  return path === '/' ? '/login' : `/login?redirect=${encodeURIComponent(path)}`
}
