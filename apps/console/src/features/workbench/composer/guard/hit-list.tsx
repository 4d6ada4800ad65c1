import type { Source } from '@ruwu/contract'
import { CONTACT_CARD_OFFERS, type GuardHit } from '@ruwu/domain'
import { Button, cx } from '@ruwu/ui'
import { CircleAlert, IdCard } from 'lucide-react'
import { texts } from '../texts.ts'
import styles from './hit-list.module.css'

type HitListProps = {
  hits: readonly GuardHit[]
  /** The server's refusal; undefined while typing. */
  message?: string
  source: Source
  canSendCard: boolean
  onOfferCard: (cardType: 'contact' | 'lead_form') => void
}

/** Compliance findings below the box: words, reason, remedy. */
export function HitList({ hits, message, source, canSendCard, onOfferCard }: HitListProps) {
  const groups = groupHits(hits)
  if (groups.length === 0 && !message) return null
  const offer = CONTACT_CARD_OFFERS[source]
  const hasContact = hits.some(({ rule }) => rule === 'contact')
  return (
    <div className={styles.list} role={message ? 'alert' : 'status'} aria-label={texts.hits}>
      <ul>
        {groups.length === 0 && <li className={styles.block}>{message}</li>}
        {groups.map(({ reason, words, suggestion, level }) => (
          <li key={reason} className={cx(level === 'block' && styles.block)}>
            <CircleAlert size={13} aria-hidden="true" />
            <span>
              {reason}
              {words.length > 0 && `：${words.join('、')}`}
              {suggestion !== undefined && <em>{suggestion === '' ? texts.removeWord : texts.instead(suggestion)}</em>}
            </span>
          </li>
        ))}
      </ul>
      {hasContact && canSendCard && (
        <Button size="sm" onClick={() => onOfferCard(offer.cardType === 'contact' ? 'contact' : 'lead_form')}>
          <IdCard size={15} aria-hidden="true" />
          {offer.label}
        </Button>
      )}
    </div>
  )
}

type HitGroup = {
  reason: string
  level: GuardHit['level']
  /** The matched words; empty when the whole message is meant. */
  words: string[]
  /** Suggested replacement for a single word. */
  suggestion: string | undefined
}

/** One line per rule, with each matched word once. */
export function groupHits(hits: readonly GuardHit[]): HitGroup[] {
  const groups = new Map<string, GuardHit[]>()
  for (const hit of hits) groups.set(hit.reason, [...(groups.get(hit.reason) ?? []), hit])
  return [...groups].map(([reason, own]) => {
    const words = [...new Set(own.filter((it) => it.end > it.start).map((it) => it.word))]
    return {
      reason,
      words,
      level: own.some((it) => it.level === 'block') ? 'block' : own[0]!.level,
      suggestion: words.length === 1 ? own[0]!.suggestion : undefined,
    }
  })
}
