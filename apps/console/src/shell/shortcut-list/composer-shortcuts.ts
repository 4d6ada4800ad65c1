import type { SendKey } from '../../features/workbench/index.ts'
import { texts } from '../texts.ts'

export type Keys = { keys: string[]; action: string }

/** The keys for sending and for a new line, by the composer's setting. */
export const composerKeys = (sendKey: SendKey): Keys[] =>
  sendKey === 'enter'
    ? [
        { keys: ['Enter'], action: texts.keySend },
        { keys: ['Shift', 'Enter'], action: texts.keyNewLine },
      ]
    : [
        { keys: ['Mod', 'Enter'], action: texts.keySend },
        { keys: ['Enter'], action: texts.keyNewLine },
      ]
