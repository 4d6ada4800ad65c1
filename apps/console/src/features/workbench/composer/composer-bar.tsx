import type { Capabilities, CustomerDetail, RewriteStyle } from '@ruwu/contract'
import { canSend, type SendItem } from '@ruwu/domain'
import { cx } from '@ruwu/ui'
import { AlarmClock, File, IdCard, Image, SlidersHorizontal, Video, Zap } from 'lucide-react'
import { type ChangeEvent, memo, useRef, type KeyboardEvent } from 'react'
import { demoFrame } from '../../../browser/demo-frame.ts'
import { changeDraft, focusComposer } from './draft/draft-store.ts'
import type { DraftMode } from './draft/draft.ts'
import { EmojiTool } from './emoji-tool.tsx'
import { RewriteTool } from './rewrite/rewrite-tool.tsx'
import { SettingMenu } from './setting-menu.tsx'
import { texts } from './texts.ts'
import { Tool } from './tool-button.tsx'
import styles from './composer.module.css'

export type Layer = 'card' | 'video' | 'reminder' | 'library' | 'schedule'

type ComposerBarProps = {
  customer: CustomerDetail
  mode: DraftMode
  capabilities: Capabilities
  isLocked: boolean
  /** Why nothing can be sent to the customer. */
  closed: string | undefined
  boxId: string
  onInsert: (text: string) => void
  onFocus: () => void
  onOpen: (layer: Layer) => void
  onFiles: (files: File[]) => void
  /** 稍后发送, where the send button has no menu. */
  onSchedule: (() => void) | undefined
  /** 改写, where a model helps. */
  onRewrite: ((style: RewriteStyle) => void) | undefined
  hasText: boolean
}

/**
 * Message types besides text; those the account does not support are disabled with the reason. Memoised: typing does
 * not re-render it.
 */
export const ComposerBar = memo(function ComposerBar({
  customer: { customerId, source },
  mode,
  capabilities,
  isLocked,
  closed,
  boxId,
  onInsert,
  onFocus,
  onOpen,
  onFiles,
  onSchedule,
  onRewrite,
  hasText,
}: ComposerBarProps) {
  const because = (item: SendItem) => {
    const permission = canSend(capabilities, item)
    return permission.allowed ? closed : permission.reason
  }
  const cardReason = capabilities.cards[0] ? closed : because({ type: 'card', cardType: 'contact' })
  return (
    <div className={styles.bar}>
      <ModeSwitch
        mode={mode}
        boxId={isLocked ? undefined : boxId}
        onChange={(next) => changeDraft(customerId, { mode: next })}
        onPick={() => focusComposer(customerId)}
      />
      <div className={styles.tools}>
        {!isLocked && <EmojiTool source={source} onPick={onInsert} onDone={onFocus} />}
        {mode === 'reply' && !isLocked && (
          <>
            {!demoFrame && (
              <ImageTool
                reason={because({ type: 'image' })}
                types={imageTypes(capabilities.image?.types)}
                onFiles={onFiles}
              />
            )}
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
        {onRewrite && <RewriteTool isEmpty={!hasText} onRewrite={onRewrite} />}
      </div>
      <SettingMenu hasReading onSchedule={onSchedule}>
        <span className={styles.setting}>
          <Tool icon={SlidersHorizontal} label={texts.setting} aria-haspopup="menu" />
        </span>
      </SettingMenu>
    </div>
  )
})

/** Types that are re-encoded can be chosen as well. */
const imageTypes = (types: readonly string[] = []) => [...new Set([...types, 'image/bmp'])].join(',')

type ImageToolProps = { reason: string | undefined; types: string; onFiles: (files: File[]) => void }

function ImageTool({ reason, types, onFiles }: ImageToolProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])])
    // Lets the same file be chosen again.
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

const MODES: readonly DraftMode[] = ['reply', 'note']

type ModeSwitchProps = {
  mode: DraftMode
  /** The id of the text box; undefined while it is not rendered. */
  boxId: string | undefined
  onChange: (mode: DraftMode) => void
  /** After a mouse click focus moves to the text; the arrow keys keep it here. */
  onPick: () => void
}

/** Reply to the customer, or internal note. */
function ModeSwitch({ mode, boxId, onChange, onPick }: ModeSwitchProps) {
  const moveByArrowKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const next = MODES.find((it) => it !== mode) ?? mode
    onChange(next)
    event.currentTarget.querySelector<HTMLButtonElement>(`[data-mode="${next}"]`)?.focus()
  }
  return (
    <div className={styles.switch} role="tablist" aria-label={texts.mode} tabIndex={-1} onKeyDown={moveByArrowKey}>
      {MODES.map((it) => (
        <button
          key={it}
          type="button"
          role="tab"
          data-mode={it}
          className={cx(it === mode && styles.on)}
          aria-selected={it === mode}
          aria-controls={boxId}
          tabIndex={it === mode ? 0 : -1}
          onClick={() => {
            onChange(it)
            onPick()
          }}
        >
          {texts.modes[it]}
        </button>
      ))}
    </div>
  )
}
