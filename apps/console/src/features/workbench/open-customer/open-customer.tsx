import type { CustomerId, MessageId } from '@ruwu/contract'
import { IconButton, SideSheet, Tooltip } from '@ruwu/ui'
import { ChevronLeft, PanelRightClose } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useIsPhone, useIsWide } from '../../../browser/media-query.ts'
import { browserMemory } from '../../../browser/storage.ts'
import { ThreadPane } from '../thread/thread-pane/thread-pane.tsx'
import { CustomerPanel } from '../panel/customer-panel.tsx'
import { recallPanelFold, rememberPanelFold } from '../pane-widths.ts'
import { useCustomer } from '../customer/customer.queries.ts'
import { texts } from '../texts.ts'
import { useChatSteps } from '../use-phone-steps.ts'
import { useReading } from './use-mark-read.ts'
import { useShowMessage } from './use-show-message.ts'
import { useViewing } from './use-report-viewing.ts'
import styles from './open-customer.module.css'

type OpenCustomerProps = { customerId: CustomerId; messageId: MessageId | undefined }

/** The thread of one customer, with the customer panel beside it on wide screens. */
export function OpenCustomer({ customerId, messageId }: OpenCustomerProps) {
  const isPhone = useIsPhone()
  const isWide = useIsWide()
  const [isFolded, setIsFolded] = useState(() => recallPanelFold(browserMemory))
  const [isDrawn, setIsDrawn] = useState(false)
  const { isPanelStep, toList, toPanel, back } = useChatSteps()
  const [end, setEnd] = useState<{ of: CustomerId; isSeen: boolean }>()
  const tellEnd = useCallback((isSeen: boolean) => setEnd({ of: customerId, isSeen }), [customerId])
  useReading(customerId, end?.of === customerId && end.isSeen && !isPanelStep)
  useViewing(customerId)
  const { isOutOfSight } = useCustomer(customerId)
  const showMessage = useShowMessage(customerId, isPhone && isPanelStep)

  const fold = (next: boolean) => {
    setIsFolded(next)
    rememberPanelFold(browserMemory, next)
  }
  const isBeside = isWide && !isFolded && !isOutOfSight
  const openPanel = isPhone ? toPanel : isWide ? () => fold(false) : () => setIsDrawn(true)
  return (
    <>
      <div className={styles.thread} hidden={isPhone && isPanelStep} data-immersive={isPhone || undefined}>
        <ThreadPane
          customerId={customerId}
          messageId={messageId}
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
