/** Short messages over the page: a toast at the top (3 s, at most 3), a notice at the lower right (4.5 s). */
type ToastKind = 'success' | 'error' | 'warning' | 'info'
export type Message = { id: number; kind: ToastKind; text: string; place: 'top' | 'corner'; title?: string }

const TOAST_MS = 3000
const NOTICE_MS = 4500
const TOASTS_AT_MOST = 3

let messages: readonly Message[] = []
let nextId = 1
const timers = new Map<number, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

function setMessages(next: readonly Message[]) {
  messages = next
  for (const listener of listeners) listener()
}

export function dismiss(id: number) {
  clearTimeout(timers.get(id))
  timers.delete(id)
  setMessages(messages.filter((it) => it.id !== id))
}

function keepFor(id: number, ms: number) {
  clearTimeout(timers.get(id))
  timers.set(
    id,
    setTimeout(() => dismiss(id), ms),
  )
}

function show(message: Omit<Message, 'id'>, ms: number) {
  const same = messages.find((it) => it.place === message.place && it.kind === message.kind && it.text === message.text)
  if (same) return keepFor(same.id, ms)
  const id = nextId++
  setMessages([...messages, { ...message, id }])
  keepFor(id, ms)
  const toasts = messages.filter((it) => it.place === 'top')
  for (const old of toasts.slice(0, -TOASTS_AT_MOST)) dismiss(old.id)
}

const toastOf = (kind: ToastKind) => (text: string) => show({ kind, text, place: 'top' }, TOAST_MS)

export const toast = {
  success: toastOf('success'),
  error: toastOf('error'),
  warning: toastOf('warning'),
  info: toastOf('info'),
}

export function notice(title: string, text: string, kind: ToastKind = 'info') {
  show({ kind, title, text, place: 'corner' }, NOTICE_MS)
}

export const messageStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  get: () => messages,
}
