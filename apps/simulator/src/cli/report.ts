import type { LedgerCheck } from '../load/check-ledger.ts'
import type { LoadFigures } from '../load/load-run.ts'

const share = (part: number, whole: number) => (whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`)

/** One line while a load runs. */
export function progressLine({ state, arrivals, webhooks, sends }: LoadFigures): string {
  const label = { arriving: '进行中', draining: '收尾', done: '完成' }[state]
  return `${label} 到访 ${arrivals} · 推送 ${webhooks.delivered} · 待送 ${webhooks.waiting} · 重试 ${webhooks.retried} · 收下 ${sends.accepted}`
}

/** The figures at the end, for people. */
export function reportLines(figures: LoadFigures, { sends: echoes }: Pick<LedgerCheck, 'sends'>): string[] {
  const { webhooks, sends, firstReplyMs, runs } = figures
  const within = (step: 200 | 1_000 | 5_000) => share(webhooks.answeredWithin[step], webhooks.tries)
  const refused = Object.entries(sends.refused).map(([code, count]) => `${code}×${count}`)
  return [
    `到访 ${figures.arrivals} 人次（每秒 ${figures.rate}，${figures.seconds} 秒，种子 ${figures.seed}）`,
    `剧本：${
      Object.entries(runs)
        .map(([state, count]) => `${state} ${count}`)
        .join('，') || '–'
    }`,
    `推送 ${webhooks.made} 条，送达 ${webhooks.delivered}，重试 ${webhooks.retried}，放弃 ${webhooks.givenUp}，重复 ${webhooks.doubled}，丢弃 ${webhooks.dropped}`,
    `回答时间：200 毫秒内 ${within(200)}，1 秒内 ${within(1_000)}，5 秒内 ${within(5_000)}`,
    `消息：收下 ${sends.accepted} 条，拒绝 ${refused.join(' ') || '0'}`,
    `首次回复等待：P50 ${firstReplyMs.p50} 毫秒，P95 ${firstReplyMs.p95}，P99 ${firstReplyMs.p99}（${firstReplyMs.count} 人）`,
    `回显核对：收下 ${echoes.accepted}，恰好一次 ${echoes.echoedOnce}，缺 ${echoes.notEchoed.length}，多 ${echoes.echoedMore.length}`,
  ]
}
