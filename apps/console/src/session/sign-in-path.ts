/** Only a path of this site may follow a sign-in: it starts with exactly one slash, and nothing browsers read as a second. */
export function safeRedirect(redirect: string | null): string | undefined {
  if (!redirect || !/^\/(?![/\\])/.test(redirect)) return undefined
  // Browsers drop tabs and line breaks inside addresses: "/\t/evil" would become "//evil".
  const hasControl = Array.from(redirect).some((character) => character < ' ')
  return hasControl ? undefined : redirect
}

/** Where to sign in and then come back from. The start page is where one lands anyway. */
export function loginPathFrom(path: string): string {
  return path === '/' ? '/login' : `/login?redirect=${encodeURIComponent(path)}`
}
