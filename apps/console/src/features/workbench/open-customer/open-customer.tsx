import { type CustomerId, type MessageId, customerApi } from '@ruwu/contract'
import { IconButton, SideSheet, Tooltip } from '@ruwu/ui'
import { ChevronLeft, PanelRightClose } from 'lucide-react'
import { useCallback, useRef, useState, useEffect } from 'react'
import { call } from '../../../api/call.ts'
import { showError } from '../../../api/show-error.ts'
import { useIsPhone, useIsWide } from '../../../browser/media-query.ts'
import { browserStorage } from '../../../browser/storage.ts'
import { TAB_ID } from '../../../browser/tab-id.ts'
import { useWantsPanel } from '../chat-requests.ts'
import { useComposing } from '../composer/composing.ts'
import { useCustomer } from '../customer/customer.queries.ts'
import { recallPanelFold, rememberPanelFold } from '../pane-widths.ts'
import { CustomerPanel } from '../panel/customer-panel.tsx'
import { texts } from '../texts.ts'
import { ThreadPane } from '../thread/thread-pane/thread-pane.tsx'
import { threadStore } from '../thread/thread-store.ts'
import { usePhoneSteps } from '../use-phone-steps.ts'
import { useMarkRead } from './use-mark-read.ts'
import styles from './open-customer.module.css'

type OpenCustomerProps = { customerId: CustomerId; messageId: MessageId | undefined; seq: number | undefined }

/** The thread of one customer, with the customer panel beside it on wide screens. */
export function OpenCustomer({ customerId, messageId, seq }: OpenCustomerProps) {
  const isPhone = useIsPhone()
  const isWide = useIsWide()
  const [isFolded, setIsFolded] = useState(() => recallPanelFold(browserStorage))
  const [isDrawn, setIsDrawn] = useState(false)
  const { isPanelStep, toList, toPanel, back } = usePhoneSteps()
  const [end, setEnd] = useState<{ customerId: CustomerId; isSeen: boolean }>()
  const tellEnd = useCallback((isSeen: boolean) => setEnd({ customerId: customerId, isSeen }), [customerId])
  useMarkRead(customerId, end?.customerId === customerId && end.isSeen && !isPanelStep)
  useReportViewing(customerId)
  const { isOutOfSight } = useCustomer(customerId)
  const showMessage = useShowMessage(customerId, isPhone && isPanelStep)

  const fold = (next: boolean) => {
    setIsFolded(next)
    rememberPanelFold(browserStorage, next)
  }
  const isBeside = isWide && !isFolded && !isOutOfSight
  const openPanel = isPhone ? toPanel : isWide ? () => fold(false) : () => setIsDrawn(true)
  const isPanelMissing = useWantsPanel(customerId) && !isBeside && !isDrawn && !isPanelStep
  const showPanel = useRef(openPanel)
  useEffect(() => {
    showPanel.current = openPanel
  })
  useEffect(() => {
    if (isPanelMissing) showPanel.current()
  }, [isPanelMissing])
  return (
    <>
      <div className={styles.thread} hidden={isPhone && isPanelStep} data-immersive={isPhone || undefined}>
        <ThreadPane
          customerId={customerId}
          messageId={messageId}
          seq={seq}
          onAtEnd={tellEnd}
          onBack={isPhone ? toList : undefined}
          onOpenPanel={isBeside ? undefined : openPanel}
        />
      </div>
      {isBeside && (
        <aside className={styles.panel} aria-label={texts.panel}>
          <CustomerPanel customerId={customerId} onShowMessage={showMessage} />
          <Tooltip text={texts.foldPanel} side="left">
            <IconButton className={styles.fold} label={texts.foldPanel} onClick={() => fold(true)}>
              <PanelRightClose size={18} strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
          </Tooltip>
        </aside>
      )}
      {!isPhone && !isWide && isDrawn && (
        <SideSheet title={texts.panel} onClose={() => setIsDrawn(false)}>
          <div className={styles.drawer}>
            <CustomerPanel
              customerId={customerId}
              onShowMessage={(seq) => {
                setIsDrawn(false)
                showMessage(seq)
              }}
            />
          </div>
        </SideSheet>
      )}
      {isPhone && isPanelStep && (
        <div className={styles.step}>
          <header className={styles.stepHead}>
            <IconButton label={texts.back} onClick={back}>
              <ChevronLeft size={20} aria-hidden="true" />
            </IconButton>
            <h1>{texts.panel}</h1>
          </header>
          <div className={styles.stepBody}>
            <CustomerPanel
              customerId={customerId}
              onShowMessage={(seq) => {
                showMessage(seq)
                back()
              }}
            />
          </div>
        </div>
      )}
    </>
  )
}

/** Scrolls to a message of the open thread, once nothing covers it. */
function useShowMessage(customerId: CustomerId, isCovered: boolean): (seq: number) => void {
  const [wanted, setWanted] = useState<number>()
  useEffect(() => {
    if (wanted === undefined || isCovered) return undefined
    // A hidden element has no size before the next frame, and cannot be scrolled.
    const frame = requestAnimationFrame(() => {
      setWanted(undefined)
      threadStore.goTo(customerId, wanted).catch(showError)
    })
    return () => cancelAnimationFrame(frame)
  }, [customerId, wanted, isCovered])
  return setWanted
}

/** The server expires a viewer after 45 s without a report. */
const REPORT_EVERY_MS = 20_000

/** Fire and forget: the next report follows soon. */
const reportViewing = (customerId: CustomerId | null, composing: boolean) =>
  void call(customerApi.viewing, { body: { customerId, composing, tab: TAB_ID } }).catch(() => {})

/** Reports to colleagues that the agent views the customer, and whether they are composing. */
function useReportViewing(customerId: CustomerId) {
  const isComposing = useComposing(customerId)
  useEffect(() => {
    reportViewing(customerId, isComposing)
    const timer = setInterval(() => reportViewing(customerId, isComposing), REPORT_EVERY_MS)
    return () => clearInterval(timer)
  }, [customerId, isComposing])
  // Switching customers is reported by the next call; only leaving the page ends it.
  useEffect(() => () => reportViewing(null, false), [])
}
