import type { DailyFilter, DailyReport, HomeMiss } from '@ruwu/contract'
import { dailyCutText, formatNumber, formatPercent, handoffText } from '@ruwu/domain'
import { Button, Panel } from '@ruwu/ui'
import { useState } from 'react'
import { ListLink } from '../../../list/list-link.tsx'
import { ChatLink } from '../../knowledge/index.ts'
import { useCan } from '../../permission/index.ts'
import { FillDialog } from '../components/miss-panel.tsx'
import { useListPath } from '../home-range.ts'
import { statisticsFilter } from './daily-url.ts'
import { MetricLabel } from './metric-label.tsx'
import { texts } from './texts.ts'
import styles from './daily-page.module.css'

type AiBlockProps = { ai: DailyReport['ai']; filter: DailyFilter; refreshing: boolean }

export function AiBlock({ ai, filter, refreshing }: AiBlockProps) {
  const { replies, aloneRate, handoffs, misses, bads, badTotal } = ai
  const listPath = useListPath()
  const day = statisticsFilter(filter)
  return (
    <Panel title={texts.ai} refreshing={refreshing}>
      <dl className={styles.facts}>
        <div>
          <dt>{texts.aiReplies}</dt>
          <dd>{formatNumber(replies)}</dd>
        </div>
        <div>
          <dt>
            <MetricLabel name="aiAloneRate">{texts.aloneRate}</MetricLabel>
          </dt>
          <dd>
            <ListLink to={aloneRate > 0 ? listPath('aiAloneRate', day) : undefined}>
              {formatPercent(aloneRate)}
            </ListLink>
          </dd>
        </div>
      </dl>
      <div className={styles.thirds}>
        <section aria-label={texts.handoffs}>
          <h3>
            <MetricLabel name="handoffRate">{texts.handoffs}</MetricLabel>
          </h3>
          {handoffs.length === 0 ? (
            <p className={styles.quiet}>{texts.noHandoffs}</p>
          ) : (
            <ul className={styles.lines}>
              {handoffs.map(({ reason, count }) => (
                <li key={reason}>
                  <span>{handoffText(reason)}</span>
                  <b>
                    <ListLink to={listPath('handoffRate', { ...day, reason })}>{formatNumber(count)}</ListLink>
                  </b>
                </li>
              ))}
            </ul>
          )}
        </section>
        <Misses misses={misses} day={day} />
        <section aria-label={texts.bads}>
          <h3>{texts.bads}</h3>
          {bads.length === 0 ? (
            <p className={styles.quiet}>{texts.noBads}</p>
          ) : (
            <ul className={styles.lines}>
              {bads.map(({ messageId, customerId, customerName, text }) => (
                <li key={messageId}>
                  <span>{text}</span>
                  <ChatLink customerId={customerId} messageId={messageId}>
                    {customerName}
                  </ChatLink>
                </li>
              ))}
            </ul>
          )}
          {badTotal > bads.length && <p className={styles.quiet}>{dailyCutText(bads.length, badTotal)}</p>}
        </section>
      </div>
    </Panel>
  )
}

type MissesProps = { misses: DailyReport['ai']['misses']; day: ReturnType<typeof statisticsFilter> }

function Misses({ misses, day }: MissesProps) {
  const listPath = useListPath()
  const canEdit = useCan('channelAccount:settingsEdit')
  const [filled, setFilled] = useState<HomeMiss>()
  return (
    <section aria-label={texts.misses}>
      <h3>{texts.misses}</h3>
      {misses.length === 0 ? (
        <p className={styles.quiet}>{texts.noMisses}</p>
      ) : (
        <ul className={styles.lines}>
          {misses.map((miss) => (
            <li key={miss.id}>
              <span>{miss.question}</span>
              <small>
                <ListLink to={listPath('misses', { ...day, missId: miss.id })}>{texts.asked(miss.times)}</ListLink>
              </small>
              {canEdit && miss.isOpen && (
                <Button
                  variant="link"
                  size="sm"
                  aria-label={texts.fillQuestion(miss.question)}
                  onClick={() => setFilled(miss)}
                >
                  {texts.fill}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {filled && <FillDialog miss={filled} onClose={() => setFilled(undefined)} />}
    </section>
  )
}
