import { createStore } from './store.ts'

/** Short messages over the page: a toast at the top (3 s, at most 3), one with a button at the lower left (10 s), a notice at the lower right (4.5 s from when it was last pointed at or focused; the newest 3 are drawn). With a conversation open both are below its header. */
type ToastKind = 'success' | 'error' | 'warning' | 'info'
type ToastAction = { label: string; run: () => void }
export type ToastItem = {
  id: number
  kind: ToastKind
  text: string
  place: 'top' | 'corner' | 'start'
  title?: string
  /** A button; pressing it closes the toast. */
  action?: ToastAction
  /** The message as a whole is a button, which closes it. */
  open?: () => void
}

const TOAST_MS = 3000
const NOTICE_MS = 4500
/** A toast with a button stays long enough to be reached. */
const ACTION_MS = 10_000
const TOASTS_MAX = 3
export const NOTICES_MAX = 3

export const toastStore = createStore<readonly ToastItem[]>([])
let nextId = 1
const timers = new Map<number, ReturnType<typeof setTimeout>>()

export function dismiss(id: number) {
  clearTimeout(timers.get(id))
  timers.delete(id)
  toastStore.set(toastStore.get().filter((it) => it.id !== id))
}

/** A notice stays while it is pointed at or focused. */
export const hold = (id: number) => clearTimeout(timers.get(id))

export function release(id: number) {
  if (timers.has(id)) dismissAfter(id, NOTICE_MS)
}

function dismissAfter(id: number, ms: number) {
  clearTimeout(timers.get(id))
  timers.set(
    id,
    setTimeout(() => dismiss(id), ms),
  )
}

function show(message: Omit<ToastItem, 'id'>, ms: number) {
  const same = toastStore
    .get()
    .find((it) => it.place === message.place && it.kind === message.kind && it.text === message.text)
  // The button of an equal text would act on what the older toast was about.
  if (same && !message.action && !message.open) return dismissAfter(same.id, ms)
  if (same) dismiss(same.id)
  const id = nextId++
  toastStore.set([...toastStore.get(), { ...message, id }])
  dismissAfter(id, ms)
  const toasts = toastStore.get().filter((it) => it.place === 'top')
  for (const old of toasts.slice(0, -TOASTS_MAX)) dismiss(old.id)
}

const createToast = (kind: ToastKind) => (text: string) => show({ kind, text, place: 'top' }, TOAST_MS)

export const toast = {
  success: createToast('success'),
  error: createToast('error'),
  warning: createToast('warning'),
  info: createToast('info'),
  /** With a button, as 撤销. */
  offer: (text: string, action: ToastAction, kind: ToastKind = 'success') =>
    show({ kind, text, place: 'start', action }, ACTION_MS),
}

/** With `open` the notice is a button to what it is about. */
export function notice(title: string, text: string, kind: ToastKind = 'info', open?: () => void) {
  show({ kind, title, text, place: 'corner', ...(open && { open }) }, NOTICE_MS)
}
