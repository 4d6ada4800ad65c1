import { canSend } from '@ruwu/domain'
import { AlarmClock, File, IdCard, Image, SlidersHorizontal, Video, Zap } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { changeDraft, wantBox } from '../draft-store.ts'
import { texts } from '../texts.ts'
import type { ComposerState } from '../use-composer.ts'
import styles from './composer.module.css'
import { EmojiTool } from './emoji-tool.tsx'
import { ModeSwitch } from './mode-switch.tsx'
import { SettingMenu } from './setting-menu.tsx'
import { Tool } from './tool-button.tsx'

export type Layer = 'card' | 'video' | 'reminder' | 'library'

type ComposerBarProps = {
  composer: ComposerState
  boxId: string
  onOpen: (layer: Layer) => void
  onFiles: (files: File[]) => void
}

/** What a message can be besides text, as far as the customer's account takes it; the rest says why not. */
export function ComposerBar({ composer, boxId, onOpen, onFiles }: ComposerBarProps) {
  const { customer, draft, account, closed, lock, isNote, box } = composer
  const { capabilities } = account
  const because = (item: Parameters<typeof canSend>[1]) => {
    const permission = canSend(capabilities, item)
    return permission.allowed ? closed : permission.reason
  }
  const cardReason = capabilities.cards[0] ? closed : because({ type: 'card', cardType: 'contact' })
  return (
    <div className={styles.bar}>
      <ModeSwitch
        mode={draft.mode}
        boxId={boxId}
        onChange={(mode) => changeDraft(customer.customerId, { mode })}
        onPick={() => wantBox(customer.customerId)}
      />
      <div className={styles.tools}>
        {!lock && <EmojiTool source={customer.source} onPick={box.insert} onDone={box.focus} />}
        {!isNote && !lock && (
          <>
            <ImageTool
              reason={because({ type: 'image' })}
              types={imageTypes(capabilities.image?.types)}
              onFiles={onFiles}
            />
            <Tool
              icon={Video}
              label={texts.video}
              reason={because({ type: 'video_item' })}
              onClick={() => onOpen('video')}
            />
            <Tool icon={File} label={texts.file} reason={because({ type: 'file' })} />
            <Tool icon={IdCard} label={texts.card} reason={cardReason} onClick={() => onOpen('card')} />
            <Tool icon={Zap} label={texts.quickReply} onClick={() => onOpen('library')} />
          </>
        )}
        <Tool icon={AlarmClock} label={texts.reminder} onClick={() => onOpen('reminder')} />
      </div>
      <SettingMenu hasReading>
        <span className={styles.setting}>
          <Tool icon={SlidersHorizontal} label={texts.setting} aria-haspopup="menu" />
        </span>
      </SettingMenu>
    </div>
  )
}

/** What is redrawn before it is sent may be chosen as well. */
const imageTypes = (types: readonly string[] = []) => [...new Set([...types, 'image/bmp'])].join(',')

type ImageToolProps = { reason: string | undefined; types: string; onFiles: (files: File[]) => void }

function ImageTool({ reason, types, onFiles }: ImageToolProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])])
    // The same picture may be chosen again.
    target.value = ''
  }
  return (
    <>
      <input
        ref={input}
        className="sr-only"
        type="file"
        multiple
        tabIndex={-1}
        aria-label={texts.image}
        accept={types}
        onChange={choose}
      />
      <Tool icon={Image} label={texts.image} reason={reason} onClick={() => input.current?.click()} />
    </>
  )
}
