import type { CustomerDetail } from '@ruwu/contract'
import { cx, IconButton, toast } from '@ruwu/ui'
import { Plus, Zap } from 'lucide-react'
import { memo, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useIsPhone } from '../../../browser/media-query.ts'
import { onDemand, usePreload } from '../../../rendering/on-demand.tsx'
import { useCan } from '../../permission/index.ts'
import { useChatRequest } from '../chat-requests.ts'
import { PreviewDialog } from './attachment/preview-dialog.tsx'
import { UploadTray } from './attachment/upload-tray.tsx'
import { onOpenCards } from './card-requests.ts'
import type { CardTab } from './card-requests.ts'
import { ComposerBar, type Layer } from './composer-bar.tsx'
import { ComposerBox } from './composer-box.tsx'
import styles from './composer.module.css'
import type { ReminderGiven } from './reminder/reminder-dialog.tsx'
import { SuggestionBar } from './suggestion/suggestion-bar.tsx'
import { SendLockNotice } from './send-lock.tsx'
import { AttachedParts } from './attached.tsx'
import { QuotaLine } from './quota-line.tsx'
import { AttachedQuote } from './attached.tsx'
import { SendButton } from './send-button.tsx'
import { changeDraft } from './draft/draft-store.ts'
import { useDropZone } from './drop-zone.ts'
import { HitList } from './guard/hit-list.tsx'
import { useHits } from './guard/use-hits.ts'
import { sendKeyText } from './send-key.ts'
import { useSendSetting } from './send-setting.ts'
import { texts } from './texts.ts'
import { useComposer } from './use-composer.ts'
import { useImages } from './attachment/use-images.ts'

const RewriteBar = onDemand(async () => (await import('./rewrite/rewrite-bar.tsx')).RewriteBar)
const ComposerLayers = onDemand(async () => (await import('./composer-layers.tsx')).ComposerLayers, {
  holdsKeys: true,
})

/** Replies to the customer and internal notes. Not rendered without the permission to reply. */
export const Composer = memo(function Composer({ customer }: { customer: CustomerDetail }) {
  return useCan('im:replyCustomer') ? <OpenComposer key={customer.customerId} customer={customer} /> : null
})

