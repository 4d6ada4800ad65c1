function follow(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.origin !== location.origin) return
  const { target } = link
  const opensAnother = target === '_blank' || event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey
  if (!opensAnother) return
  event.preventDefault()
  event.stopImmediatePropagation()
  link.target = ''
  link.click()
  link.target = target
}

/**
 * Follows links of this origin in the same window, also those that were to open another: a second window of the console in
 * the frame of /demo would show the sign-in page, or the enterprise of the browser's own sign-in.
 */
export function keepLinksInside(root: Document): void {
  root.addEventListener('click', follow, true)
  root.addEventListener('auxclick', follow, true)
}
