/** A key that belongs to the input method (229) acts on nothing else. */
export const isComposing = (event: KeyboardEvent) => event.isComposing || event.keyCode === 229

/** A dialog has the keyboard to itself. */
export const isBehindDialog = () => document.querySelector('[aria-modal="true"]') !== null

/** Whether the keyboard writes somewhere. */
export function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)
}
