import { RECALL_WINDOW_MS } from '@ruwu/domain'

/** What one took back and may still want to write differently, by chatId. */
const recalled = new Map<string, { text: string; until: number }>()

/** The server forgets a recalled text at once; here it stays for as long as one could have recalled it. */
export function keepRecalled(chatId: string, text: string, now: number) {
  for (const [key, { until }] of recalled) if (until <= now) recalled.delete(key)
  recalled.set(chatId, { text, until: now + RECALL_WINDOW_MS })
}

/** The text, and how much longer it can be had. */
export function findRecalled(chatId: string, now: number): { text: string; left: number } | undefined {
  const kept = recalled.get(chatId)
  return kept && kept.until > now ? { text: kept.text, left: kept.until - now } : undefined
}
