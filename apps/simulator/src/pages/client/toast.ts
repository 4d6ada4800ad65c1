const SHOWN_MS = 4000

const place = document.querySelector('#toasts')

/** Says one sentence at the foot of the page. */
export function say(text: string): void {
  const toast = document.createElement('p')
  toast.className = 'toast'
  toast.textContent = text
  place?.append(toast)
  setTimeout(() => toast.remove(), SHOWN_MS)
}
