import { useSyncExternalStore } from 'react'

export type DesktopPermission = NotificationPermission | 'missing'

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

export const desktopPermission = (): DesktopPermission =>
  'Notification' in window ? Notification.permission : 'missing'

/** The browser asks; only a click may make it do so. */
export async function askDesktopPermission() {
  if (desktopPermission() === 'default') await Notification.requestPermission()
  tell()
}

type DesktopNotice = {
  title: string
  text: string
  /** Of the same tag only the newest stands. */
  tag: string
  onClick: () => void
}

/** Answers whether it was shown. */
export function showDesktop({ title, text, tag, onClick }: DesktopNotice): boolean {
  if (desktopPermission() !== 'granted') return false
  try {
    const shown = new Notification(title, { body: text, tag, icon: '/favicon.svg' })
    shown.addEventListener('click', () => {
      window.focus()
      shown.close()
      onClick()
    })
    return true
  } catch {
    // Phones allow it to service workers only.
    return false
  }
}

/** It can be changed beside the page, in the settings of the browser. */
async function watchSettings(signal: AbortSignal) {
  const status = await navigator.permissions?.query({ name: 'notifications' }).catch(() => undefined)
  status?.addEventListener('change', tell, { signal })
}

const subscribe = (listener: () => void) => {
  const stopped = new AbortController()
  listeners.add(listener)
  void watchSettings(stopped.signal)
  return () => {
    listeners.delete(listener)
    stopped.abort()
  }
}

export const useDesktopPermission = () => useSyncExternalStore(subscribe, desktopPermission)