function OpenComposer({ customer }: { customer: CustomerDetail }) {
  const { customerId, source, quota } = customer
  const composer = useComposer(customer)
  const {
    draft,
    box,
    account,
    lock,
    closed,
    isNote,
    counter,
    tooLong,
    isEmpty,
    isBusy,
    send,
    suggestion,
    help,
    rewrite,
  } = composer
  const { insert, focus } = box
  const isPhone = useIsPhone()
  const { sendKey } = useSendSetting()
  const [layer, setLayer] = useState<Layer>()
  const [cardTab, setCardTab] = useState<CardTab>('contact')
  const [hasMore, setHasMore] = useState(false)
  const root = useRef<HTMLElement>(null)
  const boxId = useId()
  const noteId = useId()
  const images = useImages(customer, account.capabilities, closed)
  const isOver = useDropZone(root, (files) => isNote || images.take(files))
  const { hits, message } = useHits(customerId, isNote ? '' : draft.text, account.rules)

  const firstTab: CardTab = account.capabilities.cards.includes('contact') ? 'contact' : 'lead_form'
  const open = useCallback(
    (next: Layer, tab: CardTab = firstTab) => {
      setCardTab(tab)
      setLayer(next)
    },
    [firstTab],
  )
  useEffect(
    () => onOpenCards((id, tab) => id === customerId && (closed ? toast.warning(closed) : open('card', tab))),
    [customerId, closed, open],
  )

  const scheduleReason = closed ?? tooLong ?? (draft.parts.length > 0 ? texts.scheduleTextOnly : undefined)
  const startSchedule = useCallback(() => {
    if (scheduleReason) toast.warning(scheduleReason)
    else if (isEmpty) toast.warning(texts.scheduleNothing)
    else setLayer('schedule')
  }, [scheduleReason, isEmpty])
  const schedule = isNote ? undefined : startSchedule
  useChatRequest(customerId, 'schedule', () => schedule?.())
  const [reminder, setReminder] = useState<ReminderGiven>()
  useChatRequest(customerId, 'reminder', (given) => {
    setReminder(given)
    open('reminder')
  })
  usePreload(ComposerLayers)

  const sendButton = (
    <SendButton
      text={isNote ? texts.saveNote : texts.send}
      isBusy={isBusy}
      isEmpty={isEmpty}
      reason={isNote ? tooLong : (closed ?? tooLong)}
      describedBy={noteId}
      onSend={send}
      onSchedule={schedule}
      onSendAndArchive={composer.sendAndArchive}
    />
  )

  return (
    <section ref={root} className={cx(styles.composer, isNote && styles.note)} aria-label={texts.composer}>
      {isOver && !isNote && <p className={styles.over}>{texts.dropHere}</p>}
      {help && rewrite.shown ? (
        <RewriteBar rewrite={rewrite} points={help.points} onClose={rewrite.close} />
      ) : (
        <SuggestionBar suggestion={suggestion} onTake={composer.takeSuggestion} />
      )}
      {(!isPhone || hasMore || lock) && (
        <ComposerBar
          customer={customer}
          mode={draft.mode}
          capabilities={account.capabilities}
          isLocked={lock !== undefined}
          closed={closed}
          boxId={boxId}
          onInsert={insert}
          onFocus={focus}
          onOpen={open}
          onFiles={images.take}
          onSchedule={isPhone ? schedule : undefined}
          onRewrite={help && rewrite.ask}
          hasText={draft.text.trim() !== ''}
        />
      )}
      {lock ? (
        <SendLockNotice customer={customer} lock={lock} />
      ) : (
        <>
          {!isNote && <UploadTray customerId={customerId} />}
          {!isNote && draft.quote && (
            <AttachedQuote
              quote={draft.quote}
              source={source}
              onDrop={() => changeDraft(customerId, { quote: null })}
            />
          )}
          {!isNote && draft.parts.length > 0 && (
            <AttachedParts
              parts={draft.parts}
              onDrop={(index) => changeDraft(customerId, { parts: draft.parts.filter((_, at) => at !== index) })}
            />
          )}
          <div className={styles.line} id={boxId} role="tabpanel">
            {isPhone && (
              <>
                <IconButton
                  label={texts.moreTools}
                  aria-expanded={hasMore}
                  onClick={() => setHasMore((before) => !before)}
                >
                  <Plus size={23} strokeWidth={1.75} aria-hidden="true" />
                </IconButton>
                {!isNote && (
                  <IconButton label={texts.quickReply} onClick={() => setLayer('library')}>
                    <Zap size={22} strokeWidth={1.75} aria-hidden="true" />
                  </IconButton>
                )}
              </>
            )}
            <div className={styles.box}>
              <ComposerBox composer={composer} hits={hits} describedBy={noteId} onPasteImages={images.take} />
            </div>
            {isPhone && sendButton}
          </div>
          {!isNote && (
            <HitList
              hits={hits}
              message={message}
              source={source}
              canSendCard={account.capabilities.cards.length > 0 && !closed}
              onOfferCard={(tab) => open('card', tab)}
            />
          )}
          <div className={styles.foot}>
            <div id={noteId} className={styles.facts}>
              {!isNote && <QuotaLine quota={quota} />}
              {counter && (
                <p className={cx(styles.counter, tooLong !== undefined && styles.tooLong)}>
                  {tooLong ? `${counter} ${tooLong}` : counter}
                </p>
              )}
            </div>
            {!isPhone && (
              <div className={styles.end}>
                <span>{sendKeyText(sendKey, isNote ? texts.save : texts.send)}</span>
                {sendButton}
              </div>
            )}
          </div>
        </>
      )}
      {layer && (
        <ComposerLayers
          composer={composer}
          layer={layer}
          cardTab={cardTab}
          reminder={reminder}
          onClose={() => {
            setLayer(undefined)
            setReminder(undefined)
          }}
        />
      )}
      {images.picked.length > 0 && <PreviewDialog images={images.picked} onCancel={images.drop} onSend={images.send} />}
    </section>
  )
}
