import type { CustomerId } from '@ruwu/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useIsPhone } from '../../browser/media-query.ts'
import { browserStorage } from '../../browser/storage.ts'
import { ThreadPane } from './thread/thread-pane/thread-pane.tsx'
import { useSending } from './composer/sending/sending.ts'
import styles from './chat-page.module.css'
import type { ListHandle } from './list/list-body/list-body.tsx'
import { ListPane } from './list/list-pane/list-pane.tsx'
import { OpenCustomer } from './open-customer/open-customer.tsx'
import { WidthHandle } from './width-handle/width-handle.tsx'
import { recallWidth, rememberWidth } from './pane-widths.ts'
import { MovesContext } from './use-archive-open.ts'
import { useChatShortcuts } from './use-chat-shortcuts.ts'
import { useChatUrl } from './use-chat-url.ts'

/** 私信: list, thread and customer panel side by side; on a phone one at a time. */
export function ChatPage() {
  const { view, customerId, messageId, seq, show, open } = useChatUrl()
  const isPhone = useIsPhone()
  const list = useRef<ListHandle>(null)
  const [width, setWidth] = useState(() => recallWidth(browserStorage))
  useSending()
  const openId = useRef(customerId)
  useEffect(() => {
    openId.current = customerId
  })
  const moves = useMemo(
    () => ({
      goOn: (from: CustomerId) => {
        // The agent may have moved on meanwhile.
        if (from !== openId.current) return false
        const next = list.current?.follower(from)
        if (next) open(next)
        return true
      },
      open,
    }),
    [open],
  )
  if (!view) return null
  const keepWidth = (next: number) => {
    setWidth(next)
    rememberWidth(browserStorage, next)
  }
  return (
    <MovesContext value={moves}>
      <ChatKeys list={list} customerId={customerId} onOpen={open} />
      <div className={styles.page}>
        {/* On a phone the list is hidden, not unmounted, so that its scroll position stays. */}
        <div
          className={styles.list}
          hidden={isPhone && customerId !== undefined}
          style={isPhone ? undefined : { width }}
        >
          <ListPane view={view} openId={customerId} onShow={show} handle={list} />
        </div>
        {!isPhone && <WidthHandle width={width} onChange={setWidth} onDone={keepWidth} />}
        {customerId && <OpenCustomer customerId={customerId} messageId={messageId} seq={seq} />}
        {!customerId && !isPhone && (
          <div className={styles.none}>
            <ThreadPane customerId={undefined} />
          </div>
        )}
      </div>
    </MovesContext>
  )
}

/** Below the context that the shortcuts use. */
function ChatKeys(props: Parameters<typeof useChatShortcuts>[0]) {
  useChatShortcuts(props)
  return null
}
