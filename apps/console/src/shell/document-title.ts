import { useEffect } from 'react'
import { texts } from './texts.ts'

export function useDocumentTitle(title: string | undefined) {
  useEffect(() => {
    document.title = title ? `${title} · ${texts.brand}` : texts.brand
  }, [title])
}
