import { SEARCH_KEYWORD_MAX } from '@ruwu/contract'
import { hasPermission } from '@ruwu/domain'
import { Button, Empty, ErrorBlock, IconButton, SkeletonRows, toast, useModalLayer } from '@ruwu/ui'
import { Search, SearchX, X } from 'lucide-react'
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { useMinute } from '../../../browser/clock.ts'
import { isComposing } from '../../../browser/keyboard.ts'
import { choiceId } from '../../../list/choice-list.tsx'
import { readSession } from '../../../session/session.ts'
import { usePages } from '../../../routing/page-table.ts'
import { browserStorage } from '../../../browser/storage.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { useCan, useMyPermissions } from '../../permission/index.ts'
import { addressOf, findPages, sectionsOf, type FoundRow } from '../result-rows.ts'
import { forgetSearches, recallSearches, rememberSearch } from '../search-history.ts'
import {
  isSearched,
  NO_FILTER,
  searchRequest,
  SEARCH_TABS,
  setFilters,
  TABS_WITHOUT_CHAT,
  type SearchTab,
} from '../search-query.ts'
import type { SearchStart } from '../search-shortcut.tsx'
import { useGlobalSearch } from '../search.queries.ts'
import { texts } from '../texts.ts'
import { useDebouncedKeyword } from '../use-debounced-keyword.ts'
import { RecentSearches } from './recent-searches.tsx'
import { SearchFilters } from './search-filters.tsx'
import styles from './search-overlay.module.css'
import { SearchResults } from './search-results.tsx'

