import { createEvent } from '@ruwu/ui/store.ts'
import { useSyncExternalStore } from 'react'

type DesktopPermission = NotificationPermission | 'missing'

const permissionChange = createEvent()

const desktopPermission = (): DesktopPermission => ('Notification' in window ? Notification.permission : 'missing')

/** Opens the browser's permission prompt; needs a user gesture. */
export async function askDesktopPermission() {
  if (desktopPermission() === 'default') await Notification.requestPermission()
  permissionChange.emit()
}

type DesktopNotice = {
  title: string
  text: string
  /** A notification replaces the previous one with the same tag. */
  tag: string
  onClick: () => void
}

/** Returns whether it was shown. */
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
    // Mobile browsers allow notifications from service workers only.
    return false
  }
}

/** The permission can also be changed in the browser's settings. */
async function watchSettings(signal: AbortSignal) {
  const status = await navigator.permissions?.query({ name: 'notifications' }).catch(() => undefined)
  status?.addEventListener('change', () => void permissionChange.emit(), { signal })
}

const subscribe = (listener: () => void) => {
  const stopped = new AbortController()
  const remove = permissionChange.on(listener)
  void watchSettings(stopped.signal)
  return () => {
    remove()
    stopped.abort()
  }
}

export const useDesktopPermission = () => useSyncExternalStore(subscribe, desktopPermission)
