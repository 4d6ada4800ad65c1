let playing: { sound: HTMLAudioElement; button: HTMLElement } | null = null

function stop(): void {
  playing?.sound.pause()
  playing?.button.classList.remove('playing')
  playing = null
}

/** One voice at a time; pressed again it stops. */
export function playVoice(button: HTMLElement, url: string): void {
  const isSame = playing?.button === button
  stop()
  if (isSame) return
  const sound = new Audio(url)
  playing = { sound, button }
  button.classList.add('playing')
  sound.addEventListener('ended', stop)
  sound.play().catch(stop)
}
