import { CardDialog } from './card/card-dialog.tsx'
import type { CardTab } from './card-requests.ts'
import { ReplyDrawer } from '../../quick-reply/index.ts'
import { texts } from './texts.ts'
import type { ComposerState } from './use-composer.ts'
import type { Layer } from './composer-bar.tsx'
import { ReminderDialog, type ReminderGiven } from './reminder/reminder-dialog.tsx'
import { ScheduleDialog } from './schedule/schedule-dialog.tsx'
import { threadStore } from '../thread/thread-store.ts'
import { knownVideos } from './video/known-videos.ts'
import { VideoDialog } from './video/video-dialog.tsx'

type ComposerLayersProps = {
  composer: ComposerState
  layer: Layer
  cardTab: CardTab
  reminder: ReminderGiven | undefined
  onClose: () => void
}

/** Dialogs and drawers of the composer. */
export function ComposerLayers({ composer, layer, cardTab, reminder, onClose }: ComposerLayersProps) {
  const { customer, account, sendToCustomer, takeReply, fill } = composer
  return (
    <>
      {layer === 'card' && (
        <CardDialog
          customer={customer}
          capabilities={account.capabilities}
          relationIds={account.relationIds}
          tab={cardTab}
          onClose={onClose}
        />
      )}
      {layer === 'video' && (
        <VideoDialog
          videos={knownVideos(customer, threadStore.find(customer.customerId)?.state.messages ?? [])}
          onClose={onClose}
          onSend={(itemId) => sendToCustomer([{ type: 'video', text: '', extra: { itemId } }])}
        />
      )}
      {layer === 'schedule' && <ScheduleDialog customer={customer} onClose={onClose} />}
      {layer === 'reminder' && <ReminderDialog customerId={customer.customerId} given={reminder} onClose={onClose} />}
      {layer === 'library' && (
        <ReplyDrawer
          title={texts.quickReply}
          source={customer.source}
          fill={fill}
          onPick={takeReply}
          onClose={onClose}
        />
      )}
    </>
  )
}
