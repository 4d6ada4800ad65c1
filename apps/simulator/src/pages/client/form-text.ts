/** What a field of a form holds; empty where it has none. */
export function fieldOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Enter sends, Shift with Enter begins a line; Enter that ends a word being composed does neither. */
export function sendsOnEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  if (!(event.target instanceof HTMLTextAreaElement)) return
  event.preventDefault()
  event.target.form?.requestSubmit()
}

/** Puts a piece where the caret stands, or at the end. */
export function insertAtCaret(field: HTMLTextAreaElement, piece: string): void {
  field.setRangeText(piece, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
