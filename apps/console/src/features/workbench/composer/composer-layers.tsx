import { PreviewDialog } from './attachment/preview-dialog.tsx'
import { CardDialog } from './card/card-dialog.tsx'
import type { CardTab } from './card-requests.ts'
import { ReplyDrawer } from '../../quick-reply/index.ts'
import { texts } from './texts.ts'
import type { ComposerState } from './use-composer.ts'
import type { useImages } from './attachment/use-images.ts'
import type { Layer } from './composer-bar.tsx'
import { ReminderDialog } from './reminder/reminder-dialog.tsx'
import { ScheduleDialog } from './schedule/schedule-dialog.tsx'
import { VideoDialog } from './video/video-dialog.tsx'

type ComposerLayersProps = {
  composer: ComposerState
  images: ReturnType<typeof useImages>
  layer: Layer | undefined
  cardTab: CardTab
  onClose: () => void
}

/** Dialogs and drawers of the composer. */
export function ComposerLayers({ composer, images, layer, cardTab, onClose }: ComposerLayersProps) {
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
          onClose={onClose}
          onSend={(itemId) => sendToCustomer([{ type: 'video', text: '', extra: { itemId } }])}
        />
      )}
      {layer === 'schedule' && <ScheduleDialog customer={customer} onClose={onClose} />}
      {layer === 'reminder' && <ReminderDialog customerId={customer.customerId} onClose={onClose} />}
      {layer === 'library' && (
        <ReplyDrawer
          title={texts.quickReply}
          source={customer.source}
          fill={fill}
          onPick={takeReply}
          onClose={onClose}
        />
      )}
      {images.picked.length > 0 && <PreviewDialog images={images.picked} onCancel={images.drop} onSend={images.send} />}
    </>
  )
}
