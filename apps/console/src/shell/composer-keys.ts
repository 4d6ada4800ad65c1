import type { SendKey } from '../features/workbench/composer/send-key.ts'
import { texts } from './texts.ts'

export type Keys = { keys: string[]; action: string }

/** What sends and what begins a new line, as it is set in the composer. */
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
