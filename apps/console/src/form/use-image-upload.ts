import { useRef, useState, type ChangeEvent } from 'react'
import { showError } from '../api/show-error.ts'
import { upload } from '../api/upload.ts'
import { imageProblem, type ImageLimit } from './image-check.ts'

type ImageUploadOptions = { limit: ImageLimit; isPrivate: boolean; onChange: (url: string) => void }

/** File input for an image: checked, then uploaded when chosen. `problem`: why it was refused, to be shown at the field. */
export function useImageUpload({ limit, isPrivate, onChange }: ImageUploadOptions) {
  const input = useRef<HTMLInputElement>(null)
  const [isUploading, setIsUploading] = useState(false)
  const [problem, setProblem] = useState('')

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    // Lets the same file be chosen again after a failure.
    target.value = ''
    if (!file) return
    setIsUploading(true)
    try {
      const refusal = await imageProblem(file, limit)
      setProblem(refusal ?? '')
      if (!refusal) onChange(await upload(file, isPrivate))
    } catch (error) {
      showError(error)
    } finally {
      setIsUploading(false)
    }
  }

  return { input, isUploading, problem, choose }
}
