import { SHORT_CODE_RANDOM_BYTES, shortCode } from '@ruwu/domain'

/** Names this page among those the agent has open. */
export const TAB = shortCode(crypto.getRandomValues(new Uint8Array(SHORT_CODE_RANDOM_BYTES)))
