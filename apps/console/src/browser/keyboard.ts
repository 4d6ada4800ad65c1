/** Key events of the input method editor (keyCode 229) must not trigger shortcuts. */
export const isComposing = (event: KeyboardEvent) => event.isComposing || event.keyCode === 229

/** The modifier of shortcuts on this platform. */
export const MOD_KEY = /mac|iphone|ipad/iu.test(navigator.userAgent) ? '⌘' : 'Ctrl'

/** Shortcuts are disabled while a modal dialog is open or being loaded. */
export const isDialogOpen = () => document.querySelector('[aria-modal="true"],[data-key-holder]') !== null

/** Whether the event target is a text input. */
export function isTextInput(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)
}
