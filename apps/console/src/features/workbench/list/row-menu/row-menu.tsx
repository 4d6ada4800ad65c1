import type { CustomerItem } from '@ruwu/contract'
import type { MenuProps } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import { FloatingMenu } from '../../../../rendering/floating.tsx'
import { usePersonalData } from '../../../personal-data/index.ts'
import { useActionsOf } from '../../customer/customer-actions.ts'
import {
  useBlock,
  useMarkUnread,
  usePostpone,
  useReceive,
  useRelease,
  useSetAiStatus,
  useSetStar,
  useSetSticky,
} from '../../customer/customer.mutations.ts'
import { texts } from '../../texts.ts'
import { useArchiveRow } from '../../use-archive-open.ts'
import styles from './row-menu.module.css'

export type OpenMenu = { item: CustomerItem; x: number; y: number }

type RowMenuProps = {
  open: OpenMenu | undefined
  onRedirect: (item: CustomerItem) => void
  onPostpone: (item: CustomerItem) => void
  onClose: () => void
}

/** Actions of a row. One menu instance for all rows, positioned where it was opened; its dialogs stay when it closes. */
export function RowMenu({ open, onRedirect, onPostpone, onClose }: RowMenuProps) {
  const { entriesOf, dialog } = usePersonalData()
  return (
    <>
      {open && (
        <MenuAt
          key={open.item.customerId}
          open={open}
          more={entriesOf(open.item)}
          onRedirect={onRedirect}
          onPostpone={onPostpone}
          onClose={onClose}
        />
      )}
      {dialog}
    </>
  )
}

type Entry = { label: string; isOffered?: boolean; danger?: boolean; run: () => void }

type MenuAtProps = RowMenuProps & { open: OpenMenu; more: Record<string, Entry> }

function MenuAt({ open: { item, x, y }, more, onRedirect, onPostpone, onClose }: MenuAtProps) {
  const entries = { ...useEntries(item, { onRedirect, onPostpone }), ...more }
  const menu: MenuProps = {
    items: Object.entries(entries)
      .filter(([, it]) => it.isOffered ?? true)
      .map(([key, { label, danger }]) => ({ key, label, danger })),
    onClick: ({ key, domEvent }) => {
      domEvent.stopPropagation()
      onClose()
      entries[key]?.run()
    },
  }
  return (
    <>
      <button type="button" className={styles.outside} tabIndex={-1} aria-hidden="true" onClick={onClose} />
      <FloatingMenu menu={menu} popupRender={withKeyboard} onClose={onClose}>
        <span className={styles.place} style={{ left: x, top: y }} />
      </FloatingMenu>
    </>
  )
}

const withKeyboard = (menu: ReactNode) => <KeyboardInside>{menu}</KeyboardInside>

/** The menu is a portal at the end of the body: focus moves into it and is restored afterwards. */
function KeyboardInside({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    const row = opener?.closest('li')?.querySelector('a')
    root.current?.querySelector<HTMLElement>('[role="menu"]')?.focus({ preventScroll: true })
    return () => {
      // The row's menu button is rendered only while the row has focus or hover; its link always exists.
      const place = row?.isConnected ? row : opener
      if (place instanceof HTMLElement) place.focus({ preventScroll: true })
    }
  }, [])
  return <div ref={root}>{children}</div>
}

function useEntries(
  customer: CustomerItem,
  { onRedirect, onPostpone }: Pick<RowMenuProps, 'onRedirect' | 'onPostpone'>,
): Record<string, Entry> {
  const { canReceive, canRelease, canRedirect, canPostpone, canEdit } = useActionsOf()(customer)
  const setSticky = useSetSticky()
  const setStar = useSetStar()
  const markUnread = useMarkUnread()
  const receive = useReceive()
  const release = useRelease()
  const archiveRow = useArchiveRow()
  const setAi = useSetAiStatus()
  const block = useBlock()
  const endPostponed = usePostpone()
  const { sticky, isStar, unread, archive: isArchived, enableAi, isBlocked } = customer
  return {
    sticky: {
      label: sticky ? texts.unstick : texts.stick,
      run: () => setSticky.mutate({ customer, sticky: !sticky }),
    },
    star: { label: isStar ? texts.unstar : texts.star, run: () => setStar.mutate({ customer, isStar: !isStar }) },
    unread: { label: texts.markUnread, isOffered: unread === 0, run: () => markUnread.mutate({ customer }) },
    receive: { label: texts.receive, isOffered: canReceive, run: () => receive.mutate({ customer }) },
    release: { label: texts.release, isOffered: canRelease, run: () => release.mutate({ customer }) },
    redirect: { label: texts.redirect, isOffered: canRedirect, run: () => onRedirect(customer) },
    postpone: { label: texts.postpone, isOffered: canPostpone, run: () => onPostpone(customer) },
    endPostponed: {
      label: customer.postponedUntil === null ? texts.endPostpone : texts.cancelPostpone,
      isOffered: canPostpone && (customer.postponedUntil ?? customer.returnedAt) !== null,
      run: () => endPostponed.mutate({ customer, until: null, undo: customer.postponedUntil !== null }),
    },
    archive: {
      label: isArchived ? texts.unarchive : texts.doArchive,
      isOffered: canEdit,
      run: () => archiveRow(customer, !isArchived),
    },
    ai: {
      label: enableAi ? texts.aiOff : texts.aiOn,
      isOffered: canEdit,
      run: () => setAi.mutate({ customer, enableAi: !enableAi }),
    },
    block: {
      label: isBlocked ? texts.unblock : texts.block,
      isOffered: canEdit,
      danger: !isBlocked,
      run: () => block.mutate({ customer, block: !isBlocked }),
    },
  }
}
