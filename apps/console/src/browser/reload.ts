export async function isServerAnswering(): Promise<boolean> {
  const answer = await fetch(window.location.href, { method: 'HEAD' }).catch(() => undefined)
  return answer?.ok === true
}

/**
 * For a script that cannot be loaded: a newer release has other names, and a browser may keep a failed script failed for
 * the life of the page. Not while the server is unreachable, which would show the browser's error page.
 */
export async function reloadWhenAnswered(): Promise<void> {
  if (await isServerAnswering()) window.location.reload()
}
