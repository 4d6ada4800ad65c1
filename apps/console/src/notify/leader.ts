import { shortCode, SHORT_CODE_RANDOM_BYTES } from '@ruwu/domain'
import { demoFrame } from '../browser/demo-frame.ts'
import { browserStorage } from '../browser/storage.ts'
import { createLease, LEASE_RENEW_MS } from './lease.ts'

// The frame of /demo does not notify for the browser's own sign-in.
const LOCK = demoFrame ? 'ruwu.notifyTab.demo' : 'ruwu.notifyTab'

export type Leadership = {
  /** Whether this tab notifies for all tabs of this browser. */
  isLeader(): boolean
  stop(): void
}

/** Leader election: one tab leads; the focused tab takes over. */
export function startLeaderElection(): Leadership {
  // Web Locks need a secure origin; otherwise a lease in localStorage is used.
  return navigator.locks ? leadByLock(navigator.locks) : leadByLease()
}

function leadByLock(locks: LockManager): Leadership {
  const stopped = new AbortController()
  let isHeld = false
  const untilStopped = () =>
    new Promise<void>((resolve) => stopped.signal.addEventListener('abort', () => resolve(), { once: true }))
  const hold = () => {
    isHeld = !stopped.signal.aborted
    return isHeld ? untilStopped() : undefined
  }
  const ask = (steal: boolean) => {
    locks.request(LOCK, { steal }, hold).catch(() => {
      // The lock was stolen by a tab that came to the front. This one queues for it again.
      isHeld = false
      if (!stopped.signal.aborted) ask(false)
    })
  }
  const onFocus = () => !isHeld && ask(true)
  window.addEventListener('focus', onFocus)
  ask(document.hasFocus())
  return {
    isLeader: () => isHeld,
    stop: () => {
      window.removeEventListener('focus', onFocus)
      stopped.abort()
    },
  }
}

function leadByLease(): Leadership {
  const tabId = shortCode(crypto.getRandomValues(new Uint8Array(SHORT_CODE_RANDOM_BYTES)))
  const lease = createLease({ memory: browserStorage, tabId, now: () => Date.now() })
  const timer = setInterval(() => lease.renew(), LEASE_RENEW_MS)
  if (document.hasFocus()) lease.take()
  window.addEventListener('focus', lease.take)
  window.addEventListener('pagehide', lease.giveUp)
  return {
    isLeader: () => lease.renew(),
    stop: () => {
      clearInterval(timer)
      window.removeEventListener('focus', lease.take)
      window.removeEventListener('pagehide', lease.giveUp)
      lease.giveUp()
    },
  }
}
