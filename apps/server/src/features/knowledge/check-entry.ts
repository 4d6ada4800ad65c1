import type { KnowledgeFields, KnowledgeType } from '@ruwu/contract'
import { FieldError } from '../../platform/http/errors.ts'
import { pageAddress } from '../../platform/reading/fetch-page.ts'

type Content = Omit<KnowledgeFields, 'enabled' | 'similar'>

type Problem = readonly [field: keyof Content, text: string] | undefined

const PROBLEMS: Record<KnowledgeType, (content: Content) => Problem> = {
  qa: ({ question, answer }) =>
    question === '' ? ['question', '请输入问题'] : answer === '' ? ['answer', '请输入答案'] : undefined,
  doc: ({ file, text }) => (file === '' && text === '' ? ['file', '请上传文件或粘贴正文'] : undefined),
  goods: ({ file, text }) => (file === '' && text === '' ? ['file', '请上传表格或粘贴内容'] : undefined),
  web: ({ url }) => (pageAddress(url) ? undefined : ['url', '请输入以 https:// 开头的公开网址']),
  image: ({ title, answer }) =>
    title === '' ? ['title', '请输入标题'] : answer === '' ? ['answer', '请描述图片内容'] : undefined,
}

/** Required fields per entry type. */
export function checkEntry(type: KnowledgeType, content: Content): void {
  const problem = PROBLEMS[type](content)
  if (problem) throw new FieldError({ [problem[0]]: problem[1] })
}
