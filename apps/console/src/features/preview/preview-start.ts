import type { PreviewId } from '@ruwu/contract'

/** The preview in which one may ask: whoever asks while it is being begun waits for it. */
export class PreviewStart {
  private last: Promise<PreviewId> | undefined

  /** Of several that are begun only the newest stays. */
  begin(start: () => Promise<PreviewId>): Promise<PreviewId> {
    this.last = start()
    return this.last
  }

  /** Fails as the newest does. */
  async ready(): Promise<PreviewId> {
    const awaited = this.last
    if (!awaited) throw new Error('no preview was begun')
    const [begun] = await Promise.allSettled([awaited])
    if (this.last !== awaited) return this.ready()
    if (begun.status === 'rejected') throw begun.reason
    return begun.value
  }
}
