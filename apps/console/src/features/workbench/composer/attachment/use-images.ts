import type { Capabilities, CustomerDetail } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useCallback, useState } from 'react'
import { report } from '../../../../monitoring/monitoring.ts'
import { pickImages } from './pick-images.ts'
import { uploadQueue } from './upload-queue.ts'

/** Images by file dialog, drop and paste; all of them are confirmed first. */
export function useImages(
  { customerId, topicId }: CustomerDetail,
  capabilities: Capabilities,
  reason: string | undefined,
) {
  const [picked, setPicked] = useState<readonly File[]>([])

  /** The files that can be sent; shows a reason for the others. */
  const pick = useCallback(
    async (files: readonly File[]): Promise<File[]> => {
      if (reason) {
        toast.warning(reason)
        return []
      }
      const { images, problems } = await pickImages(files, capabilities, reencodeAsPng)
      for (const problem of problems) toast.warning(problem)
      return images
    },
    [capabilities, reason],
  )

  const take = useCallback(
    (files: readonly File[]) => {
      pick(files).then(setPicked, report)
    },
    [pick],
  )

  return {
    picked,
    take,
    send: () => {
      uploadQueue.add({ customerId, topicId }, picked)
      setPicked([])
    },
    drop: () => setPicked([]),
  }
}

async function reencodeAsPng(file: File): Promise<File> {
  const picture = await createImageBitmap(file)
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  picture.close()
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  return new File([blob], file.name.replace(/(\.\w+)?$/u, '.png'), { type: 'image/png' })
}
