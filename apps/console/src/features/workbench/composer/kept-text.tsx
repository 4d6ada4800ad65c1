import type { CustomerId } from '@ruwu/contract'
import { takenTooLateText } from '@ruwu/domain'
import { Button } from '@ruwu/ui'
import { Copy, StickyNote } from 'lucide-react'
import { copyText } from '../../../browser/copy-text.ts'
import { useWriteNote } from '../thread/message.mutations.ts'
import { AttachedParts } from './attached.tsx'
import { changeDraft, useWholeDraft } from './draft/draft-store.ts'
import { NO_TEXT } from './draft/draft.ts'
import { texts } from './texts.ts'
import styles from './kept-text.module.css'

type KeptTextProps = {
  customerId: CustomerId
  /** The colleague who received the customer; undefined where something else keeps the agent from writing. */
  takenBy: string | undefined
}

/** What the agent had typed when writing to the customer was no longer possible: nothing is lost. A note takes the text, attachments stay. */
export function KeptText({ customerId, takenBy }: KeptTextProps) {
  const { text, note, parts } = useWholeDraft(customerId)
  const kept = (text.trim() || note.trim()).trim()
  const write = useWriteNote(customerId)
  if (kept === '' && parts.length === 0) return null
  const isNote = text.trim() === '' && note.trim() !== ''
  const dropText = () => changeDraft(customerId, isNote ? { note: '', mentions: [] } : NO_TEXT)
  const drop = () => changeDraft(customerId, isNote ? { note: '', mentions: [] } : { ...NO_TEXT, parts: [] })
  return (
    <section className={styles.kept} aria-label={texts.kept}>
      <p>{takenBy === undefined ? texts.notSent : takenTooLateText(takenBy)}</p>
      {kept !== '' && <blockquote>{kept}</blockquote>}
      {parts.length > 0 && (
        <AttachedParts
          parts={parts}
          onDrop={(dropped) => changeDraft(customerId, { parts: parts.filter((_, index) => index !== dropped) })}
        />
      )}
      <div>
        {kept !== '' && (
          <>
            <Button size="sm" variant="ghost" onClick={() => void copyText(kept, texts.copied)}>
              <Copy size={14} aria-hidden="true" />
              {texts.copy}
            </Button>
            <Button
              size="sm"
              variant="ghost"
              busy={write.isPending}
              onClick={() => write.mutate(kept, { onSuccess: dropText })}
            >
              <StickyNote size={14} aria-hidden="true" />
              {texts.toNote}
            </Button>
          </>
        )}
        <Button size="sm" variant="ghost" onClick={drop}>
          {texts.discard}
        </Button>
      </div>
    </section>
  )
}
