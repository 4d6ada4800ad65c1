import type { SoundName } from '@ruwu/contract'
import { useSyncExternalStore } from 'react'
import { playSound } from './sounds.ts'

const GESTURES = ['pointerdown', 'keydown'] as const

let context: AudioContext | undefined
/** A sound was due and the browser did not let it out. */
let isMissed = false
const listeners = new Set<() => void>()

function setMissed(next: boolean) {
  if (next === isMissed) return
  isMissed = next
  for (const listener of listeners) listener()
}

/** Browsers keep a page silent until somebody has touched it; a sign-in on the same page counts. */
async function openContext(): Promise<AudioContext | undefined> {
  if (!('AudioContext' in window)) return undefined
  // Before the first touch browsers only complain.
  if (!context && !navigator.userActivation?.hasBeenActive) return undefined
  context ??= new AudioContext()
  if (context.state === 'suspended') await context.resume().catch(() => {})
  return context.state === 'running' ? context : undefined
}

/** Answers whether it could be heard. */
export async function ring(name: SoundName, volume: number): Promise<boolean> {
  const open = await openContext()
  setMissed(!open)
  if (open) playSound(open, name, volume)
  return open !== undefined
}

/** Any touch of the page gives it its voice. */
export function watchGestures(): () => void {
  const unlock = async () => {
    if (!(await openContext())) return
    setMissed(false)
    stop()
  }
  const onGesture = () => void unlock()
  const stop = () => {
    for (const gesture of GESTURES) document.removeEventListener(gesture, onGesture)
  }
  for (const gesture of GESTURES) document.addEventListener(gesture, onGesture)
  return stop
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsSoundMissed = () => useSyncExternalStore(subscribe, () => isMissed)
