import { formatDate } from '@ruwu/domain'
import { Button } from '@ruwu/ui'
import { Megaphone } from 'lucide-react'
import { useTimeZone } from '../../enterprise/index.ts'
import { useDismiss } from '../home.mutations.ts'
import { useNotices } from '../home.queries.ts'
import { texts } from '../texts.ts'
import styles from './notice-strip.module.css'

/** The newest notice that the agent has not dismissed; nothing while loading, without one or after a failure. */
export function NoticeStrip() {
  const newest = useNotices().data?.[0]
  const timeZone = useTimeZone()
  const dismiss = useDismiss()
  if (!newest) return null
  const { id, title, body, publishedAt } = newest
  return (
    <section className={styles.strip} aria-label={texts.notice}>
      <Megaphone size={16} strokeWidth={1.75} aria-hidden="true" />
      <p>
        <b>{title}</b>
        <span>{body}</span>
        <time dateTime={publishedAt}>{formatDate(publishedAt, timeZone)}</time>
      </p>
      <Button variant="link" size="sm" onClick={() => dismiss.mutate({ noticeId: id })}>
        {texts.dismissNotice}
      </Button>
    </section>
  )
}
