let opener: HTMLElement | null = null
let shown: Element | null = null

/** A sheet takes the focus when it opens and gives it back to where it was when it closes. */
export function focusSheet(root: ParentNode): void {
  const sheet = root.querySelector<HTMLElement>('[data-sheet]')
  if (sheet === shown) return
  if (sheet && !shown) opener = lastFocused
  shown = sheet
  if (sheet) sheet.querySelector<HTMLElement>('input, .button')?.focus()
  else opener?.focus()
}

// A button loses the focus as soon as the screen under the sheet becomes inert, before the sheet can ask for it.
let lastFocused: HTMLElement | null = null
addEventListener('focusin', (event) => {
  if (event.target instanceof HTMLElement && !event.target.closest('[data-sheet]')) lastFocused = event.target
})
