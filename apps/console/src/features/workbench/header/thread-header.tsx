import type { Agent, AgentId, CustomerDetail, CustomerId } from '@ruwu/contract'
import { displayName } from '@ruwu/domain'
import { Button, IconButton, cx } from '@ruwu/ui'
import { Archive, ArchiveRestore, ChevronLeft, Contact, Search } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import { SourceIcon } from '../../../rendering/source-icon.tsx'
import { StoredAvatar } from '../../../stored-file/stored-image.tsx'
import { useChatRequest } from '../chat-requests.ts'
import { useActionsOf } from '../customer/customer-actions.ts'
import { useReceive, useRelease } from '../customer/customer.mutations.ts'
import { useViewers } from '../customer/customer.queries.ts'
import { PostponeStrip } from '../postpone/postpone-strip.tsx'
import { usePostponeDialog } from '../postpone/use-postpone-dialog.tsx'
import { ReceptionMark } from '../list/customer-row/reception-mark.tsx'
import { useRedirectDialog } from '../redirect/use-redirect-dialog.tsx'
import { useCustomerTyping } from '../thread/customer-typing.ts'
import { texts } from '../thread/texts.ts'
import { useArchiveOpen } from '../use-archive-open.ts'
import { HeaderMenu } from './header-menu.tsx'
import { ReceptionSwitches } from './reception-switches.tsx'
import { ReturnCountdown } from './return-countdown.tsx'
import styles from './thread-header.module.css'

type ThreadHeaderProps = {
  customer: CustomerDetail
  meId: AgentId | undefined
  agents: ReadonlyMap<string, Agent>
  onSearch: () => void
  onBack?: (() => void) | undefined
  onOpenPanel?: (() => void) | undefined
}

/** The customer, their owner, the reception switches and actions. */
export const ThreadHeader = memo(function ThreadHeader(props: ThreadHeaderProps) {
  const { customer, meId, agents, onSearch, onBack, onOpenPanel } = props
  const { ref, isNarrow } = useIsNarrow()
  const { canReceive, canRelease, canRedirect, canPostpone, canEdit } = useActionsOf()(customer)
  const isTyping = useCustomerTyping(customer.customerId)
  const hasOwnerButtons = canReceive || canRelease || canRedirect
  const receive = useReceive()
  const release = useRelease()
  const redirect = useRedirectDialog()
  const postpone = usePostponeDialog()
  const archive = useArchiveOpen()
  useChatRequest(customer.customerId, 'postpone', () => postpone.open([customer]))
  useChatRequest(customer.customerId, 'redirect', (given) => redirect.open([customer], given?.note))
  return (
    <header ref={ref} className={styles.header}>
      <div className={styles.main}>
        {onBack && (
          <IconButton label={texts.back} title={texts.back} onClick={onBack}>
            <ChevronLeft size={20} />
          </IconButton>
        )}
        <div className={styles.who}>
          <h1>
            <span className="cut" title={displayName({ ...customer, id: customer.customerId })}>
              {customer.remark || customer.name}
            </span>
            <Viewers customerId={customer.customerId} meId={meId} agents={agents} />
          </h1>
          <p>
            <SourceIcon source={customer.source} size={13} />
            <span className="cut">{customer.subSourceName}</span>
            <span aria-hidden="true">·</span>
            {customer.handoffAt !== null && <ReceptionMark type={customer.receptionType} isExpected />}
            <span className={styles.owner}>{isTyping ? texts.customerWrites : ownerText(customer, meId)}</span>
          </p>
        </div>
        <div className={styles.hosts}>
          {canEdit && <ReceptionSwitches customer={customer} />}
          {canEdit && hasOwnerButtons && <i className={styles.rule} />}
          {canReceive && (
            <Button size="sm" variant="ghost" busy={receive.isPending} onClick={() => receive.mutate({ customer })}>
              {texts.receive}
            </Button>
          )}
          {canRelease && (
            <Button size="sm" variant="ghost" busy={release.isPending} onClick={() => release.mutate({ customer })}>
              {texts.release}
            </Button>
          )}
          {canRedirect && (
            <Button size="sm" variant="ghost" onClick={() => redirect.open([customer])}>
              {texts.transfer}
            </Button>
          )}
        </div>
        {(canEdit || hasOwnerButtons) && <i className={styles.rule} />}
        {canEdit && !isNarrow && (
          <IconButton
            label={customer.archive ? texts.unarchive : texts.archive}
            title={customer.archive ? texts.unarchive : texts.archive}
            onClick={() => archive(customer, !customer.archive)}
          >
            {customer.archive ? (
              <ArchiveRestore size={18} strokeWidth={1.75} />
            ) : (
              <Archive size={18} strokeWidth={1.75} />
            )}
          </IconButton>
        )}
        {!isNarrow && (
          <IconButton label={texts.search} title={texts.search} onClick={onSearch}>
            <Search size={18} strokeWidth={1.75} />
          </IconButton>
        )}
        {onOpenPanel && (
          <IconButton label={texts.panel} title={texts.panel} onClick={onOpenPanel}>
            <Contact size={18} strokeWidth={1.75} />
          </IconButton>
        )}
        <HeaderMenu
          customer={customer}
          isNarrow={isNarrow}
          onSearch={onSearch}
          onPostpone={() => postpone.open([customer])}
        />
      </div>
      <ReturnCountdown customer={customer} canEdit={canEdit} />
      <PostponeStrip customer={customer} canPostpone={canPostpone} onPostpone={() => postpone.open([customer])} />
      {redirect.dialog}
      {postpone.dialog}
    </header>
  )
})

function ownerText({ agentId, agentName }: CustomerDetail, meId: AgentId | undefined): string {
  if (agentId === null) return texts.unassigned
  return agentId === meId ? texts.mine : texts.ownedBy(agentName ?? '')
}

// Below this width 归档 and 搜索 are in the menu and the AI's switch is a glyph; the same value as in the style sheet. On a screen of
// 1440 px a thread beside the unfolded sidebar has 605.
const NARROW_BELOW_PX = 580

/** Whether the pane is narrow, regardless of the window. */
function useIsNarrow() {
  const ref = useRef<HTMLElement>(null)
  const [isNarrow, setIsNarrow] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => entry && setIsNarrow(entry.contentRect.width < NARROW_BELOW_PX))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, isNarrow }
}

const SHOWN = 3

type ViewersProps = { customerId: CustomerId; meId: AgentId | undefined; agents: ReadonlyMap<string, Agent> }

/** Colleagues viewing the same customer, and whether one is composing. */
function Viewers({ customerId, meId, agents }: ViewersProps) {
  const { agentIds, composingIds } = useViewers(customerId)
  const others = agentIds.flatMap((id) => (id === meId ? [] : (agents.get(id) ?? [])))
  if (others.length === 0) return null
  const isWriting = composingIds.some((id) => id !== meId)
  return (
    <span className={styles.viewers} title={texts.watchedBy(others.map((it) => it.name).join('、'))}>
      {others.slice(0, SHOWN).map((agent) => (
        <StoredAvatar key={agent.id} name={agent.name} src={agent.avatar} size={18} />
      ))}
      {others.length > SHOWN && <span>+{others.length - SHOWN}</span>}
      <span className={cx(!isWriting && styles.label)} aria-live="polite">
        {isWriting ? texts.colleagueWrites : texts.watching}
      </span>
    </span>
  )
}
