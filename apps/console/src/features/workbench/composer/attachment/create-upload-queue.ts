import type { CustomerId } from '@ruwu/contract'
import { createStore } from '@ruwu/ui/store.ts'
import { messageOf } from '../../../../api/errors.ts'
import type { UploadRequest } from './upload-attachment.ts'

export type UploadItem = {
  id: number
  customerId: CustomerId
  topicId: string
  file: File
  state: 'waiting' | 'uploading' | 'failed'
  /** From 0 to 1. */
  progress: number
  reason: string
}

type Place = { customerId: CustomerId; topicId: string }

type UploadQueueDeps = {
  upload: (request: UploadRequest) => Promise<string>
  /** Sends the stored image as a message. */
  send: (customerId: CustomerId, file: File, path: string) => void
}

/**
 * Image uploads. One at a time per customer, so that images arrive in the order they were chosen; switching to another
 * customer does not interrupt them.
 */
export function createUploadQueue({ upload, send }: UploadQueueDeps) {
  const items = createStore<readonly UploadItem[]>([])
  let nextId = 1
  const controllers = new Map<number, AbortController>()

  const change = (id: number, part: Partial<UploadItem>) =>
    items.set(items.get().map((it) => (it.id === id ? { ...it, ...part } : it)))

  const remove = (id: number) => items.set(items.get().filter((it) => it.id !== id))

  async function run(customerId: CustomerId) {
    const own = items.get().filter((it) => it.customerId === customerId)
    const next = own.find((it) => it.state === 'waiting')
    if (!next || own.some((it) => it.state === 'uploading')) return
    const controller = new AbortController()
    controllers.set(next.id, controller)
    change(next.id, { state: 'uploading', progress: 0, reason: '' })
    try {
      const onProgress = (progress: number) => change(next.id, { progress })
      const path = await upload({ file: next.file, topicId: next.topicId, signal: controller.signal, onProgress })
      remove(next.id)
      send(customerId, next.file, path)
    } catch (error) {
      if (!controller.signal.aborted) change(next.id, { state: 'failed', reason: messageOf(error) })
    } finally {
      controllers.delete(next.id)
    }
    await run(customerId)
  }

  return {
    add(place: Place, files: readonly File[]) {
      const added = files.map((file): UploadItem => ({
        ...place,
        id: nextId++,
        file,
        state: 'waiting',
        progress: 0,
        reason: '',
      }))
      items.set([...items.get(), ...added])
      void run(place.customerId)
    },
    cancel(id: number) {
      remove(id)
      controllers.get(id)?.abort()
    },
    retry({ id, customerId }: Pick<UploadItem, 'id' | 'customerId'>) {
      change(id, { state: 'waiting', progress: 0, reason: '' })
      void run(customerId)
    },
    /** Signed out: aborts all uploads. */
    clear() {
      items.set([])
      for (const controller of controllers.values()) controller.abort()
    },
    items,
  }
}
