import type { SoundName } from '@ruwu/contract'
import { createStore, useStore } from '@ruwu/ui/store.ts'

/** Not `pointerdown`: the banner would go between press and release, and the button under the pointer move away. */
const GESTURES = ['click', 'keydown'] as const

let context: AudioContext | undefined
/** Tones that are not over. */
let playing = 0
/** A sound was due but blocked by the browser's autoplay policy. */
const isMissed = createStore(false)

/** Autoplay policy: browsers mute a page until the first user gesture; signing in on the same page counts. */
async function openContext(): Promise<AudioContext | undefined> {
  if (!('AudioContext' in window)) return undefined
  // Before the first gesture creating a context only logs a warning.
  if (!context && !navigator.userActivation?.hasBeenActive) return undefined
  context ??= new AudioContext()
  // Also while it still runs: a suspension may be under way.
  await context.resume().catch(() => {})
  return context.state === 'running' ? context : undefined
}

/** A running context computes silence all day, on a thread of its own. */
function rest(open: AudioContext): void {
  if (playing === 0) void open.suspend()
}

/** Returns whether the sound was played. */
export async function ring(name: SoundName, volume: number): Promise<boolean> {
  const open = await openContext()
  isMissed.set(!open)
  if (open) playSound(open, name, volume)
  return open !== undefined
}

/** The next user gesture unlocks audio. */
export function watchGestures(): () => void {
  const unlock = async () => {
    const open = await openContext()
    if (!open) return
    rest(open)
    isMissed.set(false)
    stop()
  }
  const onGesture = () => void unlock()
  const stop = () => {
    for (const gesture of GESTURES) document.removeEventListener(gesture, onGesture)
  }
  for (const gesture of GESTURES) document.addEventListener(gesture, onGesture)
  return stop
}

export const useIsSoundMissed = () => useStore(isMissed)

/** One tone: start and decay in seconds. */
type Tone = { hertz: number; at: number; length: number; shape: OscillatorType }

const tone = (hertz: number, at: number, length: number, shape: OscillatorType): Tone => ({ hertz, at, length, shape })

/** 清脆: two bright bells. 柔和: a low rising tone. 急促: four equal beats. */
const SOUNDS: Record<SoundName, readonly Tone[]> = {
  crisp: [tone(1318.5, 0, 0.32, 'sine'), tone(1760, 0.12, 0.5, 'sine')],
  soft: [tone(523.3, 0, 0.6, 'triangle'), tone(659.3, 0.18, 0.8, 'triangle')],
  urgent: [0, 0.16, 0.32, 0.48].map((at) => tone(988, at, 0.12, 'square')),
}

/** Gain per waveform: square waves sound louder at the same amplitude. */
const LOUDNESS: Record<OscillatorType, number> = { sine: 0.6, triangle: 0.7, square: 0.22, sawtooth: 0.3, custom: 0.5 }
const ATTACK = 0.008
const SILENCE = 0.0001

/** `volume` is 0 to 100. */
function playSound(context: AudioContext, name: SoundName, volume: number) {
  if (volume <= 0) return rest(context)
  const start = context.currentTime + 0.02
  const tones = SOUNDS[name]
  playing += tones.length
  for (const { hertz, at, length, shape } of tones) {
    const source = context.createOscillator()
    const height = context.createGain()
    source.type = shape
    source.frequency.value = hertz
    const from = start + at
    height.gain.setValueAtTime(SILENCE, from)
    height.gain.exponentialRampToValueAtTime(Math.max(SILENCE, (volume / 100) * LOUDNESS[shape]), from + ATTACK)
    height.gain.exponentialRampToValueAtTime(SILENCE, from + length)
    source.connect(height).connect(context.destination)
    source.addEventListener('ended', () => {
      playing -= 1
      rest(context)
    })
    source.start(from)
    source.stop(from + length + 0.02)
  }
}
