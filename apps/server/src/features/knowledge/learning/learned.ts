import { KNOWLEDGE_TEXT_MAX } from '@ruwu/contract'
import { cleanText } from '../../../platform/clean-text.ts'
import { cutText } from '../cutting/cut-text.ts'
import { goodsLines, pastedRows } from '../cutting/goods-rows.ts'
import type { Piece } from '../cutting/piece.ts'
import { sentencesOf } from '../cutting/sentences.ts'
import type { KnowledgeRow } from '../knowledge.repo.ts'
import type { FetchPage } from '../../../platform/reading/fetch-page.ts'
import { readSheetsApart, readText } from '../../../platform/reading/file-reader.ts'
import { fileTypeOf } from '../../../platform/reading/file-type.ts'
import { markdownText } from '../../../platform/reading/markdown-text.ts'
import { UnreadableError } from '../../../platform/reading/unreadable.ts'

type ReadBytes = (row: KnowledgeRow) => Promise<Buffer>
export type Sources = { readBytes: ReadBytes; fetchPage: FetchPage }
export type Learned = { text: string; title: string | undefined; pieces: Piece[] }

/** Reads an entry's text and splits it into pieces. */
export async function learn(row: KnowledgeRow, sources: Sources): Promise<Learned> {
  if (row.type === 'image') return learnImage(row)
  const { text: raw, title } = await textOf(row, sources)
  const text = cleanText(raw).trim()
  if (text.length > KNOWLEDGE_TEXT_MAX)
    throw new UnreadableError(`文字过多（最多 ${KNOWLEDGE_TEXT_MAX} 字），请拆分后再学习`)
  const pieces = cutText(text)
  if (pieces.length === 0) throw new UnreadableError('没有读到文字；扫描件或图片请先转换为文字')
  return { text, title: title && cleanText(title).slice(0, 100), pieces }
}

/** An image is represented by its description. */
const learnImage = ({ title, answer }: KnowledgeRow): Learned => ({
  text: answer,
  title: undefined,
  pieces: [{ heading: title, text: answer, words: [title, ...sentencesOf(answer)] }],
})

async function textOf(row: KnowledgeRow, { readBytes, fetchPage }: Sources): Promise<{ text: string; title?: string }> {
  if (row.type === 'goods') return { text: (await goodsOf(row, readBytes)).join('\n') }
  if (row.isPasted) return { text: markdownText(row.body) }
  if (row.type === 'web') return fetchPage(row.url)
  const bytes = await readBytes(row)
  return { text: await readText(fileTypeOf(bytes, row.fileName), bytes) }
}

async function goodsOf(row: KnowledgeRow, readBytes: ReadBytes): Promise<string[]> {
  if (row.isPasted) return goodsLines(pastedRows(row.body))
  const bytes = await readBytes(row)
  if (fileTypeOf(bytes, row.fileName) !== 'xlsx') throw new UnreadableError('商品服务表请上传 xlsx 文件，或粘贴内容')
  return (await readSheetsApart(bytes)).flatMap(({ rows }) => goodsLines(rows))
}
