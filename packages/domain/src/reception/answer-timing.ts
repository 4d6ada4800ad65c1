const SECOND_MS = 1000

/** However fast a customer goes on writing, the first of their words waits no longer for an answer to begin. */
const MERGE_MOST_MS = 10 * SECOND_MS
/** How long the AI may think. */
export const ANSWER_LIMIT_MS = 20 * SECOND_MS
/** The hint after 转人工 sounds no sooner: whoever takes the customer up until then needs none. */
export const HANDOFF_HINT_MS = 2.5 * SECOND_MS
/** So many messages of the AI in a row that do not arrive, and people receive the customer. */
export const FAILED_MESSAGES_MAX = 2
/** Said at 转人工 while nobody is there. */
export const NOBODY_ONLINE_TEXT = '人工客服当前不在线，上线后会第一时间回复您'

/** When an answer to a burst begins: 合并等待 after its last word, and not too long after its first. */
export function answerDue(firstAt: Date, lastAt: Date, mergeSec: number): Date {
  const calm = lastAt.getTime() + mergeSec * SECOND_MS
  return new Date(Math.max(lastAt.getTime(), Math.min(calm, firstAt.getTime() + MERGE_MOST_MS)))
}
