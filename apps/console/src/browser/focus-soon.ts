/** Focuses an element by its id after the next paint: a row that was moved in the document lost the focus. */
export function focusSoon(id: string): void {
  requestAnimationFrame(() => setTimeout(() => document.getElementById(id)?.focus({ preventScroll: true })))
}
