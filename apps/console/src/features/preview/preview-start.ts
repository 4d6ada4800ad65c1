import type { PreviewId } from '@ruwu/contract'

/** The preview conversation being started; questions asked meanwhile wait for it. */
export class PreviewStart {
  private last: Promise<PreviewId> | undefined

  /** Of several concurrent starts only the newest counts. */
  begin(start: () => Promise<PreviewId>): Promise<PreviewId> {
    this.last = start()
    return this.last
  }

  /** Rejects when the newest start fails. */
  async ready(): Promise<PreviewId> {
    const awaited = this.last
    if (!awaited) throw new Error('no preview was begun')
    const [begun] = await Promise.allSettled([awaited])
    if (this.last !== awaited) return this.ready()
    if (begun.status === 'rejected') throw begun.reason
    return begun.value
  }
}
