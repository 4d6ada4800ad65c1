import { AI_RANGES, type AiStatistics, type RelationId } from '@ruwu/contract'
import { NO_VALUE, formatDateTime, formatNumber, formatPercent } from '@ruwu/domain'
import { ErrorBlock, SkeletonRows, Tooltip, cx } from '@ruwu/ui'
import { Segmented } from 'antd'
import { CircleHelp } from 'lucide-react'
import { messageOf } from '../../../api/errors.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { useAgentUrl } from '../agent-url.ts'
import { useStatistics } from '../ai-agent.queries.ts'
import { texts } from '../texts.ts'
import styles from './effect-tab.module.css'

const formatCount = (value: number) => (value === -1 ? NO_VALUE : formatNumber(value))

const tiles = [
  { name: 'sessions', format: formatCount },
  { name: 'aloneRate', format: formatPercent },
  { name: 'handoffRate', format: formatPercent },
  { name: 'leadRate', format: formatPercent },
  { name: 'goodRate', format: formatPercent },
  { name: 'hitRate', format: formatPercent },
  { name: 'pointsPerLead', format: formatCount },
] as const

const rangeOptions = AI_RANGES.map((value) => ({ value, label: texts.ranges[value] }))

/** Statistics of the AI's work on this account. */
export function EffectTab({ relationId }: { relationId: RelationId }) {
  const { range, setRange } = useAgentUrl()
  const { data, error, isPlaceholderData, refetch } = useStatistics(relationId, range)
  return (
    <>
      <Segmented aria-label={texts.range} options={rangeOptions} value={range} onChange={setRange} />
      {data ? (
        <Tiles statistics={data} isOld={isPlaceholderData} />
      ) : error ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={3} height={84} disc={false} />
      )}
    </>
  )
}

function Tiles({ statistics, isOld }: { statistics: AiStatistics; isOld: boolean }) {
  const timeZone = useTimeZone()
  const { sessions, answers, points, asOf } = statistics
  return (
    <>
      <dl className={cx(styles.tiles, isOld && styles.old)}>
        {tiles.map(({ name, format }) => (
          <div key={name}>
            <dt>
              {texts.effect[name].label}
              <Tooltip text={texts.effect[name].formula}>
                <button type="button" aria-label={`${texts.effect[name].label}：${texts.effect[name].formula}`}>
                  <CircleHelp size={13} aria-hidden="true" />
                </button>
              </Tooltip>
            </dt>
            <dd className={cx(statistics[name] === -1 && styles.none)}>{format(statistics[name])}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.sum}>
        {sessions === 0 ? texts.effectNone : texts.effectSum(formatNumber(answers), formatNumber(points))}
        <span>{texts.asOf(formatDateTime(asOf, timeZone))}</span>
      </p>
    </>
  )
}
