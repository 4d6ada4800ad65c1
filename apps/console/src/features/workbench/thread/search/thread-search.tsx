import { SEARCH_KEYWORD_MAX, THREAD_HITS_MAX, type CustomerId, type MessageId, searchApi } from '@ruwu/contract'
import { IconButton } from '@ruwu/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { DatePicker, Input, Select, type InputRef } from 'antd'
import dayjs from 'dayjs'
import { ArrowDown, ArrowUp, Search, X } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { call } from '../../../../api/call.ts'
import { messageOf } from '../../../../api/errors.ts'
import { isComposing } from '../../../../browser/keyboard.ts'
import { useTimeZone } from '../../../enterprise/index.ts'
import { texts } from '../texts.ts'
import { isAsking, type SearchCriteria, type SearchType, searchBody } from './search-criteria.ts'
import styles from './thread-search.module.css'

// Debounce.
const PAUSE_MS = 300

const DAY_FORMAT = 'YYYY-MM-DD'

const types = Object.entries(texts.searchTypes).map(([value, label]) => ({ value: value as SearchType, label }))

export type Hit = { id: MessageId; seq: number }

type ThreadSearchProps = {
  customerId: CustomerId
  criteria: SearchCriteria
  onChange: (criteria: SearchCriteria) => void
  onShow: (hit: Hit) => void
  onClose: () => void
}

/** Search in the open thread with previous and next. */
export function ThreadSearch({ customerId, criteria, onChange, onShow, onClose }: ThreadSearchProps) {
  const { data, error, isPlaceholderData } = useThreadSearch(customerId, criteria)
  const [index, setIndex] = useState(0)
  const hits = isAsking(criteria) && !isPlaceholderData ? data?.hits : undefined
  const [known, setKnown] = useState(hits)
  // New results select the newest hit and scroll to it.
  if (hits !== known) {
    setKnown(hits)
    setIndex(0)
  }
  const newest = hits?.[0]
  useEffect(() => {
    if (newest) onShow(newest)
  }, [newest, onShow])

  const go = (to: number) => {
    const hit = hits?.[to]
    if (!hit) return
    setIndex(to)
    onShow(hit)
  }
  const count = hits?.length ?? 0
  return (
    <search className={styles.bar} aria-label={texts.search}>
      <KeywordField
        value={criteria.keyword}
        onChange={(keyword) => onChange({ ...criteria, keyword })}
        onStep={(isBack) => go(isBack ? index - 1 : index + 1)}
        onClose={onClose}
      />
      <Select
        className={styles.type}
        aria-label={texts.searchType}
        options={types}
        value={criteria.type}
        onChange={(type) => onChange({ ...criteria, type })}
      />
      <DatePicker.RangePicker
        className={styles.days}
        suffixIcon={null}
        aria-label={texts.searchDays}
        allowEmpty={[true, true]}
        value={[criteria.from ? dayjs(criteria.from) : null, criteria.to ? dayjs(criteria.to) : null]}
        onChange={(days) =>
          onChange({ ...criteria, from: days?.[0]?.format(DAY_FORMAT) ?? '', to: days?.[1]?.format(DAY_FORMAT) ?? '' })
        }
      />
      <div className={styles.steps}>
        <output className={styles.count}>
          {error ? messageOf(error) : hits && hitsText(index, count, data?.hasMore === true)}
        </output>
        <IconButton
          label={texts.previousHit}
          title={texts.previousHit}
          disabled={index >= count - 1}
          onClick={() => go(index + 1)}
        >
          <ArrowUp size={16} />
        </IconButton>
        <IconButton label={texts.nextHit} title={texts.nextHit} disabled={index === 0} onClick={() => go(index - 1)}>
          <ArrowDown size={16} />
        </IconButton>
        <IconButton label={texts.closeSearch} title={texts.closeSearch} onClick={onClose}>
          <X size={16} />
        </IconButton>
      </div>
    </search>
  )
}

function hitsText(index: number, count: number, hasMore: boolean): string {
  if (count === 0) return hasMore ? texts.noRecentHits : texts.noHits
  const at = texts.hits(index + 1, count)
  return hasMore ? texts.recentHits(at, THREAD_HITS_MAX) : at
}

type KeywordFieldProps = {
  value: string
  onChange: (value: string) => void
  /** Enter: next, Shift+Enter: previous. */
  onStep: (isBack: boolean) => void
  onClose: () => void
}

/** Debounced; never in the middle of an input method composition. */
function KeywordField({ value, onChange, onStep, onClose }: KeywordFieldProps) {
  const [typed, setTyped] = useState(value)
  const [isInMethod, setIsInMethod] = useState(false)
  const field = useRef<InputRef>(null)
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (isInMethod || typed === value) return undefined
    const timer = setTimeout(() => onChange(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') onStep(event.shiftKey)
    if (event.key !== 'Escape') return
    event.preventDefault()
    onClose()
  }
  return (
    <Input
      ref={field}
      data-thread-keyword=""
      className={styles.keyword}
      type="search"
      aria-label={texts.searchHint}
      placeholder={texts.searchHint}
      prefix={<Search size={15} strokeWidth={1.75} aria-hidden="true" />}
      maxLength={SEARCH_KEYWORD_MAX}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onCompositionStart={() => setIsInMethod(true)}
      onCompositionEnd={() => setIsInMethod(false)}
      onKeyDown={onKeyDown}
    />
  )
}

/** Matching messages, newest first. */
function useThreadSearch(customerId: CustomerId, criteria: SearchCriteria) {
  const body = searchBody(customerId, criteria, useTimeZone())
  return useQuery({
    queryKey: ['message', 'search', body],
    queryFn: () => call(searchApi.thread, { body }),
    enabled: isAsking(criteria),
    placeholderData: keepPreviousData,
    // New messages may match.
    staleTime: 0,
  })
}
