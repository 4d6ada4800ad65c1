import type { FoundCustomer } from '@ruwu/contract'
import { displayName, formatDateTime, formatListTime } from '@ruwu/domain'
import { FileText, MessageSquareQuote } from 'lucide-react'
import { Highlight } from '../../../rendering/highlight.tsx'
import { useMinute } from '../../../browser/clock.ts'
import { SourceIcon } from '../../../rendering/source-icon.tsx'
import { useTimeZone } from '../../enterprise/index.ts'
import { StoredAvatar } from '../../../stored-file/stored-image.tsx'
import type { FoundRow } from '../result-rows.ts'
import { texts } from '../texts.ts'
import styles from './search-row.module.css'

type SearchRowProps = { row: FoundRow; keyword: string }

export function SearchRow({ row, keyword }: SearchRowProps) {
  switch (row.kind) {
    case 'customer':
      return <CustomerHit customer={row.customer} keyword={keyword} />
    case 'message': {
      const { name, avatar, source, snippet, createdAt, isNote } = row.message
      return (
        <>
          <StoredAvatar name={name} src={avatar} size={32} />
          <span className={styles.words}>
            <span className={styles.name}>
              <b className="cut">{name}</b>
              <SourceIcon source={source} size={13} />
              <Time at={createdAt} />
            </span>
            <span className={styles.text}>
              {isNote && <mark className={styles.note}>{texts.messageTypes.note}</mark>}
              <Highlight text={snippet} keyword={keyword} />
            </span>
          </span>
        </>
      )
    }
    case 'reply':
      return (
        <>
          <span className={styles.icon}>
            <MessageSquareQuote size={17} strokeWidth={1.75} aria-hidden="true" />
          </span>
          <span className={styles.words}>
            <b className="cut">
              <Highlight text={row.reply.title} keyword={keyword} />
            </b>
            <span className={styles.text}>
              <Highlight text={row.reply.content} keyword={keyword} />
            </span>
          </span>
        </>
      )
    case 'page':
      return (
        <>
          <span className={styles.icon}>
            <FileText size={17} strokeWidth={1.75} aria-hidden="true" />
          </span>
          <b className="cut">
            <Highlight text={row.page.title} keyword={keyword} />
          </b>
        </>
      )
  }
}

function CustomerHit({ customer, keyword }: { customer: FoundCustomer; keyword: string }) {
  const { customerId, name, remark, avatar, source, hit } = customer
  return (
    <>
      <StoredAvatar name={remark || name} src={avatar} size={32} />
      <span className={styles.words}>
        <span className={styles.name}>
          <b className="cut">
            <Highlight text={displayName({ id: customerId, name, remark })} keyword={keyword} />
          </b>
          <SourceIcon source={source} size={13} />
        </span>
        {hit === 'phone' && <span className={styles.text}>{texts.byPhone}</span>}
        {hit === 'wechat' && <span className={styles.text}>{texts.byWechat}</span>}
      </span>
    </>
  )
}

function Time({ at }: { at: string }) {
  const timeZone = useTimeZone()
  const now = new Date(useMinute())
  return (
    <time dateTime={at} title={formatDateTime(at, timeZone)}>
      {formatListTime(at, now, timeZone)}
    </time>
  )
}
