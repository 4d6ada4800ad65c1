import type { Content, Entry, Source } from '@ruwu/contract'

export const hasEntry = (entry: Entry) => entry.postId !== undefined || entry.ad !== undefined

/** What a customer of the source comes from. */
const CONTENTS: Record<Source, string> = { redbook: '笔记', douyin: '视频' }

/** Content of the line 客户进入私信页. The title of the content is known once it has been synced from the platform. */
export function entryLine(source: Source, entry: Entry | undefined, title = '') {
  const { postId, ad } = entry ?? {}
  const text = `客户${ad ? '从广告' : postId ? `从${CONTENTS[source]}${quoted(title)}` : ''}进入私信页`
  const name = ad && (ad.planName || quoted(title))
  return {
    kind: 'enter',
    text: name ? `${text}：${name}` : text,
    extra: { ...(postId ? { postId } : {}), ...(ad ? { planName: ad.planName ?? '' } : {}) },
  }
}

const quoted = (title: string) => title && `《${title}》`

/** The id of the content whose title the line names. */
export const contentIdIn = ({ extra }: Content): string | undefined =>
  extra?.kind === 'enter' ? extra.postId : undefined

/** The line with the title, where that became known after it was written. */
export function withContentTitle(content: Content, source: Source, titles: ReadonlyMap<string, string>): Content {
  const postId = contentIdIn(content)
  const title = postId && titles.get(postId)
  if (!title) return content
  const { planName } = content.extra ?? {}
  return {
    ...content,
    text: entryLine(source, { postId, ...(planName === undefined ? {} : { ad: { planName } }) }, title).text,
  }
}
