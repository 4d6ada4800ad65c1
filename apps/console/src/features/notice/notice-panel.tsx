import type { AgentNotice, NoticeId } from '@ruwu/contract'
import { dayNumber, isTodo, NOTICE_KEPT_DAYS, zonedTime } from '@ruwu/domain'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Button, cx, Empty, ErrorBlock, IconButton, SkeletonRows } from '@ruwu/ui'
import { Bell, SlidersHorizontal, X } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { messageOf } from '../../api/errors.ts'
import { useMinute } from '../../browser/clock.ts'
import { useIsPhone } from '../../browser/media-query.ts'
import { useSimpleAccounts } from '../channel/index.ts'
import { useTimeZone } from '../enterprise/index.ts'
import { ExportsSheet } from '../export/index.ts'
import { NotifySettingDialog } from '../notify-setting/index.ts'
import { useRealtime } from '../../realtime/realtime-context.ts'
import { noticeAddress } from './notice-address.ts'
import { UnreadCount } from './notice-bell.tsx'
import { closeNoticePanel } from './notice-panel-state.ts'
import { NoticeRow } from './notice-row.tsx'
import { useReadNotices } from './notice.mutations.ts'
import {
  noticeKeys,
  type NoticeFilter,
  type NoticePages,
  useNoticeCounts,
  useNotices,
  useTrimmedNotices,
} from './notice.queries.ts'
import { texts } from './texts.ts'
import styles from './notice-panel.module.css'

const FILTERS = {
  all: {},
  unread: { unread: true },
  handoff: { kind: 'handoff' },
  reminder: { kind: ['reminder_due', 'postpone_due'] },
  mention: { kind: 'mention' },
} satisfies Record<keyof typeof texts.chips, NoticeFilter>
type Chip = keyof typeof FILTERS
const CHIPS = Object.keys(FILTERS) as Chip[]

/** 通知中心 beside the page, which stays usable; on a phone over all of it. */
export function NoticePanel() {
  const [chip, setChip] = useState<Chip>('all')
  const [layer, setLayer] = useState<'setting' | 'exports'>()
  const panel = useRef<HTMLElement>(null)
  const cache = useQueryClient()
  const counts = useNoticeCounts()
  const read = useReadNotices()
  const { status } = useRealtime()
  usePanelFocus(panel)
  useTrimmedNotices()
  const closeLayer = () => setLayer(undefined)
  return (
    <aside ref={panel} className={styles.panel} aria-label={texts.title} tabIndex={-1} data-notice-panel>
      <header className={styles.head}>
        <h2>{texts.title}</h2>
        <UnreadCount count={counts.unread} />
        <span className="sr-only">{texts.unread(counts.unread)}</span>
        <span className={styles.end}>
          <Button
            size="sm"
            variant="ghost"
            disabled={counts.unread === 0}
            busy={read.isPending}
            onClick={() => read.mutate({ all: true, ...newestKnown(cache) })}
          >
            {texts.readAll}
          </Button>
          <IconButton label={texts.setting} title={texts.setting} onClick={() => setLayer('setting')}>
            <SlidersHorizontal size={17} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
          <IconButton label={texts.close} title={texts.close} onClick={closeNoticePanel}>
            <X size={18} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </span>
      </header>
      <fieldset className={styles.chips} aria-label={texts.filters}>
        {CHIPS.map((each) => (
          <button
            key={each}
            type="button"
            className={cx(styles.chip, chip === each && styles.on)}
            aria-pressed={chip === each}
            onClick={() => setChip(each)}
          >
            {texts.chips[each]}
            {each !== 'all' && counts[each] > 0 && <b>{counts[each]}</b>}
          </button>
        ))}
      </fieldset>
      <NoticeList
        filter={FILTERS[chip]}
        onClear={chip === 'all' ? undefined : () => setChip('all')}
        onExports={() => setLayer('exports')}
      />
      {layer === 'setting' && <NotifySettingDialog isConnected={status === 'connected'} onClose={closeLayer} />}
      {layer === 'exports' && <ExportsSheet onClose={closeLayer} />}
    </aside>
  )
}

/** What arrives while 全部已读 is pressed stays unread. Things to do come first, so the newest may be on a later page. */
function newestKnown(cache: QueryClient): { upTo?: NoticeId } {
  const upTo = cache.getQueryData<NoticePages>(noticeKeys.first)?.pages[0]?.newest
  return upTo ? { upTo } : {}
}

type NoticeListProps = { filter: NoticeFilter; onClear: (() => void) | undefined; onExports: () => void }