/** 全局搜索: an overlay with an input and its results; focus stays in the input. */
export function SearchOverlay({ start, onClose }: { start?: SearchStart; onClose: () => void }) {
  const layer = useRef<HTMLDialogElement>(null)
  useModalLayer(layer, onClose)
  const listId = useId()
  const navigate = useNavigate()
  const timeZone = useTimeZone()
  const agentId = readSession()?.agentId ?? ''
  const [recent, setRecent] = useState(() => recallSearches(browserStorage, agentId))
  const { typed, keyword, type, put, ...composition } = useDebouncedKeyword(start?.keyword)
  const canChat = useCan('im:viewPage')
  const [chosenTab, setTab] = useState<SearchTab>(start?.tab ?? 'all')
  const [filter, setFilter] = useState(NO_FILTER)
  const [marked, setMarked] = useState({ key: '', index: 0 })
  const tabs = canChat ? SEARCH_TABS : TABS_WITHOUT_CHAT
  const hint = canChat ? texts.hint : texts.hintWithoutChat
  const tab = tabs.includes(chosenTab) ? chosenTab : 'all'

  const question = searchRequest(keyword, tab, filter, { now: new Date(useMinute()), timeZone })
  const { data, error, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useGlobalSearch(question)
  const pages = useFoundPages(isSearched('page', tab, filter) ? keyword : '')
  const sections = useMemo(() => {
    const found = {
      customers: data?.pages.flatMap((page) => page.customers) ?? [],
      messages: data?.pages.flatMap((page) => page.messages) ?? [],
      replies: data?.pages.flatMap((page) => page.replies) ?? [],
      pages,
    }
    return sectionsOf(found, tab, hasNextPage)
  }, [data, pages, tab, hasNextPage])
  const rows = useMemo(() => sections.flatMap((section) => section.rows), [sections])

  const isAsking = keyword !== ''
  const isNarrowed = setFilters(tab, filter).length > 0
  // Pages are matched locally; while the server is pending or has failed they are neither rendered nor selectable.
  const hits = question && (error || !data) ? [] : rows
  const count = isAsking ? hits.length : recent.length
  // Changed results reset the selection to the first row.
  const walk = `${keyword} ${tab}`
  const index = marked.key === walk ? Math.min(marked.index, Math.max(0, count - 1)) : 0
  const mark = (next: number) => setMarked({ key: walk, index: next })

  const open = (row: FoundRow) => {
    rememberSearch(browserStorage, agentId, keyword)
    onClose()
    const address = addressOf(row)
    if (address) void navigate(address)
    else if (row.kind === 'reply') void copyReply(row.reply.content)
  }
  const pick = (at: number) => {
    const row = hits[at]
    const old = recent[at]
    if (isAsking && row) open(row)
    else if (!isAsking && old) put(old)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by !== 0 && count > 0) mark((index + by + count) % count)
    // The rows still belong to the previous keyword until the debounce has ended.
    else if (event.key === 'Enter' && typed.trim() === keyword && !isPlaceholderData) pick(index)
    else if (by === 0 && event.key !== 'Enter') return
    event.preventDefault()
  }
  const forget = () => {
    forgetSearches(browserStorage, agentId)
    setRecent([])
  }

  return createPortal(
    <div className={styles.mask}>
      <button type="button" className={styles.outside} tabIndex={-1} aria-hidden="true" onClick={onClose} />
      <dialog open ref={layer} className={styles.overlay} aria-modal="true" aria-label={texts.title} tabIndex={-1}>
        <div className={styles.box}>
          <Search size={18} strokeWidth={1.75} aria-hidden="true" />
          <input
            data-autofocus
            type="text"
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is an input, with a list below
            role="combobox"
            aria-label={hint}
            aria-expanded={count > 0}
            aria-controls={count > 0 ? listId : undefined}
            aria-activedescendant={count > 0 ? choiceId(listId, index) : undefined}
            placeholder={hint}
            autoComplete="off"
            maxLength={SEARCH_KEYWORD_MAX}
            value={typed}
            onChange={({ target }) => type(target.value)}
            onKeyDown={onKeyDown}
            {...composition}
          />
          <IconButton label={texts.close} title={texts.close} onClick={onClose}>
            <X size={18} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </div>
        <div className={styles.tabs} role="tablist" aria-label={texts.tabsLabel}>
          {tabs.map((it) => (
            <button key={it} type="button" role="tab" aria-selected={it === tab} onClick={() => setTab(it)}>
              {texts.tabs[it]}
            </button>
          ))}
        </div>
        {canChat && <SearchFilters tab={tab} filter={filter} onChange={setFilter} />}
        <div className={styles.results} data-old={(isAsking && isPlaceholderData) || undefined}>
          {!isAsking ? (
            <RecentSearches
              listId={listId}
              keywords={recent}
              index={index}
              onHover={mark}
              onPick={pick}
              onForget={forget}
            />
          ) : error && question ? (
            <ErrorBlock message={messageOf(error)} onRetry={refetch} />
          ) : question && !data ? (
            <SkeletonRows rows={4} />
          ) : rows.length === 0 && !isPlaceholderData ? (
            <Empty
              icon={SearchX}
              text={texts.none(keyword)}
              action={isNarrowed && <Button onClick={() => setFilter(NO_FILTER)}>{texts.clearFilters}</Button>}
            />
          ) : (
            <SearchResults
              listId={listId}
              sections={sections}
              keyword={keyword}
              index={index}
              onHover={mark}
              onPick={pick}
              onAll={setTab}
              isFetchingMore={isFetchingNextPage}
              onEnd={() => tab !== 'all' && hasNextPage && !isFetchingNextPage && void fetchNextPage()}
            />
          )}
        </div>
        <p className={styles.keys} aria-hidden="true">
          <kbd>↑</kbd>
          <kbd>↓</kbd>
          {texts.moveKeys}
          <kbd>Enter</kbd>
          {texts.openKey}
          <kbd>Esc</kbd>
          {texts.closeKey}
        </p>
      </dialog>
    </div>,
    document.body,
  )
}

/** Pages the agent may see, matched by title. */
function useFoundPages(keyword: string) {
  const all = usePages()
  const { data: mPerms } = useMyPermissions()
  return useMemo(
    () => findPages(all, keyword).filter((page) => !page.permission || hasPermission(mPerms, page.permission)),
    [all, mPerms, keyword],
  )
}

async function copyReply(content: string) {
  try {
    await navigator.clipboard.writeText(content)
    toast.success(texts.replyCopied)
  } catch {
    toast.warning(texts.copyFailed)
  }
}
