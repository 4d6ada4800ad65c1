import type { SoundName } from '@ruwu/contract'
import { useSyncExternalStore } from 'react'
import { playSound } from './sounds.ts'

const GESTURES = ['pointerdown', 'keydown'] as const

let context: AudioContext | undefined
/** A sound was due but blocked by the browser's autoplay policy. */
let isMissed = false
const listeners = new Set<() => void>()

function setMissed(next: boolean) {
  if (next === isMissed) return
  isMissed = next
  for (const listener of listeners) listener()
}

/** Autoplay policy: browsers mute a page until the first user gesture; signing in on the same page counts. */
async function openContext(): Promise<AudioContext | undefined> {
  if (!('AudioContext' in window)) return undefined
  // Before the first gesture creating a context only logs a warning.
  if (!context && !navigator.userActivation?.hasBeenActive) return undefined
  context ??= new AudioContext()
  if (context.state === 'suspended') await context.resume().catch(() => {})
  return context.state === 'running' ? context : undefined
}

/** Returns whether the sound was played. */
export async function ring(name: SoundName, volume: number): Promise<boolean> {
  const open = await openContext()
  setMissed(!open)
  if (open) playSound(open, name, volume)
  return open !== undefined
}

/** The next user gesture unlocks audio. */
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
