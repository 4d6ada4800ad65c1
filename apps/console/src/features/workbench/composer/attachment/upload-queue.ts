import type { CustomerId } from '@ruwu/contract'
import { useStore } from '@ruwu/ui/store.ts'
import { useMemo } from 'react'
import { onSessionEnd } from '../../../../session/session-end.ts'
import { sendQueue } from '../sending/sending.ts'
import { createUploadQueue } from './create-upload-queue.ts'
import { uploadAttachment } from './upload-attachment.ts'

export const uploadQueue = createUploadQueue({
  upload: uploadAttachment,
  send: (customerId, { size }, path) => sendQueue().send(customerId, [{ type: 'image', text: path, size }]),
})

onSessionEnd(() => uploadQueue.clear())

/** Running uploads of one customer. */
export function useUploads(customerId: CustomerId) {
  const items = useStore(uploadQueue.items)
  return useMemo(() => items.filter((it) => it.customerId === customerId), [items, customerId])
}
