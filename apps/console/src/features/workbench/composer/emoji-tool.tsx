import type { Source } from '@ruwu/contract'
import { Smile } from 'lucide-react'
import { EmojiPopover } from '../../emoji/index.ts'
import { texts } from './texts.ts'
import { Tool } from './tool-button.tsx'

type EmojiToolProps = { source: Source; onPick: (code: string) => void; onDone: () => void }

/** Emoji of the customer's source. */
export const EmojiTool = (props: EmojiToolProps) => (
  <EmojiPopover {...props}>
    {(isOpen) => <Tool icon={Smile} label={texts.emoji} aria-haspopup="dialog" aria-expanded={isOpen} />}
  </EmojiPopover>
)
