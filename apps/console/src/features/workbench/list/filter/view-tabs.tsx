import { VIEWS_MAX, type CustomerCounts } from '@ruwu/contract'
import { LEAD_PATH } from '@ruwu/domain'
import { IconButton, Tooltip } from '@ruwu/ui'
import type { MenuProps } from 'antd'
import { ChevronDown, ContactRound, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useIsPhone } from '../../../../browser/media-query.ts'
import { FloatingPopover, MenuButton, PopoverButton } from '../../../../rendering/floating.tsx'
import { onDemand } from '../../../../rendering/on-demand.tsx'
import type { AgentView } from '../../customer/customer-keys.ts'
import { useViewCounts } from '../../customer/customer.queries.ts'
import { texts } from '../../texts.ts'
import type { ShowView } from '../../use-chat-url.ts'
import { cleared, isNarrowed, scopeCounts } from './filter-parts.ts'
import { isShown, type SavedView, useSavedViews, viewOfSaved } from './saved-views.ts'
import styles from './view-tabs.module.css'

const SaveView = onDemand(async () => (await import('./save-view.tsx')).SaveView)
const RenameView = onDemand(async () => (await import('./save-view.tsx')).RenameView)

type ViewTabsProps = { view: AgentView; counts: CustomerCounts | undefined; onShow: ShowView }

/** 全部 and the saved views, each with its number of customers; + saves the current filter as one. */
export function ViewTabs({ view, counts, onShow }: ViewTabsProps) {
  const { agentId, filter, sort } = view
  const { views } = useSavedViews(agentId)
  const [isNaming, setIsNaming] = useState(false)
  const adder = useRef<HTMLElement>(null)
  const isPhone = useIsPhone()
  const all = { filter: cleared(filter), sort }
  const isPlain = !isNarrowed(filter)
  const totals = useViewCounts(
    isPlain && views.length === 0 ? [] : [all, ...views.map(viewOfSaved)].map((it) => it.filter),
  )
  const ofScope = isPlain ? scopeCounts(counts).find(([scope]) => scope === filter.scope)?.[1] : totals?.[0]
  const shown = views.find((saved) => isShown(saved, view))
  const endNaming = () => {
    setIsNaming(false)
    adder.current?.focus()
  }
  return (
    <nav className={styles.bar} aria-label={texts.views}>
      <ul className={styles.tabs}>
        <li>
          <button type="button" aria-current={!shown || undefined} onClick={() => onShow(all)}>
            {texts.all} <em>{ofScope}</em>
          </button>
        </li>
        {views.map((saved, at) => (
          <ViewTab
            key={saved.name}
            saved={saved}
            count={totals?.[at + 1]}
            isShown={saved === shown}
            isFirst={at === 0}
            isLast={at === views.length - 1}
            agentId={agentId}
            onShow={() => onShow(viewOfSaved(saved))}
          />
        ))}
      </ul>
      {/* A phone has 会话 and 线索 above. */}
      {!isPhone && (
        <Tooltip text={texts.leads}>
          <Link className={styles.leads} to={LEAD_PATH} aria-label={texts.leads}>
            <ContactRound size={18} strokeWidth={1.75} aria-hidden="true" />
          </Link>
        </Tooltip>
      )}
      {views.length < VIEWS_MAX && (
        <PopoverButton
          isOpen={isNaming}
          onOpenChange={setIsNaming}
          anchor={adder}
          placement="bottomRight"
          content={
            <dialog open aria-label={texts.saveView} className={styles.naming}>
              <SaveView view={view} onDone={endNaming} />
            </dialog>
          }
        >
          <IconButton label={texts.saveView} title={texts.saveViewHint} aria-haspopup="dialog">
            <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </PopoverButton>
      )}
    </nav>
  )
}

type ViewTabProps = {
  saved: SavedView
  count: number | undefined
  isShown: boolean
  isFirst: boolean
  isLast: boolean
  agentId: AgentView['agentId']
  onShow: () => void
}

/** One saved view; the open one, or a right click, has its menu. */
function ViewTab({ saved: { name }, count, isShown: isOpen, isFirst, isLast, agentId, onShow }: ViewTabProps) {
  const { move, remove } = useSavedViews(agentId)
  const [isRenaming, setIsRenaming] = useState(false)
  const tab = useRef<HTMLLIElement>(null)
  const menu: MenuProps = {
    items: [
      { key: 'rename', label: texts.renameView, onClick: () => setIsRenaming(true) },
      { key: 'left', label: texts.moveLeft, disabled: isFirst, onClick: () => move(name, -1) },
      { key: 'right', label: texts.moveRight, disabled: isLast, onClick: () => move(name, 1) },
      { key: 'remove', label: texts.removeView, danger: true, onClick: () => remove(name) },
    ],
  }
  return (
    <li ref={tab}>
      <MenuButton menu={menu} isContextMenu>
        <button type="button" aria-current={isOpen || undefined} title={name} onClick={onShow}>
          <span className="cut">{name}</span> <em>{count}</em>
        </button>
      </MenuButton>
      {isOpen && (
        <MenuButton menu={menu} placement="bottomRight">
          <button type="button" className={styles.more} aria-label={texts.viewMenu(name)} aria-haspopup="menu">
            <ChevronDown size={14} aria-hidden="true" />
          </button>
        </MenuButton>
      )}
      {isRenaming && (
        <FloatingPopover
          anchor={tab}
          placement="bottomLeft"
          onClose={() => setIsRenaming(false)}
          content={
            <dialog open aria-label={texts.renameView} className={styles.naming}>
              <RenameView agentId={agentId} name={name} onDone={() => setIsRenaming(false)} />
            </dialog>
          }
        />
      )}
    </li>
  )
}