function NoticeList({ filter, onClear, onExports }: NoticeListProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useNotices(filter)
  const open = useOpenNotice(onExports)
  const list = useRef<HTMLDivElement>(null)
  const notices = data?.pages.flatMap(({ items }) => items)
  /** The button goes with the last page: the focus moves to the first row it brought. */
  const seeMore = async () => {
    const shown = list.current?.querySelectorAll('[data-notice-row]').length ?? 0
    const { hasNextPage: isThereMore } = await fetchNextPage()
    if (!isThereMore)
      requestAnimationFrame(() =>
        list.current?.querySelectorAll<HTMLElement>('[data-notice-row]')[shown]?.focus({ preventScroll: true }),
      )
  }
  if (!notices)
    return (
      <div className={styles.list}>
        {error ? <ErrorBlock message={messageOf(error)} onRetry={refetch} /> : <SkeletonRows rows={6} />}
      </div>
    )
  return (
    <>
      <div ref={list} className={styles.list}>
        {notices.length === 0 && (
          <Empty
            icon={Bell}
            text={onClear ? texts.noMatch : texts.none}
            action={onClear && <Button onClick={onClear}>{texts.clear}</Button>}
          />
        )}
        <Groups notices={notices} onOpen={open} />
      </div>
      <footer className={styles.foot}>
        {texts.kept(NOTICE_KEPT_DAYS)}
        {hasNextPage && (
          <Button variant="link" size="sm" busy={isFetchingNextPage} onClick={() => void seeMore()}>
            {texts.more}
          </Button>
        )}
      </footer>
    </>
  )
}

type GroupsProps = { notices: readonly AgentNotice[]; onOpen: (notice: AgentNotice) => void }

/** What needs doing, today and earlier, each under its head. */
function Groups({ notices, onOpen }: GroupsProps) {
  const timeZone = useTimeZone()
  const today = dayNumber(zonedTime(new Date(useMinute()), timeZone))
  const groups = Map.groupBy(notices, ({ kind, at }) => {
    if (isTodo(kind)) return 'todo'
    return dayNumber(zonedTime(new Date(at), timeZone)) === today ? 'today' : 'earlier'
  })
  return [...groups].map(([group, own]) => (
    <section key={group} aria-label={texts[group]}>
      <h3 className={styles.group}>
        {texts[group]}
        {group === 'todo' && <span>{texts.todoHint}</span>}
      </h3>
      <ul>
        {own.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} onOpen={() => onOpen(notice)} isLink={leadsOn(notice)} />
        ))}
      </ul>
    </section>
  ))
}

const ANYWHERE = { pathname: '', search: '', accounts: undefined }

/** Elsewhere, or to be read; a read one that leads nowhere is text. */
const leadsOn = (notice: AgentNotice): boolean =>
  !notice.isRead || notice.kind === 'export_ready' || noticeAddress(notice, ANYWHERE) !== undefined

/** Reads the notice and goes where it leads; a phone shows one thing at a time. */
function useOpenNotice(onExports: () => void) {
  const read = useReadNotices()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { data: accounts } = useSimpleAccounts()
  const isPhone = useIsPhone()
  return (notice: AgentNotice) => {
    if (!notice.isRead) read.mutate({ ids: [notice.id] })
    if (notice.kind === 'export_ready') return onExports()
    const address = noticeAddress(notice, { pathname, search, accounts })
    if (address === undefined) return undefined
    if (isPhone) closeNoticePanel()
    return void navigate(address)
  }
}

/** A layout effect: its cleanup runs while the focused element is still there. Focus goes into the panel; Esc closes it and returns the focus to the bell; arrow keys walk the rows. */
function usePanelFocus(panel: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = panel.current
    if (!element) return undefined
    element.focus({ preventScroll: true })
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented) return
      if (event.key === 'Escape') closeNoticePanel()
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      if (step !== 0 && moveFocus(element, step)) event.preventDefault()
    }
    element.addEventListener('keydown', onKeyDown)
    return () => {
      element.removeEventListener('keydown', onKeyDown)
      if (element.contains(document.activeElement))
        document.querySelector<HTMLElement>('[data-notice-bell]')?.focus({ preventScroll: true })
    }
  }, [panel])
}

/** To the next row with text, or the first. */
function moveFocus(panel: HTMLElement, step: 1 | -1): boolean {
  const rows = [...panel.querySelectorAll<HTMLElement>('[data-notice-row]')]
  const at = rows.findIndex((row) => row === document.activeElement)
  const next = rows[at < 0 ? (step === 1 ? 0 : rows.length - 1) : at + step]
  next?.focus()
  return next !== undefined
}
