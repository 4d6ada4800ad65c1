import { Button, Empty } from '@ruwu/ui'
import { FileQuestionMark } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useDocumentTitle } from '../notify/document-title.ts'
import styles from './not-found-page.module.css'
import { texts } from './texts.ts'

const BACK_AFTER_SECONDS = 3

/** Counts down and redirects to the start page. */
export function NotFoundPage() {
  const [left, setLeft] = useState(BACK_AFTER_SECONDS)
  const navigate = useNavigate()
  useDocumentTitle(texts.notFoundTitle)
  useEffect(() => {
    if (left === 0) {
      void navigate('/', { replace: true })
      return undefined
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, navigate])
  return (
    <main className={styles.page}>
      <h1 className="sr-only">{texts.notFoundTitle}</h1>
      <Empty
        icon={FileQuestionMark}
        text={texts.notFound(left)}
        action={
          <Button variant="primary" onClick={() => navigate('/', { replace: true })}>
            {texts.backNow}
          </Button>
        }
      />
    </main>
  )
}
