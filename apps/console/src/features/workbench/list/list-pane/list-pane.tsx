import type { CustomerCounts, CustomerId, Scope } from '@ruwu/contract'
import { filterToQuery, SCOPE_LABELS } from '@ruwu/domain'
import { IconButton } from '@ruwu/ui'
import { ChevronRight, MessageSquareText, Search } from 'lucide-react'
import type { Ref } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useIsPhone } from '../../../../browser/media-query.ts'
import { openSearch } from '../../../search/index.ts'
import { readChatUrl, writeChatUrl } from '../../chat-url.ts'
import type { AgentView } from '../../customer/customer-keys.ts'
import { useCustomerCounts } from '../../customer/customer.queries.ts'
import { texts } from '../../texts.ts'
import type { ShowView } from '../../use-chat-url.ts'
import {
  QUICK_CHIPS,
  isQuick,
  quickCounts,
  withQuick,
  withoutQuick,
  scopeCounts,
  withScope,
} from '../filter/filter-parts.ts'
import { ViewTabs } from '../filter/view-tabs.tsx'
import { ChatSections } from '../../lead-list/chat-sections.tsx'
import { ListBody, type ListHandle } from '../list-body/list-body.tsx'
import { useSelection } from '../use-selection.ts'
import { ListTools } from './list-tools.tsx'
import styles from './list-pane.module.css'

type ListPaneProps = {
  view: AgentView
  openId: CustomerId | undefined
  onShow: ShowView
  handle: Ref<ListHandle>
}

/** The customer list with its filters. */
export function ListPane({ view, openId, onShow, handle }: ListPaneProps) {
  const counts = useCustomerCounts(view.filter)
  const isPhone = useIsPhone()
  const selection = useSelection(filterToQuery(view).toString())
  return (
    <section className={styles.pane} aria-label={texts.list}>
      <header className={styles.head}>
        <div className={styles.place}>
          <h1 className={styles.title}>{texts.title}</h1>
          {isPhone && <ChatSections />}
          {isPhone && (
            <IconButton label={texts.searchAll} onClick={() => openSearch()}>
              <Search size={20} strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
          )}
        </div>
        <ViewTabs view={view} counts={counts} onShow={onShow} />
        <ScopeTabs scope={view.filter.scope} counts={counts} />
        <ListTools
          view={view}
          counts={counts}
          isSelecting={selection.isSelecting}
          onShow={onShow}
          onSelecting={selection.setSelecting}
        />
        <QuickChips view={view} counts={counts} onShow={onShow} />
        {view.filter.keyword && <SearchMessages keyword={view.filter.keyword} />}
      </header>
      <ListBody view={view} counts={counts} openId={openId} selection={selection} onShow={onShow} handle={handle} />
    </section>
  )
}

/** The list searches names and remarks only. */
function SearchMessages({ keyword }: { keyword: string }) {
  return (
    <button type="button" className={styles.searchMessages} onClick={() => openSearch({ keyword, tab: 'message' })}>
      <MessageSquareText size={15} strokeWidth={1.75} aria-hidden="true" />
      <span className="cut">{texts.searchMessages(keyword)}</span>
      <ChevronRight size={15} aria-hidden="true" />
    </button>
  )
}

type QuickChipsProps = { view: AgentView; counts: CustomerCounts | undefined; onShow: ShowView }

/** Quick filters. */
function QuickChips({ view: { filter, sort }, counts, onShow }: QuickChipsProps) {
  const numbers = quickCounts(counts)
  const chosen = QUICK_CHIPS.filter((chip) => isQuick(filter, chip))
  return (
    <fieldset className={styles.chips} aria-label={texts.chips}>
      <button
        type="button"
        aria-pressed={chosen.length === 0}
        onClick={() => onShow({ filter: withoutQuick(filter), sort })}
      >
        {texts.all}
      </button>
      {QUICK_CHIPS.map((chip) => (
        <button
          key={chip}
          type="button"
          aria-pressed={chosen.includes(chip)}
          onClick={() => onShow({ filter: withQuick(filter, chip, !chosen.includes(chip)), sort })}
        >
          {texts.quick[chip]} {(numbers[chip] ?? 0) > 0 && <b>{numbers[chip]}</b>}
        </button>
      ))}
    </fieldset>
  )
}

/** 我的, 同事, 未分配, 全部 with counts. */
function ScopeTabs({ scope, counts }: { scope: Scope; counts: CustomerCounts | undefined }) {
  const [search] = useSearchParams()
  const place = readChatUrl(search)
  return (
    <nav aria-label={texts.scopes}>
      <ul className={styles.tabs}>
        {scopeCounts(counts).map(([it, count]) => (
          <li key={it}>
            <Link
              to={{ search: writeChatUrl({ ...place, filter: withScope(place.filter, it) }).toString() }}
              aria-current={it === scope || undefined}
            >
              {SCOPE_LABELS[it]} <em>{count}</em>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
