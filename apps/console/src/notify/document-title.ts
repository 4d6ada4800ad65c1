import { useEffect } from 'react'
import { useTitleMark } from './tab-mark.ts'
import { texts } from './texts.ts'

export function useDocumentTitle(title: string | undefined) {
  const mark = useTitleMark()
  useEffect(() => {
    document.title = mark + (title ? `${title} · ${texts.brand}` : texts.brand)
  }, [title, mark])
}
