import type { Capabilities, CustomerDetail } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useState } from 'react'
import { pickImages } from './attachment/pick-images.ts'
import { redrawAsPng } from './attachment/redraw.ts'
import { uploadDesk } from './attachment/upload-desk.ts'

/** Pictures by click, drop and paste. What is pasted is looked at first. */
export function useImages(
  { customerId, topicId }: CustomerDetail,
  capabilities: Capabilities,
  reason: string | undefined,
) {
  const [pasted, setPasted] = useState<readonly File[]>([])

  /** The files that can be sent; of the others it is said why not. */
  async function pick(files: readonly File[]): Promise<File[]> {
    if (reason) {
      toast.warning(reason)
      return []
    }
    const { images, problems } = await pickImages(files, capabilities, redrawAsPng)
    for (const problem of problems) toast.warning(problem)
    return images
  }

  const send = (images: readonly File[]) => images.length > 0 && uploadDesk.add({ customerId, topicId }, images)

  return {
    pasted,
    take: async (files: readonly File[]) => send(await pick(files)),
    paste: async (files: readonly File[]) => setPasted(await pick(files)),
    sendPasted: () => {
      send(pasted)
      setPasted([])
    },
    dropPasted: () => setPasted([]),
  }
}
