import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import { showError } from '../api/show-error.ts'
import { upload } from '../api/upload.ts'
import { imageProblem, type ImageLimit } from './image-check.ts'

export type ImageUploadOptions = {
  limit: ImageLimit
  isPrivate: boolean
  /** That of the newest render is called: the form may have changed during the upload. */
  onChange: (url: string) => void
  /** Called after unmount too. By default what the field belonged to is taken to be gone. */
  outlivesField?: boolean
}

/** File input for an image: checked, then uploaded when chosen. `problem`: why it was refused, to be shown at the field. */
export function useImageUpload({ limit, isPrivate, onChange, outlivesField = false }: ImageUploadOptions) {
  const latest = useRef<typeof onChange>(undefined)
  useEffect(() => {
    latest.current = onChange
    return () => {
      if (!outlivesField) latest.current = undefined
    }
  })
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
      if (refusal) return
      const url = await upload(file, isPrivate)
      latest.current?.(url)
    } catch (error) {
      showError(error)
    } finally {
      setIsUploading(false)
    }
  }

  return { input, isUploading, problem, choose }
}
