import {
  AUTOMATION_RESULTS,
  AUTOMATION_TYPES,
  type AutomationLog,
  automationApi,
  type AutomationLogFilter,
} from '@ruwu/contract'
import {
  AUTOMATION_LOG_DAYS,
  AUTOMATION_RESULT_LABELS,
  AUTOMATION_TYPE_LABELS,
  formatDateTimeSeconds,
} from '@ruwu/domain'
import { ErrorBlock, SideSheet, SkeletonRows, StatusLabel, type Tone } from '@ruwu/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/errors.ts'
import { useMinute } from '../../../browser/clock.ts'
import { type DateChoice, dateQuery, instantsOf, readDateChoice } from '../../../list/date-choice.ts'
import { DateFilter } from '../../../list/date-filter.tsx'
import { FilterRow, FilterSelect, optionsOf } from '../../../list/filter-row.tsx'
import { KeywordInput } from '../../../list/keyword-input.tsx'
import { ListFoot } from '../../../list/list-foot.tsx'
import { NoRows } from '../../../list/no-rows.tsx'
import { type Paging, readKeyword, readPaging, withPaging, writeQuery } from '../../../list/url-query.ts'
import { useUrlQuery } from '../../../list/use-url-query.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { useCan } from '../../permission/index.ts'
import { automationKeys } from '../automation.queries.ts'
import { texts } from '../texts.ts'
import styles from './log-card.module.css'
import { MoreCard } from './more-card.tsx'

const DRAWER = 'log'
const TONES: Record<AutomationLog['result'], Tone> = {
  sent: 'success',
  done: 'success',
  skipped: 'quiet',
  blocked: 'warning',
  failed: 'error',
}

/** 运行日志: what automation did, and why it did not. */
export const LogCard = () => (
  <MoreCard
    icon={ScrollText}
    title={texts.log}
    hint={texts.logHint(AUTOMATION_LOG_DAYS)}
    action={texts.show}
    drawer={DRAWER}
  >
    {(close) => <LogSheet onClose={close} />}
  </MoreCard>
)

type Shown = Pick<AutomationLogFilter, 'type' | 'result' | 'name'> & { dates: DateChoice | undefined }

/** The filter is kept in the URL. */
const readFilter = (query: URLSearchParams): Shown => ({
  type: AUTOMATION_TYPES.find((it) => it === query.get('type')),
  result: AUTOMATION_RESULTS.find((it) => it === query.get('result')),
  name: readKeyword(query),
  dates: readDateChoice(query),
})

/** Rows come without an event, so they are never cached. */
const useLog = (query: AutomationLogFilter & Paging) =>
  useQuery({
    queryKey: [...automationKeys.all, 'log', query],
    queryFn: () => call(automationApi.logPage, { body: query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })

export function LogSheet({ onClose }: { onClose: () => void }) {
  const [query, changeQuery] = useUrlQuery()
  const filter = readFilter(query)
  const { type, result, name, dates } = filter
  const timeZone = useTimeZone()
  const show = (next: Partial<Shown>) =>
    changeQuery((old) => {
      const { name: keyword, dates: chosen, ...rest } = { ...readFilter(old), ...next }
      return writeQuery({ drawer: DRAWER, ...rest, keyword, ...dateQuery(chosen) })
    })
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const clear = isFiltered ? () => changeQuery(() => writeQuery({ drawer: DRAWER })) : undefined
  return (
    <SideSheet title={texts.log} width="xl" onClose={onClose}>
      <FilterRow onClear={clear}>
        <KeywordInput value={name ?? ''} placeholder={texts.logName} onChange={(next) => show({ name: next })} />
        <FilterSelect
          label={texts.logType}
          value={type}
          options={optionsOf(AUTOMATION_TYPES, AUTOMATION_TYPE_LABELS)}
          onChange={(next) => show({ type: next })}
        />
        <FilterSelect
          label={texts.logResult}
          value={result}
          options={optionsOf(AUTOMATION_RESULTS, AUTOMATION_RESULT_LABELS)}
          onChange={(next) => show({ result: next })}
        />
        <DateFilter canBeAll value={dates} timeZone={timeZone} onChange={(next) => show({ dates: next })} />
      </FilterRow>
      <Rows filter={filter} onClear={clear} />
    </SideSheet>
  )
}

function Rows({ filter, onClear }: { filter: Shown; onClear: (() => void) | undefined }) {
  const [query, changeQuery] = useUrlQuery()
  const paging = readPaging(query)
  const { dates, ...rest } = filter
  const now = new Date(useMinute())
  const { data, error, refetch } = useLog({ ...rest, ...instantsOf(dates, now, useTimeZone()), ...paging })
  if (error && !data) return <ErrorBlock message={messageOf(error)} onRetry={refetch} />
  if (!data) return <SkeletonRows rows={8} disc={false} />
  if (data.total === 0) return <NoRows onClear={onClear} icon={ScrollText} text={texts.noLog} />
  return (
    <>
      <ol className={styles.rows}>
        {data.items.map((row) => (
          <LogRow key={row.id} row={row} />
        ))}
      </ol>
      <ListFoot
        total={data.total}
        paging={{ ...paging, page: data.page }}
        onTurn={(next) => changeQuery((old) => withPaging(old, next))}
      />
    </>
  )
}

function LogRow({ row }: { row: AutomationLog }) {
  const canOpen = useCan('im:viewPage')
  const timeZone = useTimeZone()
  return (
    <li>
      <time dateTime={row.at}>{formatDateTimeSeconds(row.at, timeZone)}</time>
      <p className={styles.what}>
        <b>{row.name}</b>
        <small>{AUTOMATION_TYPE_LABELS[row.type]}</small>
        {canOpen ? <Link to={`/chat?customerId=${row.customerId}`}>{row.customerName}</Link> : row.customerName}
      </p>
      <span className={styles.result}>
        <StatusLabel tone={TONES[row.result]}>{AUTOMATION_RESULT_LABELS[row.result]}</StatusLabel>
        <small>{texts.took(row.ms)}</small>
      </span>
      {(row.reason || row.input || row.output) && (
        <p className={styles.detail}>{[row.reason, row.input, row.output].filter(Boolean).join(' · ')}</p>
      )}
    </li>
  )
}
