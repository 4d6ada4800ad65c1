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

/** The sign-in URL that returns to a path; without a parameter for the start page. */
export function loginPathFrom(path: string): string {
  return path === '/' ? '/login' : `/login?redirect=${encodeURIComponent(path)}`
}
