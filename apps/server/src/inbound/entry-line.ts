import type { Entry } from '@ruwu/contract'

export const hasEntry = (entry: Entry) => entry.postId !== undefined || entry.ad !== undefined

export function enterText(entry: Entry | undefined): string {
  if (entry?.ad) return `客户从广告进入私信页${entry.ad.planName ? `：${entry.ad.planName}` : ''}`
  return entry?.postId ? '客户从内容进入私信页' : '客户进入私信页'
}

export const entryExtra = (entry: Entry | undefined): Record<string, string> => ({
  ...(entry?.postId ? { postId: entry.postId } : {}),
  ...(entry?.ad?.planName ? { planName: entry.ad.planName } : {}),
})
