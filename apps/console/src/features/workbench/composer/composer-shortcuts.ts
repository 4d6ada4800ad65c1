import type { SendKey } from './send-key.ts'
import { texts } from './texts.ts'

export type Shortcut = { keys: string[]; action: string }

/** The keys for sending and for a new line, by the composer's setting. */
export const composerShortcuts = (sendKey: SendKey): Shortcut[] =>
  sendKey === 'enter'
    ? [
        { keys: ['Enter'], action: texts.send },
        { keys: ['Shift', 'Enter'], action: texts.newLine },
      ]
    : [
        { keys: ['Mod', 'Enter'], action: texts.send },
        { keys: ['Enter'], action: texts.newLine },
      ]
