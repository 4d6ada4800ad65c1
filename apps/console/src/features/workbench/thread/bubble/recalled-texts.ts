import { RECALL_WINDOW_MS } from '@ruwu/domain'

/** Recalled texts by chatId, offered for 重新编辑. */
const recalled = new Map<string, { text: string; until: number }>()

/** The server deletes a recalled text at once; the browser keeps it for the length of the recall window. */
export function keepRecalled(chatId: string, text: string, now: number) {
  for (const [key, { until }] of recalled) if (until <= now) recalled.delete(key)
  recalled.set(chatId, { text, until: now + RECALL_WINDOW_MS })
}

/** The text and the remaining milliseconds. */
export function findRecalled(chatId: string, now: number): { text: string; left: number } | undefined {
  const kept = recalled.get(chatId)
  return kept && kept.until > now ? { text: kept.text, left: kept.until - now } : undefined
}
