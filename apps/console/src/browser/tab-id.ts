import { SHORT_CODE_RANDOM_BYTES, shortCode } from '@ruwu/domain'

/** Identifies this tab among the open tabs of the agent. */
export const TAB_ID = shortCode(crypto.getRandomValues(new Uint8Array(SHORT_CODE_RANDOM_BYTES)))
